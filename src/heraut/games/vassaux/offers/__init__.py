"""What may be answered to every question: all legal answers where they are few, else the usual and near-usual ones.

Each of them is legal, none stands twice, and the same question always offers the same. The battle is given up only by
whoever has lost his Lord, a draw is offered only to whoever has offered one.

orders.py     a unit and its orders, composed ones in the chains that are given at a table
ways.py       moves towards sensible ends, charges, reorganisations
fights.py     whom to strike, and by whom; spells, with dice more or less
replies.py    reactions at the first and at the last moment; who falls
places.py     deployment, objective points, arrivals, exits
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from heraut.games.vassaux.identities import Place, opposite
from heraut.games.vassaux.offers import fights, orders, places, replies, ways
from heraut.games.vassaux.orders import Answer, Claim, Concede, Draw
from heraut.games.vassaux.phases.absence import claim_refusals
from heraut.games.vassaux.questions import QUESTIONS
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables.codes import QuestionName

OFFERED: dict[QuestionName, Callable[[Field], Iterable[Answer]]] = {
    "objective": places.objectives,
    "deploy": places.deployments,
    "activate": orders.orders,
    "move": ways.moves,
    "charge": ways.charges,
    "attack": fights.attacks,
    "spell": fights.spells,
    "arrive": places.arrivals,
    "react": replies.reactions,
    "fight": fights.fights,
    "losses": replies.losses,
    "regroup": ways.regroupings,
    "leave": places.exits,
}


def offers(field: Field, seat: Place) -> Sequence[Answer]:
    """Answers that this seat may give to the question at hand."""
    assert field.now.asked is not None
    question = field.now.asked.question
    offered, listed = OFFERED.get(question), QUESTIONS[question].listed
    if offered is not None:
        found = offered(field)
    else:
        assert listed is not None, "a question has its offers here or lists all its answers"
        found = listed(field)
    return list(dict.fromkeys((*found, *endings(field, seat))))


def endings(field: Field, seat: Place) -> Iterator[Answer]:
    """Ways to end the battle, where they are more than a whim (SV-END-06, SV-DPR-03)."""
    own, other = field.now.hosts[seat], field.now.hosts[opposite(seat)]
    if not claim_refusals(field, seat):
        yield Claim()
    if other.offers_draw and not own.offers_draw:
        yield Draw()
    if own.lord_lost and not other.lord_lost:
        yield Concede()
