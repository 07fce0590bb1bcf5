"""What a player says in advance, and that nobody else learns of it (SV-DPR-02, SV-INF-02)."""

from __future__ import annotations

from math import hypot

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heraut.engine.protocol import Refusal, seen_by
from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux import notation
from heraut.games.vassaux.identities import WHOEVER
from heraut.games.vassaux.instructions import DEEDS, Outlook, instruct_refusals, keep, random_rule
from heraut.games.vassaux.orders import Instruct, React, Rule
from heraut.games.vassaux.phases.reactions import distances, frames, react_refusals
from heraut.games.vassaux.state import Battle, Instructions
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables import ORDERS
from heraut.geometry import Disc, point_at
from tests.games.vassaux.builders import (
    SEATS,
    Played,
    decision,
    end_turn,
    lord,
    marked,
    play,
    refused,
    table,
    troop,
    turn_of,
)
from tests.games.vassaux.phases.test_magic import duel as sorcery
from tests.games.vassaux.phases.test_reactions import LOST, WON, facing
from tests.games.vassaux.phases.test_scenarios import duel
from tests.games.vassaux.promises import SAMPLE, bold

MARCH = ("ORDRE 2 MAR", "ALLER 5000,4250 5000,5400")  # 2 400 mR, towards unit 52


def instructed(state: Battle, place: int, *lines: str) -> Battle:
    """The battle with these instructions of a seat, whoever is asked."""
    turn = turn_of(state)
    for line in lines:
        answer = notation.read(line, (Instruct,))
        assert isinstance(answer, Instruct) and not instruct_refusals(turn, place, answer), line
        keep(turn, place, answer)
    return turn.now


def reacted(state: Battle, line: str, *lines: str, dice: tuple[int, ...] = WON) -> Played:
    """An order of seat A (a march, unless told otherwise) against the instruction of seat B for reactions."""
    return play(instructed(state, 1, f"CONSIGNE REAGIR {line}"), *(lines or MARCH), dice=dice, left=None, on=False)


def tried(played: Played) -> list[tuple[int, str, int]]:
    """Who reacted, how, at which point."""
    found = [event for event in played.events if event.kind in ("reaction_won", "reaction_lost", "reaction_on_alert")]
    return [(event.data["unit"], event.data["order"], event.data["point"]) for event in found]


# The list of rules (SV-DP-06)


@pytest.mark.rule("SV-DPR-02", "SV-REA-08")
def test_the_first_rule_that_applies_answers() -> None:
    state = facing()
    assert tried(reacted(state, "53 * * WAI PUIS 52 * * WAI PUIS PASSER", dice=LOST + LOST)) == [
        (53, "WAI", 0),
        (52, "WAI", 0),
    ]
    first = reacted(state, "52 * * WAI PUIS PASSER", dice=LOST)
    assert tried(first) == [(52, "WAI", 0)] and first.one("moved")["end"] == [5000, 5400]
    passed = reacted(state, "PASSER PUIS 52 * * WAI")
    assert tried(passed) == [] and passed.state.asked == (1, "activate")
    asked = reacted(state, "DEMANDER PUIS PASSER")
    assert tried(asked) == [] and asked.state.asked == (1, "react")
    assert reacted(state, "52 * * WAI", dice=LOST).state.asked == (1, "react")  # none is left that applies: he is asked
    assert play(state, *MARCH, on=False).state.asked == (1, "react")


@pytest.mark.rule("SV-DPR-02", "SV-REA-01", "SV-GEO-03")
@pytest.mark.parametrize(("limit", "point"), [(2200, 1800), (2195, 1800), (2194, 1900), (1595, 2400), (3999, 0)])
def test_a_rule_applies_at_the_earliest_point_at_which_the_gap_is_small_enough(limit: int, point: int) -> None:
    # base edge to base edge of the two leaders: 4 000 mR at the start, 1 600 at the end of the way
    assert tried(reacted(facing(), f"52 * {limit} WAI")) == [(52, "WAI", point)]


@pytest.mark.rule("SV-DPR-02", "SV-GEO-03")
def test_one_mr_above_the_maximum_a_rule_does_not_apply() -> None:
    for gap, applies in ((4000, True), (4005, True), (4006, False)):  # with the tolerance of all distances
        state = facing(gap=gap)
        assert tried(reacted(state, "52 * 4000 WAI", "ORDRE 2 WAI")) == [(52, "WAI", 0)] * applies
        passed = reacted(state, "52 * 4000 PASSER", "ORDRE 2 WAI").state.asked
        asked = reacted(state, "52 * 4000 DEMANDER PUIS PASSER", "ORDRE 2 WAI").state.asked
        assert (passed, asked) == (((1, "activate"), (1, "react")) if applies else ((1, "react"), (1, "activate")))
    assert tried(reacted(facing(), "52 * 1594 WAI")) == []  # at the end of the way it is 1 600
    rider = facing("ECLAIREUR")  # his base is wider by 125
    assert tried(reacted(rider, "52 * 3870 WAI", "ORDRE 2 WAI")) == [(52, "WAI", 0)]
    assert tried(reacted(rider, "52 * 3869 WAI", "ORDRE 2 WAI")) == []


@pytest.mark.rule("SV-DPR-02")
def test_the_gap_is_that_between_the_leaders() -> None:
    state = facing()
    state.at |= {202: (5000, 3500), 5202: (5000, 7000)}  # their men are nearer to one another
    assert tried(reacted(state, "52 * 3994 WAI", "ORDRE 2 WAI")) == []
    assert tried(reacted(state, "52 * 3995 WAI", "ORDRE 2 WAI")) == [(52, "WAI", 0)]


@pytest.mark.rule("SV-DPR-02")
def test_of_any_unit_the_first_on_the_way_then_the_smallest_number() -> None:
    state = facing()
    state.at |= {5201: (7000, 7500), 5202: (7500, 7500), 5203: (8000, 7500)}
    state.at |= {5301: (3000, 7500), 5302: (2500, 7500)}
    assert tried(reacted(state, "* * 3500 WAI"))[0] == (52, "WAI", 1100)  # both at once
    state.at |= {5301: (3100, 7500)}
    assert tried(reacted(state, "* * 3500 WAI"))[0] == (53, "WAI", 1000)
    assert tried(reacted(state, "52 * 3500 WAI")) == [(52, "WAI", 1100)]


@pytest.mark.rule("SV-DPR-02")
def test_the_kind_of_the_enemys_order() -> None:
    far, near = facing(), facing(gap=2400)
    charge = ("ORDRE 2 CHA", "CHARGER 52 VISER 5201")
    assert tried(reacted(near, "52 CHA * WAI", *charge)) == [(52, "WAI", 0)]
    assert tried(reacted(near, "52 MAR * WAI", *charge)) == []
    assert tried(reacted(far, "52 CHA * WAI")) == []
    assert reacted(far, "* MAR * PASSER PUIS 52 CHA * WAI").state.asked == (1, "activate")
    assert tried(reacted(near, "* MAR * PASSER PUIS 52 CHA * WAI", *charge)) == [(52, "WAI", 0)]


@pytest.mark.rule("SV-DPR-02", "SV-REA-02", "SV-REA-05")
def test_a_rule_applies_where_its_order_is_legal() -> None:
    state = facing(gap=4500)
    asked = play(state, *MARCH, on=False).state
    field = decision(asked).field
    for order, question in (("ATT", "attack"), ("CHA", "charge")):  # whom to shoot at or charge, he is asked
        points = list(distances(field, *frames(field)))
        first = next(point for point in points if not react_refusals(field, React(52, order, point)))
        assert 0 < first < 2400
        after = reacted(state, f"52 * * {order}")
        assert tried(after) == [(52, order, first)] and after.state.asked == (1, question)
    assert tried(reacted(facing("MILICIEN", gap=2900), "52 * * ATT PUIS 52 * * MAR")) == [(52, "MAR", 0)]
    blind = facing(elements=[("HOUSE", 4.3, 5.7, 6, 6.5)])
    blind.units[53].ordered = True
    aside = reacted(blind, "52 * * WAI", "ORDRE 2 MAR", "ALLER 6200,3200 7300,3700")
    assert tried(aside)[0][2] > 0  # as soon as he is seen from behind the house
    tired = marked(state, 52, ordered=True)
    assert tried(reacted(tired, "52 * * WAI")) == []
    assert tried(reacted(marked(tired, 52, alert=True), "52 * * WAI", dice=())) == [(52, "WAI", 0)]


@pytest.mark.rule("SV-DPR-02", "SV-REA-01", "SV-REA-02")
@pytest.mark.parametrize("number", [0, 3, 6])
def test_what_a_rule_answers_is_the_first_that_the_player_could_have_answered(number: int) -> None:
    rng, found = Rng(b"first %d" % number), set()
    state = vassaux.setup(SEATS, SAMPLE[number], rng.at("setup")).state
    for _ in range(150):
        if state.asked is None:
            break
        owed = decision(state)
        if owed.kind == "react":
            own = [unit.id for unit in state.units.values() if unit.seat == owed.place]
            for rule in [msgspec.structs.replace(random_rule(own, rng), order="") for _ in range(3)]:
                answer = Outlook(owed.field).answer(rule)
                assert answer == first_legal(owed.field, own, rule), rule
                found.add((rule.deed, answer is None, rule.gap is None))
        state = vassaux.advance(state, {SEATS[owed.place]: bold(owed, None, rng)}, rng).state
    assert len(found) > 12


def first_legal(field: Field, own: list[int], rule: Rule) -> React | None:
    """The same by trying every unit at every point of the way."""
    quiet = rule.deed in ("pass", "ask")
    if quiet:  # as if the number of the duel had come
        hosts = [msgspec.structs.replace(host, number=0) for host in field.now.hosts]
        field = Field(msgspec.structs.replace(field.now, hosts=hosts))
    act, window = frames(field)
    for point in sorted({*range(0, window.end + 1, 100), window.end, act.reached}):
        leader = field.disc(field.now.units[act.unit].leader)
        there = leader if point == act.reached else (*point_at(window.path or [leader[:2]], point), leader[2])
        for unit in own if not rule.unit else [rule.unit]:
            chief = field.now.units[unit].leader
            near = chief in field.now.at and (rule.gap is None or gap_of(field.disc(chief), there) <= rule.gap + 5)
            answer = React(unit, "WAI" if quiet else rule.deed, point)
            if near and not react_refusals(field, answer):
                return React(0) if quiet else answer
    return None


def gap_of(one: Disc, other: Disc) -> float:
    """From edge to edge."""
    return hypot(one[0] - other[0], one[1] - other[1]) - one[2] - other[2]


@pytest.mark.rule("SV-DPR-02", "SV-REA-05", "SV-GRN-09")
def test_a_tactical_move_under_the_call_to_the_hunt() -> None:
    assert tried(reacted(facing(), "52 * * MT")) == []
    hunters = marked(facing(), 52, effects=["APPEL_CHASSE"])
    after = reacted(hunters, "52 * * MT")
    assert tried(after) == [(52, "MT", 0)] and after.state.asked == (1, "move")


@pytest.mark.rule("SV-DPR-02", "SV-REA-09")
def test_a_reaction_by_instruction_is_reacted_to_by_instruction() -> None:
    state = instructed(facing(), 0, "CONSIGNE REAGIR 1 * * WAI")
    after = reacted(state, "52 * * MAR", dice=WON)
    assert after.state.asked == (1, "move")
    chain = play(after.state, "ALLER 5000,7000", dice=LOST, left=None, on=False)
    assert tried(chain) == [(1, "WAI", 0)]


@pytest.mark.rule("SV-DPR-02", "SV-SCN-31", "SV-SCN-32")
def test_in_the_duel_an_instruction_tells_nothing_of_the_number() -> None:
    early, late = duel(2), duel(1)
    lines = ("ORDRE 1 WAI",)
    assert tried(reacted(late, "52 * * WAI", *lines)) == [(52, "WAI", 0)]
    assert reacted(early, "52 * * WAI", *lines).state.asked == (1, "react")  # it may not act yet
    assert tried(reacted(early, "* * * WAI", *lines)) == [(51, "WAI", 0)]  # the Lord may
    for line, asked in (
        ("PASSER", "activate"),
        ("52 * * PASSER", "activate"),
        ("52 * * DEMANDER PUIS PASSER", "react"),
    ):
        for state in (early, late):
            assert reacted(state, line, *lines).state.asked == (1, asked)


# The others (SV-DP-03, 08, 11)


@pytest.mark.rule("SV-DPR-02", "SV-RED-01")
def test_the_initiative_in_advance() -> None:
    proud = lord((14500, 500), powers=("PRESOMPTUEUX",))
    state = table(lords=(proud, lord((500, 14500))), schools=("ROUGE", ""))
    state.hosts[0].discard = 1

    def turned(*lines: str) -> Played:
        waited = play(instructed(state, 0, *lines), "ORDRE 1 WAI").state
        return play(waited, "ORDRE 51 WAI", dice=(6, 6, 1, 1), left=None, on=False)

    assert turned().state.asked == (0, "cede")
    assert turned("CONSIGNE CEDER OUI").one("initiative_ceded")["place"] == 0
    kept = turned("CONSIGNE CEDER NON")
    assert not kept.find("initiative_ceded") and kept.one("initiative")["place"] == 0
    assert turned("CONSIGNE CEDER OUI", "CONSIGNE CEDER DEMANDER").state.asked == (0, "cede")


@pytest.mark.rule("SV-DPR-02", "SV-MAG-09")
@pytest.mark.parametrize(
    ("line", "countered"),
    [("52", [52]), ("*", [52]), ("NON", []), ("51", None), ("DEMANDER", None)],  # None: he is asked
)
def test_counter_spells_in_advance(line: str, countered: list[int] | None) -> None:
    state = sorcery(("ROUGE", "VERTE"), gap=1800)
    said = instructed(state, 1, f"CONSIGNE CONTRER {line}")
    after = play(said, "ORDRE 2 SPL", "SORT AURA_DEFENSE SUR 2", dice=(6, 1, 6), left=None, on=False)
    if countered is None:
        assert after.state.asked == (1, "counter")
    else:
        assert [event.data["unit"] for event in after.find("countered")] == countered
        assert after.state.asked == ((1, "apply") if countered else (0, "activate"))


@pytest.mark.rule("SV-DPR-02", "SV-MAG-09")
def test_whoever_can_counter_is_the_one_with_the_smallest_number() -> None:
    state = sorcery(("ROUGE", "VERTE"), gap=1800)
    state.at[5101] = (6500, 7000)
    said = instructed(state, 1, "CONSIGNE CONTRER *")
    after = play(said, "ORDRE 2 SPL", "SORT AURA_DEFENSE SUR 2", dice=(6, 1, 6), left=None, on=False)
    assert [event.data["unit"] for event in after.find("countered")] == [51]


@pytest.mark.rule("SV-DPR-02", "SV-BLK-03")
def test_martyrdom_in_advance() -> None:
    state = table(
        [troop((5000, 5000), (5500, 5000), profile="PAYSAN", weapon="MELEE", powers=("MARTYRS",), title="HEROS")],
        [troop((5000, 5500), (5500, 5500), fighter="SOLDAT_REGULIER")],
    )
    for unit in (51, 52):
        state.units[unit].ordered = True
    for line, each in (("OUI", 3), ("NON", 1)):
        said = instructed(state, 0, f"CONSIGNE MARTYRS {line}")
        after = play(said, "ORDRE 2 ATT", "FRAPPER 52", dice=(6,) * 5 + (1,) * 40, left=None)
        assert after.one("struck")["each"] == each
    said = instructed(state, 0, "CONSIGNE MARTYRS OUI", "CONSIGNE MARTYRS DEMANDER")
    assert play(said, "ORDRE 2 ATT", "FRAPPER 52", on=False).state.asked == (0, "martyrs")


# Given, kept, forgotten


@pytest.mark.rule("SV-DPR-02")
def test_an_instruction_is_given_whatever_is_asked_and_the_question_remains() -> None:
    state = facing()
    for line in ("CONSIGNE REAGIR 2 CHA 1500 ATT PUIS PASSER", "CONSIGNE CEDER NON", "CONSIGNE CONTRER *"):
        state = play(state, line, on=False).state
        assert state.asked == (0, "activate")
    rules = (Rule(2, "CHA", 1500, "ATT"), Rule(0, "", None, "pass"))
    assert state.hosts[0].instructions == Instructions(rules, cede=False, counter=WHOEVER, given=3)
    asked = play(state, *MARCH, on=False).state
    still = play(asked, "CONSIGNE REAGIR PASSER", on=False)  # even about that very question
    assert still.state.asked == (1, "react") and [event.kind for event in still.events] == ["instructed"]
    assert play(still.state, "PASSER").state.asked == (1, "activate")
    other = play(state, "CONSIGNE REAGIR 1 * * WAI", on=False).state.hosts[0].instructions
    assert other is not None and other.react == (Rule(1, "", None, "WAI"),)  # in the place of the former


@pytest.mark.rule("SV-DPR-02")
def test_instructions_are_kept_over_the_turns_until_they_are_forgotten() -> None:
    said = instructed(facing(), 1, "CONSIGNE REAGIR PASSER", "CONSIGNE CEDER NON")
    turned = end_turn(said).state
    assert turned.turn == 2 and turned.hosts[1].instructions == Instructions(
        (Rule(0, "", None, "pass"),), False, given=0
    )
    turned = play(turned, "ORDRE 51 WAI").state if turned.asked == (1, "activate") else turned
    assert play(turned, *MARCH, on=False).state.asked == (1, "activate")
    forgotten = instructed(turned, 1, "CONSIGNE REAGIR RIEN", "CONSIGNE CEDER DEMANDER")
    asked = play(forgotten, *MARCH, on=False).state
    assert asked.asked == (1, "react")
    assert play(asked, "PASSER").state.hosts[1].instructions is None


@pytest.mark.rule("SV-DPR-02")
def test_nobody_talks_instead_of_playing() -> None:
    state = facing()
    for _ in range(10):
        state = play(state, "CONSIGNE REAGIR RIEN", on=False).state
    assert refused(state, "CONSIGNE REAGIR RIEN") == [("SV-DPR-02", "enough_said")]
    after = play(state, "ORDRE 2 WAI", "PASSER", "ORDRE 52 WAI", "PASSER").state
    assert after.asked == (0, "activate") and after.hosts[0].instructions is None
    assert refused(after, "CONSIGNE REAGIR PASSER") == []


@pytest.mark.rule("SV-DPR-02")
def test_instructions_that_cannot_be_kept() -> None:
    state = marked(facing(), 1, fm=1)

    def codes(line: str) -> list[str]:
        return [code for _, code in refused(state, f"CONSIGNE {line}")]

    assert codes("REAGIR 52 * * ATT") == codes("REAGIR 9 * * PASSER") == codes("CONTRER 52") == ["not_your_unit"]
    assert codes("REAGIR 1 * * ATT") == ["not_your_unit"]  # the table plays it
    assert codes("REAGIR 2 ARR * ATT") == ["no_such_order"] and codes("REAGIR 2 CRS * ATT") == []
    assert codes("REAGIR 2 * * FOR") == ["not_a_reaction"] and codes("REAGIR 2 * * MT") == []
    assert codes("REAGIR 2 * 30001 ATT") == ["bad_gap"] and codes("REAGIR 2 * 30000 ATT") == []
    assert (
        codes("REAGIR 2 * -1 ATT") == codes("REAGIR 0 * * ATT") == codes("REAGIR") == codes("CEDER") == ["unreadable"]
    )
    assert codes("REAGIR " + " PUIS ".join(["PASSER"] * 13)) == ["too_many_rules"]
    assert codes("REAGIR " + " PUIS ".join(["PASSER"] * 12)) == []
    assert instruct_refusals(decision(state).field, 0, Instruct("react", (Rule(-1, "", None, "ATT"),)))
    dead = marked(facing(), 2, leader=0)
    assert refused(dead, "CONSIGNE REAGIR 2 * * ATT") == [("SV-DPR-02", "not_your_unit")]
    for line in ("REAGIR 52 ARR 40000 FOR", "REAGIR " + "PASSER PUIS " * 13 + "PASSER", "CONTRER"):
        for one in decision(state).parse(f"CONSIGNE {line}").refusals:
            for lang, remedy in (("fr", "Remède"), ("en", "Remedy")):
                assert remedy in vassaux.explain(one, lang) and "1" in vassaux.explain(one, lang)
    (unknown,) = decision(state).parse("OUI").refusals
    assert "CONSIGNE" in vassaux.explain(unknown, "fr")


# Secrets


@pytest.mark.rule("SV-INF-02", "SV-INF-03", "SV-DPR-02")
def test_nobody_else_sees_instructions_until_the_end() -> None:
    state = facing()
    after = play(state, "CONSIGNE REAGIR 2 CHA 1500 ATT", on=False)
    (event,) = after.events
    assert event.data == {"about": "react", "said": [{"unit": 2, "order": "CHA", "gap": 1500, "deed": "ATT"}]}
    assert seen_by(after.events, SEATS[0]) == (event,)
    for reader in (SEATS[1], None):
        assert vassaux.view(after.state, reader) == vassaux.view(state, reader)
        assert seen_by(after.events, reader) == ()
    own = vassaux.view(after.state, SEATS[0])
    assert own["battle"]["hosts"][0]["instructions"]["react"] == event.data["said"]
    theirs = play(play(after.state, *MARCH, on=False).state, "CONSIGNE REAGIR PASSER", on=False).state
    assert decision(theirs).battle.hosts[0].instructions is None  # nor does the decision know
    assert decision(theirs).battle.hosts[1].instructions is not None
    over = vassaux.view(play(theirs, "ABANDONNER", on=False).state, None)
    assert all(host["instructions"]["react"] for host in over["battle"]["hosts"])


@pytest.mark.rule("SV-DPR-02")
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_report_tells_a_player_his_own_instructions(lang: str) -> None:
    lines = ("REAGIR 2 CHA 1500 ATT PUIS * * 0 DEMANDER PUIS PASSER", "CEDER NON", "CONTRER *", "MARTYRS OUI")
    after = play(facing(), *(f"CONSIGNE {line}" for line in lines), on=False)
    own = vassaux.report(vassaux.view(after.state, SEATS[0]), after.events, lang)
    words = {
        "fr": [
            "Vos consignes",
            "contre l'ordre Charge, à 1,5 R au plus\u00a0: Attaque",
            "à 0 R au plus",
            "oui",
        ],
        "en": ["Your instructions", "against the order Charge, at 1.5 R at most: Attack", "at 0 R at most", "yes"],
    }[lang]
    assert all(word in " ".join(own.split(" ")).replace("\n    ", " ") for word in words)
    theirs = vassaux.report(vassaux.view(after.state, SEATS[1]), seen_by(after.events, SEATS[1]), lang)
    assert words[0] not in theirs and "1500" not in theirs
    forgotten = play(after.state, "CONSIGNE REAGIR RIEN", on=False)
    told = vassaux.report(vassaux.view(forgotten.state, SEATS[0]), forgotten.events, lang)
    assert {"fr": "on vous demandera", "en": "you will be asked"}[lang] in told and words[2] not in told


# Notation

RULES = st.builds(
    Rule,
    st.integers(0, 99),
    st.sampled_from(["", *ORDERS]),
    st.none() | st.integers(0, 99_999),
    st.sampled_from([*DEEDS, *ORDERS]),
)
INSTRUCTIONS = st.one_of(
    st.builds(Instruct, st.just("react"), st.lists(RULES, max_size=5).map(tuple)),
    st.builds(Instruct, st.sampled_from(["cede", "martyrs"]), say=st.none() | st.booleans()),
    st.builds(Instruct, st.just("counter"), unit=st.none() | st.integers(-1, 99)),
)


@pytest.mark.slow
@given(INSTRUCTIONS)
def test_an_instruction_reads_back_as_itself(answer: Instruct) -> None:
    assert notation.read(notation.write(answer), (Instruct,)) == answer


WORDS = "REAGIR CEDER CONTRER MARTYRS PUIS * 3 CHA ATT PASSER DEMANDER RIEN OUI NON 0 x"


@given(st.lists(st.sampled_from(WORDS.split())))
def test_any_words_behind_an_instruction_are_read_or_refused(words: list[str]) -> None:
    found = notation.read(" ".join(["CONSIGNE", *words]), (Instruct,))
    if not isinstance(found, Refusal):
        assert notation.read(notation.write(found), (Instruct,)) == found
        assert msgspec.convert(msgspec.to_builtins(found), Instruct) == found
