"""Message catalogues: figures, plurals, names, conditions, and the typography of two languages."""

from __future__ import annotations

from typing import Any

import pytest

from heraut.engine.words import Catalogue, catalogue, enumeration, integer, of, percent, plural, real, sentence, typeset

THIN, HARD = "\u202f", "\u00a0"
NAMES = {"lord": {"j1": "Aliénor", "j2": "Bathilde", "j3": "Drogon"}, "land": {"LE-CAIRE": "Le Caire"}}


def say(source: str, lang: str = "fr", /, **data: Any) -> str:
    return sentence(source, lang)(data, NAMES)


def test_thousands_stand_apart_by_a_narrow_space_in_french_and_a_comma_in_english() -> None:
    assert [integer(n, "fr") for n in (0, 999, 1000, 1234567)] == ["0", "999", f"1{THIN}000", f"1{THIN}234{THIN}567"]
    assert [integer(n, "en") for n in (0, 999, 1000, 1234567)] == ["0", "999", "1,000", "1,234,567"]
    assert [integer(n, "fr") for n in (999.4, 999.5, -999.5)] == ["999", f"1{THIN}000", f"\u22121{THIN}000"]


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
    assert [say("{way:/1000}", way=way) for way in (0, 50, 2400, 3000, 1234)] == ["0", "0,05", "2,4", "3", "1,234"]
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


def test_each_name_of_a_list_behind_de_has_its_own() -> None:
    source = "trop{lords:?, aux dépens {lords:de@lord*}}"
    names = {"lord": {"j1": "Aliénor", "j2": "Le Caire"}}
    assert sentence(source, "fr")({"lords": ["j1"]}, names) == "trop, aux dépens d'Aliénor"
    assert sentence(source, "fr")({"lords": ["j2", "j1", "x"]}, names) == "trop, aux dépens du Caire, d'Aliénor et de x"
    assert sentence("from {lords:de@lord*}", "en")({"lords": ["j2", "j1"]}, names) == "from Le Caire and Aliénor"


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


@pytest.mark.parametrize(
    ("source", "one", "told"),
    [
        ("le fief de {one}", "Aude", "le fief d'Aude"),
        ("De {one}, rien", "Irène", "D'Irène, rien"),
        ("de {one}", "Ypres", "d'Ypres"),
        ("de {one}", "Yann", "de Yann"),
        ("de {one}", "Hongrie", "de Hongrie"),
        ("de {one}", "Le Caire", "du Caire"),
        ("à {one}", "Le Caire", "au Caire"),
        ("À {one}", "Les Baux", "Aux Baux"),
        ("jusqu'à {one}", "Le Caire", "jusqu'au Caire"),
        ("jusqu’à {one}", "Les Baux", "jusqu’aux Baux"),
        ("jusqu'à {one}", "Évreux", "jusqu'à Évreux"),
        ("jusqu'à {one}", 12, "jusqu'à 12"),
        ("aujourd'de {one}", "Aude", "aujourd'de Aude"),
        ("dis-le {one}", "Aude", "dis-le Aude"),
        ("à {one}", "Évreux", "à Évreux"),
        ("On dit que {one} dort", "Évreux", "On dit qu'Évreux dort"),
        ("le {one}", "11 mai", "le 11 mai"),
        ("de « {one} »", "Aude", f"de «{HARD}Aude{HARD}»"),
        ("mode {one}", "Aude", "mode Aude"),
        ("de {one}", 8, "de 8"),
        ("de {one}", -1200, f"de \u22121{THIN}200"),
        ("de {one:@lord}", "j1", "d'Aliénor"),
        ("de {one:@lord*}", ["j2", "j1"], "de Bathilde et d'Aliénor"),
        ("à {one:@land*}", ["LE-CAIRE", "x"], "au Caire et à x"),
        ("de {one:@lord*}", [], "de "),
        ("salve de {one} flèches", [3, 4], "salve de 3 et 4 flèches"),
        ("le {one} à midi", ["mardi", "jeudi"], "le mardi et le jeudi à midi"),
        ("de {one.lord}", {"lord": "Aude"}, "d'Aude"),
        ("{one:?de {one}}", "Aude", "d'Aude"),
    ],
)
def test_small_words_suit_the_french_name_behind_them(source: str, one: Any, told: str) -> None:
    assert say(source, one=one) == told


def test_english_needs_none_of_it() -> None:
    assert say("de {one} le {one}", "en", one="Aude") == "de Aude le Aude"


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_what_rounds_to_nothing_has_no_sign(lang: str) -> None:
    point = {"fr": ",", "en": "."}[lang]
    assert [integer(value, lang) for value in (-0.4, -0.5, -0.0, 0.4)] == ["0"] * 4
    assert [integer(value, lang) for value in (-0.6, -1)] == ["\u22121"] * 2
    assert [real(value, lang) for value in (-0.04, -0.0, 0)] == [f"0{point}0"] * 3
    assert [real(value, lang, 2) for value in (-0.004, -0.006)] == [f"0{point}00", f"\u22120{point}01"]
    assert percent(-0.0004, lang, 1)[:3] == f"0{point}0"


def test_a_minus_is_a_minus_and_a_percentage_has_one_form() -> None:
    assert [integer(-5, lang) for lang in ("fr", "en")] == ["\u22125"] * 2
    assert [real(-1234.5, lang) for lang in ("fr", "en")] == [f"\u22121{THIN}234,5", "\u22121,234.5"]
    assert [percent(0.125, lang, 1) for lang in ("fr", "en")] == [f"12,5{THIN}%", "12.5%"]
    assert [say("{x:%1}", lang, x=-0.125) for lang in ("fr", "en")] == [f"\u221212,5{THIN}%", "\u221212.5%"]
