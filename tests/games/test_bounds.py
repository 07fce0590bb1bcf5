"""How much of a text is read: the largest lawful one of each game is, and whatever is sent costs little (issue 13)."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from heraut.engine.protocol import Bounds, Refusal
from heraut.engine.sheets import GUESSED, TOLD, UNFIT, first_refusals
from heraut.games import NAMES, game
from heraut.games.daifen import decision as daifen_sheet
from heraut.games.daifen.races import ROLES, UNITS
from heraut.games.fief import decision as fief_decision
from heraut.games.fief.board.places import VILLAGES
from heraut.games.fief.cards import LORD_NAMES
from heraut.games.fief.standing import PLAN
from heraut.games.gloire import decision as gloire_sheet
from heraut.games.rois.sheet import judging as rois_sheet
from heraut.games.vassaux import notation as vassaux_notation
from tests.games.daifen import builders as daifen
from tests.games.fief import builders as fief
from tests.games.gloire import builders as gloire
from tests.games.rois import builders as rois
from tests.games.vassaux import builders as vassaux

Owed = tuple[Any, str]  # a decision, and a text that answers it
BOUNDS: dict[str, Bounds] = {
    "gloire": gloire_sheet.BOUNDS,
    "daifen": daifen_sheet.BOUNDS,
    "rois": rois_sheet.BOUNDS,
    "fief": fief_decision.BOUNDS,
    "vassaux": vassaux_notation.BOUNDS,
}
MOST_SECONDS = 0.5  # of processor, to read any text and to say what is wrong with it; a page does more besides


def largest_gloire() -> Owed:
    """All of Europe in one hand, ninety-nine lords at court, sixty knights: everything is said of everyone once."""
    realm = gloire.realm(100, map="EUROPE")
    lands = list(realm.lands)
    gloire.give(realm, "j1", *lands)
    realm.turn = 7
    for number in range(60):
        gloire.knight(realm, "j1", f"Chevalier au long nom {number:8}", lands[number], men=100)
    decision = gloire.decision(realm, "j1")
    own = decision.view["own"]
    knights = {f'"{knight["name"]}"': knight for knight in own["knights"].values()}
    lines = ["INI 100 100 100", "CHE 3", 'ORG 100 999999999 "un mot de passe à trente signe"']
    for land in lands:
        orders = (f'IMP 10 "{land}"', f'RED 999999999 "{land}"', f'ARM "{land}" 999999999 "Seigneur A"')
        orders += (f'VND "Seigneur B" "{land}" 999999999', f'ESP "{land}"', f'FOR "{land}" enceinte')
        lines += orders
    for name in gloire.NAMES[1:]:
        lines += [f'GUE "{name}"', f'PAI "{name}"']
    for name, knight in knights.items():
        lines += [f'TSF {name} "Seigneur B/Untel le Long" 999999', f'ATT {name} "{knight["land"]}" 999999']
        lines += [f'PAR {name} "Seigneur B" "un mot de passe"', f"GAR {name} 999999", f'REN {name} "{"Z" * 30}"']
    lines += [f"DEF #{army} 999999999" for army in own["armies"]]
    return decision, "\n".join(lines)


def largest_daifen() -> Owed:
    """Forty kingdoms that know one another: every line of the form, every spy on his own."""
    names = {f"j{n}": f"Royaume au nom si long {LETTERS[n]}" for n in range(1, 41)}
    state = daifen.acquainted(
        40, lords=40, kingdoms=names, names={seat: f"Sire {LETTERS[int(seat[1:])]}" for seat in names}
    )
    plain = daifen.decision(state, "j1")
    race = plain.book.race
    units = dict.fromkeys(race.units, 999) | {ROLES.spy: 999}
    wealth = {"gold": 10**6, "intellect": 10**4, "units": units, "buildings": dict.fromkeys(race.buildings, 99)}
    daifen.endow(state, "j1", **wealth, technologies=[])
    decision = daifen.decision(state, "j1")
    others = [f'"{name}"' for name in list(names.values())[1:]]
    host = {
        "ATTAQUER": ", ".join(f"{UNITS[code].fr} 1" for code in race.units if UNITS[code].offensive),
        "SOUTENIR": ", ".join(f"{UNITS[code].fr} 1" for code in race.units if UNITS[code].defensive),
    }
    lines = [f"CONSTRUIRE {code} 1" for code in list(race.buildings)[:1] * 5]
    lines += [f"ENTRAINER {code} 1" for code in race.units if UNITS[code].requires is None for _ in range(20)]
    lines += [f"ATTAQUER {name} : {host['ATTAQUER']}" for name in others[:3]]
    lines += [f"SOUTENIR {name} : {host['SOUTENIR']}" for name in others[3:6]]
    lines += [f"DONNER {name} : or 1" for name in others[:3]]
    lines += [f"{code} {name} 1" for code in ("ESPIONNER", "VOLER", "SABOTER") for name in others]
    lines += [f"INDIQUER {others[0]} A {name}" for name in others[1:]]
    lines += ["EXPLORER 1", "CONTRE-ESPIONNER 1", f'RUMEUR {others[0]} : "{"R" * 140}"']
    return decision, "\n".join(lines)


def largest_rois() -> Owed:
    """A King of thirty Heroes and four hundred units, every one of which is moved and renamed, with a plan for each."""
    state = rois.world(len(rois.HOMES))
    for _ in range(30):
        rois.person(state, 1, 41, TA=5, ME=5)
    rois.units(state, 1, 41, *["LI"] * 400)
    plan = "{" + ", ".join(["FI", "FL"] * 6) + "}"
    decision = rois.decision(state, "j1")
    own, units = decision.book.characters, sorted(decision.book.units)
    every_other, lines = ", ".join(map(str, units[::2])), []
    for number in own:
        lines += [f"@{number}", f"1: LE {units[0]}-{units[-1]} G", f"PLAN {plan}", "DUEL {FI}"]
        lines += [f"{season}: MO 37" for season in (2, 3, 4)]
    lines += [f"5: LE {every_other} G"]
    lines += ["@ROYAUME", "ELECTION", "VOTE BLANC", "HERITIER {}"]
    lines += [
        f"{code} {kingdom}{gold}" for kingdom in range(2, len(state.kingdoms) + 1) for code, gold in PACTS.items()
    ]
    lines += [f'NOM U{unit} "La compagnie {unit}"' for unit in units]
    lines += [f'NOM C{number} "Le preux {number}"' for number in own if number > 1]
    return decision, "\n".join(lines)


LETTERS = [a + b for a in "ABCDEF" for b in "abcdefgh"]
PACTS = {"TRAITE": "", "SCIENCE": "", "DON": " 999999"}


def largest_fief() -> Owed:
    """Six families: leave for everyone in every village, a plan for each battle, orders in advance, a ballot paper."""
    table = fief.Table(6)
    for number in range(6):
        table.lord(fief.LORD_IDS[number], number, "bourg")
    villages, lords = [row.name for row in VILLAGES], "+".join(LORD_NAMES[:12])
    values = dict.fromkeys(PLAN, "1") | {"cible": "plus fort", "pertes": "soldats", "camp": "neutre", "merci": "100"}
    values |= {"avec": "j2+j3+j4+j5+j6", "place": "tenir", "sommation": "combattre", "seigneurs": lords}
    lines = [f"POLITIQUE j{n}, refuser, demander" for n in range(2, 7)]
    lines += [f"PASSAGE j{n}, {village}, camper" for n in range(2, 7) for village in villages]
    lines += [f"PLAN {field}, {value}" for field, value in values.items()]
    lines += [f"PLAN {field}, {value}, {village}" for village in villages for field, value in values.items()]
    lines += ["POUR mouvements, MARCHER Arnaud, Saint-Paul"] * 60 + ["POUR achats, RECRUTER 3, Bourg"] * 40
    lines += [f"BULLETIN votes, {lords}", "FIN"]
    return table.phase("move").pending[fief.seats(1)[0]], "\n".join(lines)


def largest_vassaux() -> Owed:
    """A band of forty goes a crooked way, every man set down by hand."""
    men = vassaux.line((2000, 2000), 20) + vassaux.line((2000, 2500), 20)
    state = vassaux.play(vassaux.table([vassaux.troop(*men)]), "ORDRE 2 MAR").state
    corners = [f"{2000 + 10 * corner},{2000 + 10 * (corner % 2)}" for corner in range(40)]
    by_hand = [f"{200 + rank}={x},{y + 1}" for rank, (x, y) in enumerate(men, start=1)]
    return vassaux.decision(state), " ".join(["ALLER", *corners, "AVEC", *by_hand[1:]])


LARGEST: dict[str, Callable[[], Owed]] = {
    "gloire": largest_gloire,
    "daifen": largest_daifen,
    "rois": largest_rois,
    "fief": largest_fief,
    "vassaux": largest_vassaux,
}


def codes(decision: Any, text: str) -> set[str]:
    """Why lines of this text are refused."""
    return {refusal.code for refusal in decision.parse(text).refusals}


@pytest.mark.parametrize("name", NAMES)
def test_the_largest_text_that_the_rules_can_use_is_read_with_room_to_spare(name: str) -> None:
    decision, text = LARGEST[name]()
    bounds = BOUNDS[name]
    assert not codes(decision, text) & set(UNFIT)
    if name != "vassaux":  # whose forty men would stand on one another
        assert not codes(decision, text)
    lines = text.split("\n")
    assert len(lines) <= 0.8 * bounds.lines and max(map(len, lines)) <= 0.8 * bounds.width
    assert len(text) <= 0.8 * bounds.signs


@pytest.mark.parametrize("name", NAMES)
def test_what_is_beyond_is_told_in_one_line_with_the_number_of_those_left_out(name: str) -> None:
    decision, _ = LARGEST[name]()
    bounds = BOUNDS[name]
    (*_, last) = decision.parse("zzz\n" * (bounds.lines + 7)).refusals
    assert (last.code, last.line, last.data["left"]) == ("text_too_long", bounds.lines + 1, 7)
    french, english = (game(name).explain(last, lang) for lang in ("fr", "en"))
    assert "7 lignes n'ont pas été lues" in french and "7 lines have not been read" in english
    assert "text_too_long" not in codes(decision, "zzz\n" * bounds.lines + "\n \n")
    assert "text_too_long" in codes(decision, "\n".join(["z" * bounds.width] * (bounds.signs // bounds.width + 1)))


@pytest.mark.parametrize("blank", ["", "; rien"])
@pytest.mark.parametrize("name", NAMES)
def test_a_blank_line_may_be_the_first_that_is_not_read(name: str, blank: str) -> None:
    decision, _ = LARGEST[name]()
    bounds = BOUNDS[name]
    assert "text_too_long" in codes(decision, "\n".join(["zzz", *[blank] * bounds.lines, "zzz"]))


@pytest.mark.parametrize("name", NAMES)
def test_a_line_without_end_is_refused_and_its_neighbours_are_read(name: str) -> None:
    decision, _ = LARGEST[name]()
    width = BOUNDS[name].width
    refusals = decision.parse("z" * (width + 1) + "\nzzz").refusals
    assert (refusals[0].code, refusals[0].line) == ("line_too_long", 1)
    assert f"{width:,}".replace(",", "\u202f") in game(name).explain(refusals[0], "fr")
    assert "line_too_long" not in codes(decision, "z" * width)


def floods(name: str) -> dict[str, str]:
    """Texts that cost as much as any do: each line another one, misspelt, or nearly right."""
    _, largest = LARGEST[name]()
    lines = largest.split("\n")
    return {
        "nothing": "\n" * 1_000_000,
        "words": "\n".join(f"zzz{n}" for n in range(30_000)),
        "orders": "\n".join(lines[n % len(lines)] for n in range(30_000)),
        "misspelt": "\n".join(lines[n % len(lines)].replace("e", "ez", 1) + f" z{n}" for n in range(30_000)),
        "one line": " ".join(lines * 30),
        "one word": "z" * 1_000_000,
        "quotes": '"' * 60_000,
        "commas": "PI 1-500" + ",1-500" * 10_000,
    }


@pytest.mark.parametrize("name", NAMES)
def test_no_text_takes_long_to_be_read_and_answered(name: str) -> None:
    decision, _ = LARGEST[name]()
    decision.parse("")  # arranges what the seat knows
    for case, text in floods(name).items():
        begun = time.process_time()
        for refusal in decision.parse(text).refusals:
            game(name).explain(refusal, "fr")
        assert time.process_time() - begun < MOST_SECONDS, case


@pytest.mark.parametrize("name", ["gloire", "daifen", "rois", "fief"])
def test_only_the_first_faults_guess_at_what_was_meant(name: str) -> None:
    decision, _ = LARGEST[name]()
    word = {"gloire": "GUEE", "daifen": "ATTAQUERR", "rois": "@ROYAUME\nELECTIO", "fief": "PASSERR"}[name]
    head = word.count("\n")
    word = word.split("\n")[-1]
    refusals = decision.parse("@ROYAUME\n" * head + f"{word} 1\n" * (GUESSED + 3)).refusals
    assert [bool(refusal.data["nearest"]) for refusal in refusals] == [True] * GUESSED + [False] * 3


# What is understood is kept as it is written out, and read again: it may be longer than what was typed


def longer_gloire() -> Owed:
    """A knight whose name has thirty signs, and can be typed in three."""
    realm = gloire.realm(4)
    gloire.knight(realm, "j1", f"A{'-' * 28}B", next(iter(realm.lands)), men=100)
    return gloire.decision(realm, "j1"), "GAR a-b 5\n" * 2000


def longer_rois() -> Owed:
    """A list of units as long as a line may be, without a blank."""
    state = rois.world(len(rois.HOMES))
    rois.units(state, 1, 41, *["LI"] * 2000)
    decision = rois.decision(state, "j1")
    (king,) = decision.book.characters
    units = [str(unit) for unit in sorted(decision.book.units)[::2]]
    line = filled("1:LE ", units, ",", BOUNDS["rois"].width - 2) + " G"
    return decision, f"@{king}\n{line}"


def longer_fief() -> Owed:
    """A ballot paper as long as a line may be, without a blank."""
    table = fief.Table(2)
    line = filled("BULLETIN votes,", list(LORD_NAMES * 40), "+", BOUNDS["fief"].width)
    return table.phase("move").pending[fief.seats(1)[0]], line


def filled(head: str, items: list[str], sign: str, width: int) -> str:
    """A line of exactly so many signs: its head, and items one behind the other."""
    for first, last in product(range(len(items)), items):
        line = head + sign.join([last, *(item for item in items[first:] if item != last)])
        if (line + sign * width)[width] == sign:
            return line[:width]
    raise ValueError(width)


LONGER: dict[str, Callable[[], Owed]] = {"gloire": longer_gloire, "rois": longer_rois, "fief": longer_fief}


@pytest.mark.parametrize("name", NAMES)
def test_what_was_understood_is_read_again_whole(name: str) -> None:
    """Or a sheet that was taken when it was saved would be refused when the turn is resolved, and stop the match."""
    for decision, text in (LARGEST[name](), LONGER.get(name, LARGEST[name])()):
        reading = decision.parse(text)
        kept = decision.write(reading.answer)
        again = decision.parse(kept)
        assert not again.refusals, again.refusals[:2]
        assert decision.write(again.answer) == kept


def test_a_short_word_for_a_long_name_is_bounded_as_the_name_is() -> None:
    decision, text = longer_gloire()
    reading = decision.parse(text)
    (told,) = reading.refusals
    fit = 60_001 // len(f"GAR A{'-' * 28}B 5\n")
    assert (told.code, told.line, told.data["left"]) == ("text_too_long", fit + 1, 2000 - fit)
    assert len(reading.answer) == fit


def test_refused_lines_are_told_first_and_counted() -> None:
    refusals = [Refusal("X-1", "wrong", {}, line) for line in range(1, 91) for _ in range(2)]
    told, left = first_refusals(refusals)
    assert (len(told), left) == (2 * TOLD, 90 - TOLD)
    told, left = first_refusals([*refusals, Refusal("X-1", UNFIT[0], {}, 91)])
    assert (told[-1].line, len(told), left) == (91, 2 * TOLD + 1, 90 - TOLD)
    assert first_refusals(refusals[: 2 * TOLD]) == (refusals[: 2 * TOLD], 0)
    assert first_refusals([]) == ([], 0)
