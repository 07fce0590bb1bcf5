"""What is told of a battle: report, moments, film, luck, curves, the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client
from django.utils import translation

from heraut.engine.protocol import Event
from heraut.engine.rng import commitment
from heraut.games.vassaux.calculators.luck import thrown
from heraut.site.accounts.models import Player
from heraut.site.games.vassaux.finale import remembered
from heraut.site.games.vassaux.since import leader, own_figures, since_words
from heraut.site.games.vassaux.statistics import counts_around, counts_in, counts_of
from heraut.site.games.vassaux.told import Told
from heraut.site.matches.models import Match, Step
from heraut.site.matches.steps import stored_events
from tests.site.games.vassaux.battles import fought

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]
LANGUAGES = pytest.mark.parametrize("language", ["fr", "en"])
BLOODY = "struck"


@pytest.fixture
def over(alice: Player, bob: Player) -> Match:
    """A battle that is over."""
    return fought(alice, bob)


@pytest.fixture
def third(alice: Player) -> Match:
    """A battle in its third turn, against a bot."""
    return fought(alice, turns=3)


def read(client: Client, match: Match, page: str, language: str = "fr") -> str:
    """A page as it is read."""
    answer = client.get(f"/partie/{match.code}/{page}", headers={"accept-language": language})
    assert answer.status_code == 200, (page, answer.status_code)
    return unescape(answer.content.decode())


def moment_of(match: Match, kind: str) -> tuple[int, dict[str, object]]:
    """The first step in which something of this kind is told, and its data."""
    for step in Step.objects.filter(match=match).order_by("number"):
        for event in stored_events(step.events):
            if event.kind == kind:
                return step.number, event.data
    raise AssertionError(kind)


@LANGUAGES
def test_every_page_of_a_battle_is_there_in_both_languages(
    over: Match, client_of: Browser, alice: Player, language: str
) -> None:
    pages = ["fin/", "film/", "film/?tour=0", "film/?pas=20", "histoire/", "histoire/?pas=30", "statistiques/"]
    pages += [f"bilan/{turn}/" for turn in range(over.turn + 1)]
    pages += [f"outils/{tool}/" for tool in ("chance", "melee", "tir", "attaque", "epreuve", "sort")]
    for page in [*pages, "outils/", "regles/"]:
        for client in (client_of(alice), Client()):
            read(client, over, page, language)


# The report


def test_a_report_begins_with_what_the_turn_has_cost_whom(third: Match, client_of: Browser, alice: Player) -> None:
    turn = next(turn for turn in (1, 2, 3) if spent(third, turn))
    before, after = counts_around(third, turn)
    place = third.rules.view(third.realm, "j1")["seat"]
    mine, theirs = before[place]["men"] - after[place]["men"], before[1 - place]["men"] - after[1 - place]["men"]
    page = read(client_of(alice), third, f"bilan/{turn}/")
    summary = page[page.index("report-summary") : page.index("</section>", page.index("report-summary"))]
    assert f"vous perdez {mine} homme" in summary and f"en prenez {theirs}" in summary
    assert f"({after[place]['lost'] - before[place]['lost']} point" in summary
    for side in (0, 1):
        host = third.realm.hosts[side]
        assert f"{after[side]['lost']} / {host.total}" in summary
    watched = read(Client(), third, f"bilan/{turn}/")
    assert "vous perdez" not in watched and "Alice perd" in watched


def spent(match: Match, turn: int) -> bool:
    """Whether men fell in this turn."""
    before, after = counts_around(match, turn)
    return any(after[place]["men"] < before[place]["men"] for place in (0, 1))


def test_the_report_of_the_present_turn_says_what_is_left_and_what_to_do(
    third: Match, client_of: Browser, alice: Player
) -> None:
    page = read(client_of(alice), third, "bilan/")
    turns = third.realm.settings.turns
    assert f"Encore {turns - 3} tour" in page and "d'ordre, et" in page
    assert "Ensuite :" in page.replace("\N{NO-BREAK SPACE}", " ")
    assert "À faire" not in read(client_of(alice), third, "bilan/1/")


@pytest.mark.rule("SV-ATK-01", "SV-MEL-01")
def test_a_line_of_the_report_opens_to_every_die_the_rule_and_its_moment(
    over: Match, client_of: Browser, alice: Player
) -> None:
    number, data = moment_of(over, BLOODY)
    turn = Step.objects.get(match=over, number=number).turn
    page = read(client_of(alice), over, f"bilan/{turn}/")
    lines = [line for line in re.findall('<details class="deed".*?</details>', page, re.S) if "contre un seuil" in line]
    mine = next(line for line in lines if f"?pas={number}" in line)
    assert f"{len(data['dice'])} dés d'attaque" in mine  # type: ignore[arg-type]
    assert "Les dés promettaient" in mine and "Défense de" in mine
    assert f"/regles/vassaux/SV-MEL-01/?vu={over.code}.{turn}" in mine
    men = re.search('data-men="([^"]*)"', mine)
    assert men and len(men[1].split()) >= 2, "the men concerned, whom a script lights"


def test_long_turns_are_folded_but_for_those_that_cost_blood(over: Match, client_of: Browser, alice: Player) -> None:
    folded = 0
    for turn in range(1, over.turn + 1):
        page = read(client_of(alice), over, f"bilan/{turn}/")
        chapters = re.findall(r'<details class="fold chapter"[^>]*>.*?</ol></details>', page, re.S)
        lines = sum(chapter.count('class="feed-line') for chapter in chapters)
        closed = [chapter for chapter in chapters if " open>" not in chapter[: chapter.index(">") + 1]]
        assert bool(closed) <= (lines > 30)
        assert not any("tombe chez" in chapter or "tombent chez" in chapter for chapter in closed)
        folded += len(closed)
    assert folded


# Moments and the film


def test_a_moment_shows_the_table_as_it_was_and_what_was_told(over: Match, client: Client) -> None:
    number, _ = moment_of(over, BLOODY)
    page = read(client, over, f"histoire/?pas={number}")
    assert "contre un seuil" in page and "data-men=" in page and "vassaux_lights.js" in page
    assert f'href="/partie/{over.code}/film/?pas={number}"' in page
    assert client.get(f"/partie/{over.code}/histoire/?pas={over.step + 1}").status_code == 404
    drawn = client.get(f"/partie/{over.code}/carte.svg?pas={number}").content.decode()
    still = client.get(f"/partie/{over.code}/carte.svg?pas=0").content.decode()
    assert 'class="trace blow' in drawn and 'class="trace blow' not in still, "the picture shows what was done"


def test_a_moment_at_which_nobody_moves_yet_lights_the_unit_that_is_given_its_orders(
    over: Match, client: Client
) -> None:
    number, data = moment_of(over, "announced")
    drawn = client.get(f"/partie/{over.code}/carte.svg?pas={number}").content.decode()
    assert re.findall(r'class="unit [^"]*chosen[^"]*" id="g(\d+)"', drawn) == [str(data["unit"])]


def test_every_moment_of_the_film_has_an_address_and_its_words(over: Match, client: Client) -> None:
    page = read(client, over, "film/")
    film = re.search('data-film="([^"]+)"', page)
    assert film is not None and 'data-key="pas"' in page
    frames = [tuple(map(int, pair.split(":"))) for pair in film[1].split(",")]
    assert frames[0][1] == 0 and frames[-1] == (over.turn, over.step) and frames == sorted(frames)
    assert len(frames) > 2 * over.turn, "a turn is more than one picture"
    number, _ = moment_of(over, BLOODY)
    moment = read(client, over, f"film/?pas={number}")
    assert f"carte.svg?pas={number}" in moment and "contre un seuil" in moment[: moment.index('id="film-words"')]
    turn = next(turn for turn, step in frames if step == number)
    first = next(step for one, step in frames if one == turn)
    assert f"carte.svg?pas={first}" in read(client, over, f"film/?tour={turn}")
    assert f"carte.svg?pas={frames[-1][1]}" in read(client, over, "film/?pas=x")


# Luck


def test_the_ledger_weighs_every_roll_of_the_match(over: Match, client_of: Browser, alice: Player) -> None:
    page = read(client_of(alice), over, "outils/chance/")
    shares = [int(one) for one in re.findall(r"Plus heureux que (\d+)\s*% des batailles", page)]
    assert len(shares) == 2 and 99 <= sum(shares) <= 101
    dice = sum(
        len(faces)
        for step in Step.objects.filter(match=over)
        for event in stored_events(step.events)
        for _, faces in thrown(event)
    )
    told = [int(one.replace("\N{NARROW NO-BREAK SPACE}", "")) for one in re.findall(r"([\d\u202f]+) dés lancés", page)]
    assert sum(told) == dice
    assert "Touches portées" in page and "Épreuves gagnées" in page


def test_the_odds_are_those_of_the_calculators(over: Match, client: Client) -> None:
    answered = read(client, over, "outils/epreuve/?calcul=1&des=2&cible=7&autre=7")
    assert re.search(r"l'emporte dans 50,0\s*% des cas", answered)
    blow = read(client, over, "outils/attaque/?calcul=1&des=4&defense=2&sante=1")
    assert "4 dés d'attaque contre 2 dés de défense" in blow and re.search(r"1,8\d en moyenne", blow)
    assert read(client, over, "outils/attaque/?des=9999&defense=x&sante=-3"), "what is too much becomes the most"
    assert client.get(f"/partie/{over.code}/outils/oracle/").status_code == 404


# The end


@LANGUAGES
def test_the_end_says_who_won_how_and_what_each_is_remembered_for(over: Match, client: Client, language: str) -> None:
    page = read(client, over, "fin/", language)
    winner = over.realm.winner
    assert ("l'emporte" in page or "wins" in page) == (winner >= 0)
    assert page.count('class="card') >= 3 and 'class="podium"' in page
    assert {"fr": "grand coup", "en": "greatest blow"}[language] in page
    seed = re.search(r"</dt><dd><code>(\w{64})</code>", page[page.index('class="seed"') :])
    assert seed is not None
    assert any(commitment(bytes.fromhex(one)) == over.commitment for one in re.findall(r"<code>(\w{64})</code>", page))
    assert page.count('<svg class="plot"') == 3 and "heraut verify vassaux-" in page


def test_the_greatest_blow_is_the_greatest(over: Match) -> None:
    class Passerby:
        view, lang, match = over.rules.view(over.realm, None), "fr", over

    found = [(step.number, event) for step in Step.objects.filter(match=over) for event in stored_events(step.events)]

    feats = remembered([Told(*one) for one in found], Passerby)  # type: ignore[arg-type]
    for place in (0, 1):
        most = max(
            (
                event.data["casualties"] or 0
                for _, event in found
                if event.kind in ("struck", "struck_back", "shot", "burnt") and (abs(event.data["unit"]) > 50) == place
            ),
            default=0,
        )
        assert most and f"{most} homme" in feats[place][0]


def test_curves_count_men_and_points_turn_by_turn(over: Match, client: Client) -> None:
    turns = counts_of(over)
    assert turns[-1] == counts_in(over.rules.view(over.realm, None))
    for place in (0, 1):
        assert turns[-1][place]["lost"] == over.realm.hosts[place].eliminated == turns[-1][1 - place]["taken"]
        men = [turn[place]["men"] for turn in turns]
        assert men == sorted(men, reverse=True) and men[0] == sum(
            unit.sheet.size for unit in over.realm.units.values() if unit.seat == place
        )
    page = read(client, over, "statistiques/")
    assert page.count('<svg class="plot"') == 5 and "Hommes sur la table" in page


# Since, and who leads


def test_vassals_who_fell_are_counted(third: Match) -> None:
    view = third.rules.view(third.realm, "j1")

    def told(*units: int) -> list[str]:
        events = [Event("SV-MEL-10", "vassal_fell", {"unit": unit}) for unit in units]
        return [line for line in since_words({}, view, events, "fr") if "tombé" in line]

    assert told(2) == ["un de vos vassaux est tombé"]
    assert told(2, 52, 3) == ["2 de vos vassaux sont tombés", "un vassal adverse est tombé"]


@LANGUAGES
def test_since_the_last_visit(third: Match, language: str) -> None:
    view = third.rules.view(third.realm, "j1")
    now = own_figures(view)
    before = {**now, "taken": now["taken"] - 7, "lost": now["lost"] - 3}
    events = [event for step in Step.objects.filter(match=third) for event in stored_events(step.events)]
    with translation.override(language):
        said = " ".join(since_words(before, view, events, language))
        name, words = leader(third.rules.view(third.realm, None), language)
    told = {
        "fr": f"7 points pris 3 points perdus {now['men']} hommes debout",
        "en": f"7 points taken 3 points lost {now['men']} men standing",
    }
    assert told[language] in said
    assert own_figures(third.rules.view(third.realm, None)) == {}
    assert name and name in words
