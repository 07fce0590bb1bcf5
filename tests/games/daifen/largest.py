"""The largest lawful text of orders of Daifen, and the decision that it answers; see `test_bounds.py`."""

from __future__ import annotations

from typing import Any

from heraut.games.daifen.races import ROLES, UNITS
from tests.games.daifen import builders as daifen

LETTERS = [a + b for a in "ABCDEF" for b in "abcdefgh"]


def largest() -> tuple[Any, str]:
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
