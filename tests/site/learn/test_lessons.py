"""The lessons: what they promise is what the engine plays, in words that are whole, with pictures that are light."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from django.test import Client

import heraut.site.games
from heraut.site.common.words import site_words
from heraut.site.learn.lessons import Words, WorkedTurn
from heraut.site.learn.reference import place_of
from heraut.site.matches.adapters import adapter, names
from tests.site.test_html import assets, body

pytestmark = pytest.mark.django_db

GAMES, LANGUAGES = ("gloire", "daifen", "fief", "vassaux", "rois"), ("fr", "en")
PACKAGES = Path(heraut.site.games.__file__).parent
LIGHTEST, HEAVIEST = 3_000, 40_000  # bytes of a picture
BUDGET = 120_000  # bytes of a page with all that it needs, as sent
every_game = pytest.mark.parametrize("game", GAMES)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def worked(game: str, language: str = "fr") -> WorkedTurn:
    """The worked turn of a game."""
    found: WorkedTurn = adapter(game).lesson.worked(language)
    return found


def told(game: str, act: str) -> list[str]:
    """What the report says of an act, in French."""
    return [line.text for one in worked(game).acts if one.name == act for line in one.told]


def read(client: Client, address: str, language: str = "fr") -> str:
    """The text of a page, in a language."""
    answer = client.get(address, headers={"accept-language": language})
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def test_every_game_that_brings_a_lesson_is_taught() -> None:
    assert {game for game in names() if adapter(game).lesson is not None} == set(GAMES)


@every_language
@every_game
def test_the_worked_turn_is_told_as_the_engine_played_it(client: Client, game: str, language: str) -> None:
    page, turn = read(client, f"/apprendre/{game}/premier-tour/", language), worked(game, language)
    said = Words(site_words(language), f"learn_{game}", turn.figures)
    assert len(turn.acts) >= 5
    for step in said.steps(turn):
        assert step.what in page and step.why in page
        assert all(line in page for line in step.act.orders)
        assert step.act.told and all(line.text in page for line in step.act.told), step.act.name
    assert all(name in page and value in page for name, value in turn.facts)
    assert said.say("scene") in page and said.say("after") in page


def test_gloire_keeps_what_it_promises() -> None:
    figures = worked("gloire").figures
    assert (figures["land"], figures["target"]) == ("Turku", "Åland")
    assert told("gloire", "attack")[0].startswith("Aubert le Preux prend Åland")
    assert figures["lost"] <= 20 and figures["peasants"] > figures["men"] == 260
    assert figures["low"] == 12 and figures["high"] == 24 and figures["taxed"] > 1980
    assert 28 < figures["allied"] < 34, "all three have answered"
    assert 150 <= figures["renown"] < 200, "a baron"
    assert len(told("gloire", "knights")) == 2


def test_daifen_keeps_what_it_promises() -> None:
    figures = worked("daifen").figures
    assert figures["spent"] == 43 and figures["quarries"] == 7 and figures["known"] == 1
    assert "découvre" in told("daifen", "explore")[0]


def test_fief_keeps_what_it_promises() -> None:
    assert worked("fief").figures["villages"] == 3
    assert {line.split()[-1] for line in told("fief", "march")} == {"Sennecy.", "Châteauneuf."}
    assert told("fief", "wedding")[-1] == "Noces de Charles et de Jeanne : Brion et Aubrac sont alliés.".replace(
        " :", "\xa0:"
    )
    assert dict(worked("fief").facts)["Bourse"].startswith("100")


def test_vassaux_keeps_what_it_promises() -> None:
    figures = worked("vassaux").figures
    assert figures["men"] == 31 and figures["lost"] == 0 and figures["taken"] == 80 and figures["reserve"] == 3
    assert "vassal" in told("vassaux", "charge")[-1] and figures["bonus"] == 6 and figures["felled"] == 2
    opened = next(line for act in worked("vassaux").acts if act.name == "charge" for line in act.told if line.more)
    assert any("14 dés d'attaque" in line for line in opened.more), "its lines open to every die"
    assert len(told("vassaux", "deploy")) == 5 and "Nomades" in told("vassaux", "pass")[0]


def test_rois_keeps_what_it_promises() -> None:
    figures = worked("rois").figures
    assert figures["provinces"] == 2 and figures["gold"] > 0 and figures["count"] == 2
    assert "Victoire" in told("rois", "march")[0] and "Tactique, niveau 3" in told("rois", "march")[-1]
    assert any("Héros sans maître" in line for line in told("rois", "explore")), "there is one to hire"
    assert any("lieu se découvre" in line for line in told("rois", "explore"))
    assert all("allié" in line for line in told("rois", "peace")), "all that are shown have answered"


@every_language
@every_game
def test_every_mistake_is_told_with_its_rule(client: Client, game: str, language: str) -> None:
    page, lesson = read(client, f"/apprendre/{game}/erreurs/", language), adapter(game).lesson
    found = Words(site_words(language), f"learn_{game}").mistakes(lesson)
    assert len(found) >= 5
    for one in found:
        assert one.what in page and one.then in page and one.mend in page
        assert f'href="/regles/{game}/{one.rule}/"' in page
        assert place_of(adapter(game).chapters(language), one.rule) is not None


@every_language
@every_game
def test_an_introduction_is_two_minutes_reading(client: Client, game: str, language: str) -> None:
    page = read(client, f"/apprendre/{game}/", language)
    text = re.sub(r"<[^>]+>", " ", page[page.index("<main") : page.index('<div class="actions champion"')])
    assert 200 < len(text.split()) < 600


@every_game
def test_the_pictures_are_there_and_light(game: str) -> None:
    wanted = {
        f"{game}-{name}-{language}-{theme}.webp"
        for name in adapter(game).lesson.pictures
        for language in LANGUAGES
        for theme in ("light", "dark")
    }
    pictures = list((PACKAGES / game / "static/learn").iterdir())
    assert wanted == {path.name for path in pictures}
    assert all(LIGHTEST < path.stat().st_size <= HEAVIEST for path in pictures)


@pytest.mark.parametrize("page", ["", "premier-tour/", "erreurs/"])
@every_game
def test_a_lesson_is_light(client: Client, game: str, page: str) -> None:
    address = f"/apprendre/{game}/{page}"
    fetched = {each for each in assets(client, read(client, address)) if "italic" not in each}  # no word slants here
    assert len(body(client, address)) + sum(len(body(client, each)) for each in fetched) <= BUDGET


def test_learning_and_rules_stand_in_the_menu(client: Client) -> None:
    page = read(client, "/")
    menu = page[page.index("menu-wide") : page.index("</header>")]
    assert menu.count('href="/apprendre/"') == menu.count('href="/regles/"') == 2, "for wide and for narrow windows"
