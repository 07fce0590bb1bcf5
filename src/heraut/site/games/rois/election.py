"""Elections: who has how many votes as far as one knows, how many crown, and what each crown would mean for oneself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from heraut.engine.protocol import Json
from heraut.games.rois import orders as o
from heraut.games.rois.calculators.knowledge import TAXES
from heraut.games.rois.state import steps
from heraut.games.rois.tables import ALIGNMENT_TABLE
from heraut.games.rois.world.geography import PROVINCES
from heraut.site.games.rois.dealings import VOTE, told
from heraut.site.games.rois.draft import Draft
from heraut.site.games.rois.realm import shield
from heraut.site.matchpage.match_access import MatchAccess

CERTAIN_SHARE = 100


@dataclass(frozen=True)
class Candidate:
    """A King who may be crowned. `votes`: his own, as far as his lands are known; `with_mine`: with the reader's.

    `share`: of the world's base, in percent. `price`: what his crown takes of the reader's points, in percent
    (RO-VIC-05).
    """

    number: int
    name: str
    shield: SafeString
    mine: bool
    relation: str
    votes: int
    with_mine: int
    share: int
    price: int


@dataclass(frozen=True)
class World:
    """The tax base of the whole world. `exact`: since it was told when votes were counted."""

    base: int
    exact: bool

    @property
    def needed(self) -> int:
        """How many votes elect (RO-VIC-02)."""
        return self.base // 2 + 1


def election(access: MatchAccess, draft: Draft) -> dict[str, Any]:
    """Whether one may be called, or is held, what the sheet says to it, and who has how much (RO-VIC-02, RO-VIC-03)."""
    view, own = access.view, access.view["own"]
    world = world_base(access)
    votes = known_bases(view)
    allies = [int(number) for number, relation in own["relations"].items() if relation == "allied"]
    bloc = sum(votes.get(number, 0) for number in (own["kingdom"], *allies))
    return {
        "may_call": own["may_call"],
        "call": next((line for line, order in draft.realm if isinstance(order, o.CallVote)), 0),
        "vote_year": view["vote"],
        "vote_now": view["vote"] == view["turn"],
        "vote": next((order.kingdom for _, order in draft.realm if isinstance(order, o.Vote)), None),
        "vote_line": next((line for line, order in draft.realm if isinstance(order, o.Vote)), 0),
        "crown": view["crown"],
        "world": world,
        "candidates": candidates(view, world, votes),
        "bloc": bloc,
        "bloc_share": percent(bloc, world),
        "allies": len(allies),
    }


def candidates(view: Json, world: World, votes: dict[int, int]) -> list[Candidate]:
    """All who reign, the strongest first."""
    own, mine = view["own"], votes.get(view["own"]["kingdom"], 0)
    rate = ALIGNMENT_TABLE[own["alignment"]].rate
    found = []
    for text, card in view["kingdoms"].items():
        number = int(text)
        if card["fallen"]:
            continue
        has, me = votes.get(number, 0), number == own["kingdom"]
        found.append(
            Candidate(
                number, card["name"], shield(number), me, "" if me else own["relations"][text], has,
                has if me else has + mine, percent(has, world),
                rate * steps(own["alignment"], card["alignment"]),
            )
        )  # fmt: skip
    return sorted(found, key=lambda one: (-one.votes, one.number))


def known_bases(view: Json) -> dict[int, int]:
    """The tax bases of the kingdoms by what the reader has seen of their lands, however long ago; one's own whole."""
    own, found = view["own"], dict[int, int]()
    for number, seen in own["map"].items():
        owner = own["kingdom"] if int(number) in own["provinces"] else seen.get("owner", 0)
        if owner and "tax_base" in seen and (owner != own["kingdom"] or int(number) in own["provinces"]):
            found[owner] = found.get(owner, 0) + seen["tax_base"]
    return found


def percent(part: int, world: World) -> int:
    """A part of the world's base."""
    return min(CERTAIN_SHARE, round(100 * part / world.base)) if world.base else 0


def world_base(access: MatchAccess) -> World:
    """As the last vote has told it; else what is known of the world, and the rest as rich as that is."""
    needed = told_needed(access)
    if needed:
        return World(2 * (needed - 1), exact=True)
    known = [seen.get("tax_base", TAXES[seen["wealth"]]) for seen in access.view["own"]["map"].values()]
    return World(round(sum(known) * PROVINCES / len(known)) if known else 0, exact=False)


def told_needed(access: MatchAccess) -> int:
    """How many votes elected when votes were last counted, as everybody was told; 0 where none were."""
    held = [event.data["needed"] for _, events in told(access) for event in events if event.kind == VOTE]
    return int(held[-1]) if held else 0
