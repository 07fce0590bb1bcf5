"""Every event and every refusal has its words; refusals are explained (INFO-05, GEN-07)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from heraut.engine.protocol import Event, Refusal, Seat, SetupError, seen_by
from heraut.engine.rng import Rng
from heraut.engine.sheets import UNFIT
from heraut.engine.words import LANGUAGES, THIN_SPACE, catalogue
from heraut.games import rois
from heraut.games.rois.battle.report import fates, fronts, rear
from heraut.games.rois.encounter.report import ending, rounds, spoils
from heraut.games.rois.herald import Herald, counted_types, listed_people
from heraut.games.rois.orders import CODES, REALM_CODES
from heraut.games.rois.phases.discovery import find_hero
from heraut.games.rois.report import is_letter, when_seen
from heraut.games.rois.state import World
from heraut.games.rois.view import view

from .builders import (
    YES,
    Fate,
    decision,
    feature,
    free_hero,
    item,
    king,
    meet,
    own,
    person,
    play,
    relate,
    turn_of,
    units,
    world,
)

PACKAGE = Path(rois.__file__).parent
WORDS = {lang: catalogue("heraut.games.rois", lang) for lang in LANGUAGES}


def calls() -> Iterator[ast.Call]:
    """Every call in the package."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield node


def texts(node: ast.AST) -> set[str]:
    """The strings that stand in an expression."""
    return {
        each.value
        for each in ast.walk(node)
        if isinstance(each, ast.Constant) and re.fullmatch(r"[a-z]+(_[a-z]+)*", str(each.value))
    }


def arguments(place: dict[str, int]) -> set[str]:
    """The strings given at this place to calls of these names."""
    found: set[str] = set()
    for call in calls():
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        if name in place and len(call.args) > place[name]:
            found |= texts(call.args[place[name]])
    return found


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_and_every_refusal_has_its_words(lang: str) -> None:
    groups = WORDS[lang].groups
    kinds = arguments({"tell": 2, "announce": 1, "audit": 1, "Event": 1})
    codes = arguments({"Unread": 0, "Refusal": 1, "unread": 0}) | set(UNFIT)

    assert kinds - set(groups["event"]) == set()
    assert codes - set(groups["refusal"]) == set()
    assert set(groups["refusal"]) == set(groups["remedy"])
    assert set(groups["syntax"]) == {*CODES, *REALM_CODES}
    assert arguments({"ignore": 2}) - set(groups["reason"]) == set()


FAULTY = [
    "EX", "@1\nMO 42", "@1\n6: EX", "@1\nPLAN FI",
    "@1\n1: DANSE", "@ROYAUME\nDANSE", "@1\n1: MO x", "@1\n1: MO 99999999",
    "@1\n1: RE LE", "@1\n1: EX 3", "@1\n1: RE ZZ 1", "@1\n1: DI 3-1", "@1\n1: SE 0", "@1\n1: CA ZZ", "@1\n1: CA FI",
    "@1\n1: CA CL", "@1\n1: CA DG 4", "@1\n1: US 12", "@1\n1: US 13 1", "@1\n1: PR ZZ", "@ROYAUME\nNOM C1 X",
    "@ROYAUME\nHERITIER {x}", "@2\n1: EX", "@3\n1: EX", "@1\n1: MO 163", "@1\n1: EN 1", "@1\n1: PU 99", "@1\n1: DI 99",
    "@1\n1: HI 2", "@1\n1: FI 1", "@1\n1: GI 3 OR 1", "@ROYAUME\nROMPRE 2 DEBUT", "@ROYAUME\nTRAITE 1",
    "@ROYAUME\nTRAITE 9", '@ROYAUME\nNOM C9 "X"', '@ROYAUME\nNOM C1 ""', "@1\n1: EX\n1: EX",
    "@ROYAUME\nHERITIER {F, elfe, couard, TA 3, ME 1}", "@1\nPLAN {ZZ}", "@1\nPLAN {ME, ST}", "@1\nPLAN {,}",
    "@1\nDUEL {ST}", "@1\nPLAN {CA-BE}", "@1\nPLAN {CA-ZZ}", "@1\nPLAN {US-0}", "@1\nPLAN {US}", '@1\nPLAN {SA-"x}',
    "@1\nPLAN {ME,ME,ME,ME,ME,ME,ME,ME,ME,ME,ME,ME,ME}", "@1\nPLAN {CA-FI, TA}", "@1\nPLAN {CA-PS, ST}",
]  # fmt: skip


@pytest.mark.rule("RO-GEN-07", "RO-ORD-22")
@pytest.mark.parametrize("text", FAULTY)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_refusal_names_line_reason_remedy_and_rule(text: str, lang: str) -> None:
    state = world(2)
    dead = person(state, 1, 41)
    dead.died = 1
    item(state, "ER", king(state, 1), number=11)
    item(state, "GC", king(state, 1), number=12)
    item(state, "PG", king(state, 1), number=13)
    refusals = decision(state, "j1").parse(text).refusals
    assert refusals
    for refusal in refusals:
        words = rois.explain(refusal, lang)
        line = {"fr": f"Ligne {refusal.line}\u00a0: ", "en": f"Line {refusal.line}: "}[lang]
        assert words.startswith(line) and {"fr": "Remède\u00a0: ", "en": "Remedy: "}[lang] in words
        assert words.endswith(f"({refusal.rule})") and re.match(r"RO-[A-Z]{3,4}-\d\d$", refusal.rule)


def test_the_refusals_of_the_options_are_explained() -> None:
    for options in ({"tempo": 1}, {"turns": "x"}, {"turns": 1}, {"races": {"j9": "elfe"}}, {"races": {"j1": "troll"}},
                    {"talents": {"j1": "TA 4"}}, {"names": {"j1": '"'}}):  # fmt: skip
        with pytest.raises(SetupError) as caught:
            rois.setup([Seat("j1"), Seat("j2")], options, Rng(b""))
        for refusal in caught.value.refusals:
            assert rois.explain(refusal, "fr") and rois.explain(refusal, "en")
    with pytest.raises(SetupError) as caught:
        rois.setup([Seat("j1")], {}, Rng(b""))
    assert "2" in rois.explain(caught.value.refusals[0], "fr")
    assert "Ligne" not in rois.explain(Refusal("RO-SET-01", "unknown_seat", {"seat": "j9"}), "fr")


@pytest.mark.rule("RO-INFO-05", "RO-BAT-40")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_year_of_war_and_adventure_is_told(lang: str) -> None:
    """A battle drawn in its lines, a fight blow by blow, letters season by season."""
    state = world(2)
    relate(state, 1, 2, "enemy")
    own(state, 2, 43)
    king(state, 1, ME=3, TA=2, MA=4)
    hero = person(state, 1, 41, ME=3, SP=1)
    units(state, 1, 41, "LE", "LE", "HC", leader=1)
    units(state, 0, 42, "LE")
    units(state, 2, 43, "GA", "BO")
    feature(state, 41, guardian="ogre", gold=5)
    free_hero(state, 41, known_to=1)
    meet(state, 1, 2)
    orders = f"@1\n1: MO 42\n2: MO 43\n3: RE LE 1\n@{hero.number}\n1: SE 1 {{ME, SC}}\n2: HI 4\n3: SP 42\n4: PR ME"
    step = play(state, {"j1": orders}, chance=Fate(action=YES, battle=0.5, search=0.4))
    text = rois.report(rois.view(step.state, Seat("j1")), seen_by(step.events, Seat("j1")), lang)
    flat = " ".join(text.split())

    wanted = {
        "fr": ("Récit royal", "Lettre de Héros 3", "Bataille à Val42", "Printemps", "Donjon", "Légion"),
        "en": ("The royal account", "A letter from Héros 3", "Val42", "Spring", "Dungeon", "Legion"),
    }[lang]
    assert [word for word in wanted if word not in flat] == []
    assert max(len(line) for line in text.splitlines()) <= 98
    other = rois.report(rois.view(step.state, Seat("j2")), seen_by(step.events, Seat("j2")), lang)
    assert "Val42" not in other and "Val43" in other


@pytest.mark.parametrize(("lang", "sign"), [("fr", f"{THIN_SPACE}%"), ("en", "%")])
def test_percentages_are_written_as_the_language_writes_them(lang: str, sign: str) -> None:
    """What is explored of a province, and one's standing in an office."""
    state = world(2)
    own(state, 1, 41)
    king(state, 1)
    view = rois.view(play(state).state, Seat("j1"))
    view["own"]["standings"] = {"marshal": 42}
    view["own"]["map"]["41"]["exploration"] = 37
    text = rois.report(view, (), lang)
    assert f" 42{sign}" in text and f" 37{sign}" in text


@pytest.mark.rule("RO-INFO-05", "RO-SPY-02")
def test_what_a_spy_counts_is_told_with_its_kingdom_and_one_s_own_prey_without() -> None:
    state = world(2)
    meet(state, 1, 2)
    herald = Herald(view(state, Seat("j1")), "fr")
    assert counted_types(herald, [[2, "LE", 3]]) == ["Légion × 3 (Roi 2)"]
    assert counted_types(herald, [["LE", 3]]) == ["Légion × 3"]
    assert listed_people(herald, [[2, 2], [0, 0]]) == ["Roi 2 (Roi 2)", "un inconnu"]


@pytest.mark.rule("RO-INFO-05", "RO-BAT-33")
def test_a_battle_tells_of_the_units_that_it_has_changed_alone() -> None:
    state = world(1)
    units(state, 1, 41, "LE", "LE", "LE", "LE")
    herald = Herald(view(state, Seat("j1")), "fr")
    posts = [
        {"unit": unit, "type": "LE", "race": "human", "quality": 2, "after": after, "fate": "destroyed"}
        for unit, after in enumerate((2, 3, 1, -1), start=1)
    ]
    (told,) = fates(herald, [*posts, {"type": "LE", "quality": 2, "after": 1}])  # the last one is an ally's
    assert told.split("\xa0: ")[1] == (
        "2e Légion humaine (désormais Vétéran), 3e Légion humaine (tombée à Bleus) et 4e Légion humaine (détruite)."
    )


@pytest.mark.rule("RO-SPY-02")
@pytest.mark.parametrize(("treasury", "told"), [(0, True), (7, True), (-1, False)])
def test_a_spy_tells_of_an_empty_treasury_too(treasury: int, told: bool) -> None:
    seen: dict[str, Any] = {"who": 1, "province": 42, "race": "", "owner": 0, "tax_base": 1, "treasury": treasury}
    lists: dict[str, Any] = {name: [] for name in ("types", "units", "characters", "relations")}
    herald = Herald(view(world(1), Seat("j1")), "en")
    text = " ".join(herald.lines(Event("RO-SPY-02", "spy_report", seen | lists), "·"))
    assert (f"Treasury: {treasury}." in " ".join(text.split())) is told and ("Treasury" in text) is told


@pytest.mark.rule("RO-INFO-05", "RO-FEAT-06")
@pytest.mark.parametrize(
    ("gold", "items", "told"),
    [
        (0, [], []), (3, [], ["Spoils: 3 écus."]), (0, [[11, "ER"]], ["Spoils: Rune sword (11)."]),
        (3, [[11, "ER"]], ["Spoils: 3 écus; Rune sword (11)."]),
    ],
)  # fmt: skip
def test_gold_is_told_without_items_and_items_without_gold(gold: int, items: list[object], told: list[str]) -> None:
    herald = Herald(view(world(1), Seat("j1")), "en")
    found = spoils(herald, {"lost": False, "gold": gold, "items": items})
    assert [line.replace("\u00a0", " ") for line in found] == told


@pytest.mark.rule("RO-INFO-05", "RO-ENC-25")
@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"task": "tribute", "tribute": 5}, "un tribut de 5 écus."),
        ({"task": "item", "tribute": 0}, "un objet magique."),
        (
            {"task": "death", "tribute": 0, "target_province": 42, "target_place": 2, "target_monster": "ogre"},
            "une mort (Ogre, Val42 (42), lieu 2).",
        ),
        (
            {"task": "death", "tribute": 0, "target_province": 42, "target_place": 2},
            "une mort (Val42 (42), lieu 2).",
        ),
    ],
)
def test_what_a_monster_asks_is_told_with_all_that_belongs_to_it(asked: dict[str, Any], told: str) -> None:
    herald = Herald(view(world(1), Seat("j1")), "fr")
    data = {"who": 1, "ending": "task", "won": False, "other": 0, "monster": "troll", **asked}
    assert ending(herald, data).replace("\xa0", " ").split(" : ")[1] == told


@pytest.mark.rule("RO-INFO-05", "RO-BAT-40")
def test_a_battle_is_drawn_slot_by_slot_from_the_first() -> None:
    herald = Herald(view(world(1), Seat("j1")), "en")
    own, enemy = [
        [{"type": type, "race": "human", "row": 0, "slot": slot} for slot, type in enumerate(line)]
        for line in (("LE", "BO", "LC"), ("HC", "PH", "CH"))
    ]
    assert fronts(herald, {"own": own, "enemy": enemy, "slots": [1, 0, -1]}) == [
        "1. human Legion breaks human Heavy cavalry.",
        "2. human Archers and human Phalanx are well matched.",
        "3. human Light cavalry gives way to human Chariots.",
    ]


@pytest.mark.rule("RO-INFO-05", "RO-ENC-11")
def test_rounds_that_are_alike_share_a_line_and_what_came_before_has_its_own() -> None:
    herald = Herald(view(world(1), Seat("j1")), "en")
    acts = [(0, "theft", {"done": False}), *((n, "blow", {"hit": False}) for n in (1, 2)), (3, "dazed", {})]
    log = [{"act": act, "round": number, "own": True, **more} for number, act, more in acts]
    told = [line.split(":")[0] for line in rounds(herald, {"who": 1, "other": 0, "monster": "ogre", "log": log})]
    assert told == ["First", "Rounds 1 to 2", "Round 3"]


@pytest.mark.rule("RO-INFO-05", "RO-BAT-29")
def test_a_battle_tells_who_stood_behind_the_lines_and_who_rode_round_them() -> None:
    herald = Herald(view(world(1), Seat("j1")), "en")
    front, back, round_them = [
        {"type": type, "race": "human", "row": row, "behind": behind}
        for type, row, behind in (("LE", 0, False), ("BO", 1, False), ("LC", 1, True))
    ]
    assert rear(herald, {"own": [front, back, round_them], "enemy": [front, round_them]}) == [
        "Behind, on our side: human Archers.",
        "Outflanking, ours: human Light cavalry.",
        "Outflanking, theirs: human Light cavalry.",
    ]


@pytest.mark.rule("RO-INFO-05")
@pytest.mark.parametrize(
    ("owned", "inventions", "provinces", "found"),
    [((41, 42), [1, 2], "Val41 (41) et Val42 (42)", " et "), ((), [], "–", "–")],
)
def test_the_state_of_the_kingdom_lists_lands_and_inventions(
    owned: tuple[int, ...], inventions: list[int], provinces: str, found: str
) -> None:
    state = world(1)
    own(state, 0, 41)
    own(state, 1, *owned)
    state.kingdoms[1].inventions = inventions
    lines = rois.report(view(state, Seat("j1")), (), "fr").replace("\xa0", " ").splitlines()
    rows = {
        line.split()[0]: line.split(None, 1)[1] for line in lines if line.startswith(("  Provinces", "  Inventions"))
    }
    assert rows["Provinces"] == provinces
    assert found in rows["Inventions"] and ("–" in rows["Inventions"]) is (not inventions)


def lines_of(state: World, *, events: Sequence[Event] = (), chronicle: bool = False) -> list[str]:
    """What King 1 reads in French, or everybody in the chronicle, without its alignment."""
    seen = view(state, Seat("j1")), seen_by(events, Seat("j1")), "fr"
    text = rois.chronicle(*seen) if chronicle else rois.report(*seen)
    return [" ".join(line.split()) for line in text.splitlines()]


@pytest.mark.rule("RO-INFO-05", "RO-GEN-07")
def test_a_quiet_year_is_told_line_by_line() -> None:
    state = world(2)
    relate(state, 1, 2, "allied")
    own(state, 1, 42)
    person(state, 1, 41, name="Odon", died=1)
    units(state, 1, 41, "LE", leader=1)
    units(state, 1, 41, "GA")[0].name = "Les Vieux"
    units(state, 2, 42, "LE")
    orders = "@1\n1: PR TA\n2: MO 99\n3: EX"
    step = play(state, {"j1": orders}, chance=Fate(battle=0.5))
    lines = lines_of(step.state, events=step.events)
    told = [line for line in lines if line]
    for expected in (
        "Bilan de l'an 1 sur 15 pour Roi 1",
        "· Une saison d'étude : Tactique. (RO-EXP-05)",
        "· Roi 1, MO (au début de l'été) : la province visée ne touche pas la sienne. (RO-MOVE-02)",
        "· Odon (n° 3) gît sans vie à Val41 (41).",
        "Val41 (41), en garnison « Les Vieux », 2e Garnison humaine (Moyenne)",
        "Val41 (41), Roi 1 1re Légion humaine (Moyenne)",
        "22 Val22 plaine prospère 0 % ? – –",
        "Roi 2 allié",
        "42 Val42 plaine 5 0 % Roi 1 à présent Roi 2 (petite force)",
    ):
        assert told.count(expected) == 1, (expected, told)
    rules = [line for line in told if line.startswith("·") and line.endswith(")")]
    assert len(set(rules)) == len(rules) and not [line for line in told if line.startswith("── Nouvelles")]
    heads = [line.strip("─ ") for line in told if line.startswith("──")]
    assert heads[:3] == ["Récit royal : Roi 1", "Ordres sans effet", "Le royaume"]


@pytest.mark.rule("RO-INFO-05")
@pytest.mark.parametrize(
    ("seen", "when"),
    [
        ({"turn": 2, "season": 6}, "à présent"),
        ({"turn": 2, "season": 0}, "à présent"),
        ({"turn": 2, "season": 5}, "an 2"),
        ({"turn": 1, "season": 6}, "an 1"),
        ({"turn": 1, "season": 5}, "an 1"),
        ({}, "–"),
    ],
)
def test_what_is_known_of_a_province_is_dated(seen: dict[str, int], when: str) -> None:
    state = world(1)
    state.turn = 3
    assert when_seen(Herald(view(state, Seat("j1")), "fr"), seen) == when


@pytest.mark.rule("RO-INFO-05")
@pytest.mark.parametrize(
    ("kind", "data", "letter"),
    [
        ("practised", {"who": 1, "season": 5}, True),
        ("practised", {"who": 1}, True),
        ("practised", {"who": 1, "season": 6}, False),
        ("practised", {"who": 2, "season": 5}, False),
        ("ignored", {"who": 1, "season": 5}, False),
    ],
)
def test_a_letter_tells_the_seasons_of_its_writer(kind: str, data: dict[str, int], letter: bool) -> None:
    assert is_letter(Event("RO-EXP-05", kind, data), {1: {}}) is letter


@pytest.mark.rule("RO-INFO-05", "RO-HERO-04")
def test_none_but_free_heroes_who_were_discovered_seek_a_master() -> None:
    state = world(2)
    turn = turn_of(state)
    free, hired = (free_hero(turn.now, 41, name=name, TA=1) for name in ("Aude", "Berthe"))
    for hero in (free, hired):
        find_hero(turn, 1, hero)
    free_hero(turn.now, 41, name="Cunégonde", known_to=1)  # seen alone
    met = turn.kingdoms[1].met
    met[hired.number] = msgspec.structs.replace(met[hired.number], kingdom=2)
    seekers = [line.split()[1] for line in lines_of(turn.now) if "cherche un maître" in line]
    assert seekers == ["Aude"]


@pytest.mark.rule("RO-INFO-05", "RO-INFO-08")
def test_the_head_of_a_report_names_its_reader_and_that_of_a_chronicle_nobody() -> None:
    state = world(2)
    assert "À l'aube du monde pour Roi 1" in lines_of(state)
    step = play(state)
    assert not [line for line in lines_of(step.state, chronicle=True) if "pour Roi 1" in line]
    assert [line for line in lines_of(step.state, chronicle=True) if "an 1 " in line]


@pytest.mark.rule("RO-INFO-08", "RO-VIC-05", "RO-VIC-06")
def test_the_end_is_told_with_its_offices_and_ranks() -> None:
    state = world(3, turns=8)
    state.turn = 8
    own(state, 0, 104)
    own(state, 1, 42)
    step = play(state)
    lines = lines_of(step.state, events=step.events, chronicle=True)
    assert "comptent les points : Roi 1 l'emporte, avec 30,00 points." in " ".join(lines)
    assert "1. Roi 1 : 30,00 points" in lines and "2. Roi 2 : 0,00 points" in lines
    kings = {line[0]: line.split()[-1] for line in lines if line[:1].isdigit() and line.split()[-1] in ("règne", "8")}
    assert kings == {"1": "règne", "2": "règne", "3": "8"}
    assert [line for line in lines if line.endswith("Roi 1 (Roi 1)") and line.startswith("Empereur du Monde")]
