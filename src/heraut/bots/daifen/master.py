"""The master: of the forms that lords of several minds would send, the one that comes out best in guessed continents.

Each is played on for a few turns, with lords of his level around him (`bots.search.portfolio`; Churchill & Buro, CIG
2013). What is won by then is won; else a kingdom is worth the more the stronger it is, and the fewer are left.
"""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from heraut.bots.character import Character
from heraut.bots.daifen.counsels import COUNSELS, Counsel, advised
from heraut.bots.daifen.evaluation import evaluate
from heraut.bots.daifen.traits import TEMPERS, Table, Traits, traits_of
from heraut.bots.daifen.war import attack, march
from heraut.bots.search.portfolio import Playout, best
from heraut.engine.protocol import Json, Seat
from heraut.engine.rng import Rng
from heraut.games import daifen
from heraut.games.daifen.decision import SheetDecision
from heraut.games.daifen.orders import Form, Vote

PLAYOUTS = 500  # of a whole budget: some 10 s a form on one quiet core, among eight lords
TURNS = 5  # played in each
HOME: Table[float] = ((1, 1.0),)  # everybody stays at home
BOLD: Table[float] = ((1, 0.2),)
ALONE = tuple(counsel for counsel in COUNSELS if counsel not in (attack, march))


def searched(decision: SheetDecision, view: Json, rng: Rng, character: Character) -> Form:
    """The best form of the portfolio, as far as the budget tells them apart."""
    seat, mind = Seat(view["own"]["seat"]), traits_of(character)
    forms = portfolio(decision, view, mind, rng.at("portfolio"))
    playouts = max(len(forms), int(PLAYOUTS * character.budget))
    others = partial(advised, traits=traits_of(Character()))
    playout = Playout(daifen, seat, partial(advised, traits=mind), others, evaluate, TURNS)

    def value(form: Form, number: int) -> float:
        world = daifen.guess(view, (), seat, rng.at("guess", number))
        return playout.value(world, form, rng.at("playout", number))

    return best(forms, value, playouts)


def portfolio(decision: SheetDecision, view: Json, mind: Traits, rng: Rng) -> list[Form]:
    """What this lord would do first; then what others would: bolder, shyer, for gold, for soldiers, for no vote."""
    thoughts: list[tuple[Traits, tuple[Counsel, ...]]] = [(mind, COUNSELS), (mind, ALONE)]
    others = [traits_of(Character(temper=temper)) for temper in TEMPERS]
    # what nobody sees is worth more than five turns can show: whatever he does, he builds his towers
    kept = {"watch_towers": mind.watch_towers, "staunch": mind.staunch}
    thoughts += [(replace(other, **kept), COUNSELS) for other in others]
    thoughts += [
        (replace(mind, guards=BOLD, margin=BOLD), COUNSELS),
        (replace(mind, guards=BOLD, margin=((1, 0.05),)), COUNSELS),
        (replace(mind, guards=HOME, army_share=((1, 0.1),)), ALONE),
        (replace(mind, guards=HOME, army_share=((1, 0.8),)), ALONE),
    ]
    forms = [advised(decision, view, rng.at(number), *thought) for number, thought in enumerate(thoughts)]
    if view["association"] and not mind.staunch:
        forms += [with_vote(forms[0], yes=True), with_vote(forms[0], yes=False)]
    return list(dict.fromkeys(forms))


def with_vote(form: Form, *, yes: bool) -> Form:
    """The form with this vote in the place of its own."""
    return Form((Vote(yes), *[order for order in form.orders if not isinstance(order, Vote)]))
