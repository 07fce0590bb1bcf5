"""A battle at each question that there is, seat A to answer: small tables, made to be read."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux.phases.deployment import unplaced
from heraut.games.vassaux.state import Battle
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.turn import run
from tests.games.vassaux.builders import decision, line, lord, play, table, troop, turn_of
from tests.games.vassaux.seldom import crusaders_at_the_edge, two_touched

NEAR = (lord((5500, 2500)), lord((500, 14500)))


def facing(gap: int = 3000, **more: object) -> Battle:
    """Six swordsmen under their Lord's eyes, as many enemies before them, archers beside."""
    ours = [troop(*line((4000, 4000), 6)), troop(*line((9000, 3000), 5), fighter="ARCHER")]
    theirs = [troop(*line((4000, 4500 + gap), 6)), troop(*line((9500, 11000), 4), fighter="LANCIER")]
    return table(ours, theirs, lords=NEAR, **more)  # type: ignore[arg-type]


def touching() -> Battle:
    """The swordsmen stand at close quarters."""
    return table(
        [troop(*line((4000, 4000), 6))], [troop(*line((4000, 4500), 6))], lords=(lord((6000, 2500)), lord((500, 14500)))
    )


def moving() -> Battle:
    """A march has been announced."""
    return play(facing(), "ORDRE 2 MAR", on=False).state


def charging() -> Battle:
    """A charge has been announced."""
    return play(facing(), "ORDRE 2 CHA", on=False).state


def attacking() -> Battle:
    """An attack has been announced by archers who have somebody in range."""
    state = table(
        [troop(*line((4000, 4000), 6), fighter="ARCHER")],
        [troop(*line((4000, 6500), 6)), troop(*line((7500, 6500), 6))],
        lords=NEAR,
    )
    return play(state, "ORDRE 2 ATC", on=False).state


def casting() -> Battle:
    """A spell has been announced."""
    return play(facing(schools=("ROUGE", "")), "ORDRE 2 SPL", on=False).state


def reacting() -> Battle:
    """The enemy charges."""
    state = facing(active=1, asked=False)
    turn = turn_of(state)
    run(turn)
    return play(turn.now, "ORDRE 52 CHA", "CHARGER 2 VISER 201", on=False).state


def countering() -> Battle:
    """The enemy has cast a spell under the eyes of a leader who knows better."""
    state = table(
        [troop((5000, 7300), (5500, 7300), fighter="MILICIEN", title="HEROS")],
        [troop((5000, 5000), (5500, 5000))],
        lords=(lord((500, 14500)), lord((5000, 3000))),
        schools=("VERTE", "ROUGE"),
        active=1,
        asked=False,
    )
    for unit in (1, 2):
        state.units[unit].ordered = True
    turn = turn_of(state)
    run(turn)
    return play(turn.now, "ORDRE 52 SPL", "SORT AURA_DEFENSE SUR 52", dice=(6,), on=False).state


def prevailing() -> Battle:
    """And his will has prevailed."""
    return play(countering(), "CONTRER 2", dice=(1, 6), left=None, on=False).state


def by_luck(state: Battle, kind: str, *lines: str) -> Battle:
    """These lines, then whatever dice bring seat A to this question."""
    for seed in range(200):
        now = state
        for text in lines:
            now = step(now, text, seed)
        for _ in range(6):
            if now.asked == (0, kind):
                return now
            if now.asked is None:
                break
            now = step(now, "", seed)
    raise AssertionError(kind)


def step(state: Battle, text: str, seed: int) -> Battle:
    """The battle after this answer, or the default."""
    owed = decision(state)
    answer = owed.parse(text).answer if text else owed.default
    return vassaux.advance(state, {state.hosts[owed.place].seat: answer}, Rng(bytes([seed]))).state


def in_melee() -> Battle:
    """Two units that fight, and nobody who would interrupt."""
    state = touching()
    for unit in (51, 52):
        state.units[unit].ordered = True
    return state


def dying() -> Battle:
    """A blow has been returned: some of those who struck must fall."""
    return by_luck(in_melee(), "losses", "ORDRE 2 ATT", "FRAPPER 52")


def regrouping() -> Battle:
    """The melee is over."""
    return by_luck(in_melee(), "regroup", "ORDRE 2 ATT", "FRAPPER 52")


def martyrs() -> Battle:
    """Those who may sacrifice themselves strike."""
    ours = troop(*line((4000, 4000), 6), fighter="", profile="PAYSAN", weapon="MELEE", powers=("MARTYRS",))
    state = table([ours], [troop(*line((4000, 4500), 6))], lords=NEAR, schools=("NOIRE", ""))
    for unit in (51, 52):
        state.units[unit].ordered = True
    return play(state, "ORDRE 2 ATT", "FRAPPER 52", on=False).state


def shooting_again() -> Battle:
    """Archers have shot once, and may again."""
    state = attacking()
    for unit in (51, 52, 53):
        state.units[unit].ordered = True
    return by_luck(state, "shoot_again", "TIRER 52")


def corrupting() -> Battle:
    """A spell of corruption has succeeded."""
    state = facing(2500, schools=("NOIRE", ""))
    state.hosts[0].reserve = 9
    spoken = play(state, "ORDRE 1 SPL", on=False).state
    return play(spoken, "SORT CORRUPTION SUR 52 DES 3", "PASSER", dice=[6] * 40, left=None, on=False).state


def ceding() -> Battle:
    """A new turn begins under a presumptuous Lord with a die to take back."""
    lords = (lord((5500, 2500), powers=("PRESOMPTUEUX",)), lord((500, 14500)))
    state = table([troop((4000, 4000))], [troop((4000, 9000))], lords=lords, schools=("ROUGE", ""), asked=False)
    state.hosts[0].discard = 2
    state.phase = "initiative"
    turn = turn_of(state)
    run(turn)
    return turn.now


def deploying() -> Battle:
    """Everybody of seat A is still to be set down."""
    state = facing(asked=False)
    state.phase = "deployment"
    state.turn = 0
    for man in [man for man in state.at if man < 5000]:
        del state.at[man]
    turn = turn_of(state)
    run(turn)
    assert len(unplaced(Field(turn.now), turn.now.asked[0])) == 3  # type: ignore[index]
    return turn.now


def arriving() -> Battle:
    """A hidden unit must show itself."""
    ours = troop(*line((4000, 4000), 4), powers=("INFILTRATION",))
    state = table([ours], [troop(*line((4000, 9000), 4))], lords=NEAR, schools=("ROUGE", ""), asked=False)
    for man in state.units[2].men:
        del state.at[man]
    state.units[2].markers = [(3000, 7000), (7000, 7000), (10000, 7000)]
    turn = turn_of(state)
    run(turn)
    return play(turn.now, "ORDRE 2 ARR", on=False).state


def placing() -> Battle:
    """An objective point is to be placed."""
    state = facing(scenario=5, asked=False)
    state.settings = msgspec.structs.replace(state.settings, attacker=1)
    state.hosts[0].objective = state.hosts[1].objective = "points"
    state.phase, state.turn = "points", 0
    turn = turn_of(state)
    run(turn)
    return turn.now


ASKED: dict[str, Callable[[], Battle]] = {
    "objective": placing,
    "deploy": deploying,
    "cede": ceding,
    "activate": facing,
    "move": moving,
    "charge": charging,
    "attack": attacking,
    "spell": casting,
    "arrive": arriving,
    "react": reacting,
    "counter": countering,
    "apply": prevailing,
    "fight": two_touched,
    "martyrs": martyrs,
    "losses": dying,
    "regroup": regrouping,
    "shoot_again": shooting_again,
    "assign": corrupting,
    "leave": crusaders_at_the_edge,
}
