"""Message catalogues: figures, plurals, names, conditions, and the typography of two languages."""

from __future__ import annotations

from typing import Any

import pytest

from heraut.engine.words import Catalogue, catalogue, enumeration, integer, of, plural, real, sentence, typeset

THIN, HARD = "\u202f", "\u00a0"
NAMES = {"lord": {"j1": "Aliénor", "j2": "Bathilde", "j3": "Drogon"}, "land": {"LE-CAIRE": "Le Caire"}}


def say(source: str, lang: str = "fr", /, **data: Any) -> str:
    return sentence(source, lang)(data, NAMES)


def test_thousands_stand_apart_by_a_narrow_space_in_french_and_a_comma_in_english() -> None:
    assert [integer(n, "fr") for n in (0, 999, 1000, 1234567)] == ["0", "999", f"1{THIN}000", f"1{THIN}234{THIN}567"]
    assert [integer(n, "en") for n in (0, 999, 1000, 1234567)] == ["0", "999", "1,000", "1,234,567"]


def test_french_reals_have_a_decimal_comma() -> None:
    assert real(1234.56, "fr") == f"1{THIN}234,6"
    assert real(1234.56, "en", 2) == "1,234.56"


@pytest.mark.parametrize(
    ("count", "french", "english"),
    [(0, "homme", "men"), (1, "homme", "man"), (1.5, "homme", "men"), (2, "hommes", "men"), (-1, "homme", "men")],
)
def test_french_counts_nought_as_singular_and_english_as_plural(count: float, french: str, english: str) -> None:
    assert plural(count, "homme", "hommes", "fr") == french
    assert plural(count, "man", "men", "en") == english


def test_a_list_is_counted_by_its_length() -> None:
    assert say("{ducks:#} {ducks:|cane|canes}", ducks=["a", "b"]) == "2 canes"
    assert say("{ducks:#} {ducks:|cane|canes}", ducks=[]) == "0 cane"


def test_a_figure_is_written_by_its_type() -> None:
    assert say("{a} {b} {c} {d}", a=1000, b=2.25, c="lys", d=[1, "deux"]) == f"1{THIN}000 2,2 lys 1 et deux"
    assert say("#{army:=}", army=1000) == "#1000"
    assert say("{share:%} {share:%1} {share:.3}", share=0.1234) == f"12{THIN}% 12,3{THIN}% 0,123"
    assert say("{share:%}", "en", share=0.1234) == "12%"


def test_a_list_ends_with_et_or_and() -> None:
    assert [enumeration(items, "fr") for items in ([], ["A"], ["A", "B"], ["A", "B", "C"])] == [
        "",
        "A",
        "A et B",
        "A, B et C",
    ]
    assert enumeration(["A", "B"], "en") == "A and B"


def test_names_are_looked_up_and_unknown_ones_stay_as_they_are() -> None:
    assert say("{lord:@lord} : {foes:@lord*}", lord="j1", foes=["j2", "j3"]) == f"Aliénor{HARD}: Bathilde et Drogon"
    assert say("{lord:@lord}", lord="j9") == "j9"


@pytest.mark.parametrize(
    ("name", "french"),
    [
        ("Narvik", "de Narvik"),
        ("Aliénor", "d'Aliénor"),
        ("Åland", "d'Åland"),
        ("Élie", "d'Élie"),
        ("Yvain", "d'Yvain"),
        ("Yolande", "de Yolande"),
        ("Hongrie", "de Hongrie"),
        ("Le Caire", "du Caire"),
        ("Les Îles", "des Îles"),
        ("", "de "),
    ],
)
def test_the_french_de_is_elided_and_contracted(name: str, french: str) -> None:
    assert of(name, "fr") == french
    assert of(name, "en") == name


def test_a_name_behind_de_may_be_given_or_looked_up() -> None:
    assert say("{lord:de@lord} {knight:de} {land:de@land}", lord="j1", knight="Galahad", land="LE-CAIRE") == (
        "d'Aliénor de Galahad du Caire"
    )


def test_a_text_is_said_only_when_its_field_is_given() -> None:
    source = "pris{former:? à {former:@lord}}{former:!, sans seigneur}"
    assert say(source, former="j2") == "pris à Bathilde"
    assert say(source, former=None) == say(source) == "pris, sans seigneur"
    assert say("x{men:? et {men} {men:|homme|hommes}}", men=0) == "x"


def test_a_text_is_said_only_when_one_figure_is_below_another() -> None:
    source = "{men}{men:<asked| sur {asked}}"
    assert say(source, men=3, asked=5) == "3 sur 5"
    assert say(source, men=5, asked=5) == "5"


def test_nobody_serves_himself() -> None:
    source = "{knight}{lord:~knight@lord|, pour {lord:@lord}}"
    assert say(source, knight="Yvain", lord="j1") == "Yvain, pour Aliénor"
    assert say(source, knight="Aliénor", lord="j1") == "Aliénor"


def test_a_dotted_field_reaches_into_a_mapping() -> None:
    source = "{found.men} {found.owner:?{owner:@lord}}{found.owner:!personne}"
    assert say(source, found={"men": 3, "owner": "j1"}) == "3 Aliénor"
    assert say(source, found={"men": 3, "owner": None}) == "3 personne"


def test_french_high_signs_never_begin_a_line() -> None:
    assert typeset("a : b ; c ! d ? e % « f »", "fr") == (
        f"a{HARD}: b{THIN}; c{THIN}! d{THIN}? e{THIN}% «{HARD}f{HARD}»"
    )
    assert typeset("a : b", "en") == "a : b"


@pytest.mark.parametrize("source", ["{a", "{a:xyz}", "{a:|un}", "{a:.x}"])
def test_an_ill_formed_sentence_is_refused(source: str) -> None:
    with pytest.raises(ValueError):
        sentence(source, "fr")


def test_a_missing_figure_or_sentence_is_a_fault() -> None:
    words = Catalogue("fr", {"page": {"a": "{x}"}})
    assert words.has("page", "a") and not words.has("page", "b") and not words.has("event", "a")
    with pytest.raises(KeyError):
        words.say("page", "a", {})
    with pytest.raises(KeyError):
        words.say("page", "b", {})


def test_a_catalogue_looks_names_up_in_its_groups_and_its_tables_of_names() -> None:
    groups: dict[str, dict[str, Any]] = {
        "page": {"a": "{x:@work} {y:@sort}"},
        "sort": {"land": "une terre"},
        "names": {"work": {"1": "palissade"}},
    }
    assert Catalogue("fr", groups).say("page", "a", {"x": 1, "y": "land"}) == "palissade une terre"


def test_there_are_two_languages() -> None:
    with pytest.raises(ValueError, match="fr, en"):
        catalogue("heraut.games.gloire", "la")
    assert catalogue("heraut.games.gloire", "fr") is catalogue("heraut.games.gloire", "fr")
