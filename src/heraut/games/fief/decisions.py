"""The verbs: one small struct an order, with its French word and the names of what it is about.

An answer is a tuple of orders: one for a plain question, as many as wanted in one's own turn. The empty answer is
silence, and stands for the default of the decision. Standing orders (`Standing`) may come with any answer.

Fields are typed by what they name, and `grammar` reads and writes them by that type.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from heraut.games.fief.tables import Tokens

Village = Annotated[int, "village"]
Region = Annotated[int, "region"]
See = Annotated[int, "see"]
LordNo = Annotated[int, "lord"]
Lords = Annotated[tuple[int, ...], "lords"]
Player = Annotated[int, "player"]  # REBELS too, where they can be meant
Players = Annotated[tuple[int, ...], "players"]
Villages = Annotated[tuple[int, ...], "villages"]
Regions = Annotated[tuple[int, ...], "regions"]
Card = Annotated[str, "card"]  # a kind of card, or a lord, or a bishop's see
Cards = Annotated[tuple[str, ...], "cards"]
Number = Annotated[int, "number"]
Troop = Annotated[Tokens, "tokens"]
Word = Annotated[str, "word"]
Text = Annotated[str, "text"]
Marriages = Annotated[tuple[tuple[int, int], ...], "marriages"]


class Order(msgspec.Struct, frozen=True, gc=False, tag_field="order"):
    """One order: one line of an answer. `code` is the word that begins the line."""

    code: ClassVar[str]


Answer = tuple[Order, ...]
SILENCE: Answer = ()


# Plain answers


class Yes(Order, frozen=True, gc=False, tag="yes"):
    code = "OUI"


class No(Order, frozen=True, gc=False, tag="no"):
    code = "NON"


class Pass(Order, frozen=True, gc=False, tag="pass"):
    """None of what is offered: no card, no candidate, no vote, no bid, no nominee."""

    code = "PASSER"


class End(Order, frozen=True, gc=False, tag="end"):
    """My turn is over."""

    code = "FIN"


class Choose(Order, frozen=True, gc=False, tag="choose"):
    """A lord for whatever is asked: a title, a candidate, a vote, a nominee, a first lord, a lord of the discards."""

    lord: LordNo
    code = "CHOISIR"


class Place(Order, frozen=True, gc=False, tag="place"):
    """A village for whoever is to be placed."""

    village: Village
    code = "PLACER"


class Settle(Order, frozen=True, gc=False, tag="settle"):
    """A village and a blazon at the start (FI-SET-04)."""

    village: Village
    blazon: Word
    code = "FONDER"


# Phase 1: cards


class PlayLord(Order, frozen=True, gc=False, tag="play_lord"):
    """A lord comes into play, and at once receives noble titles of the family (FI-LRD-05)."""

    lord: LordNo
    village: Village
    titles: Regions = ()
    code = "SEIGNEUR"


class PlayHeir(Order, frozen=True, gc=False, tag="play_heir"):
    """A man is born as Crown prince (FI-PRC-01); the King's player says where, the Queen's does not."""

    lord: LordNo
    village: Village = -1
    code = "HERITIER"


class PlayDarc(Order, frozen=True, gc=False, tag="play_darc"):
    lord: LordNo
    code = "DARC"


class PlayBishop(Order, frozen=True, gc=False, tag="play_bishop"):
    see: See
    lord: LordNo
    code = "EVEQUE"


class PlayTithe(Order, frozen=True, gc=False, tag="play_tithe"):
    see: See
    code = "DIME"


class PlayTaille(Order, frozen=True, gc=False, tag="play_taille"):
    region: Region
    code = "TAILLE"


class PlayPlague(Order, frozen=True, gc=False, tag="play_plague"):
    region: Region
    code = "PESTE"


class PlayWeather(Order, frozen=True, gc=False, tag="play_weather"):
    region: Region
    code = "INTEMPERIES"


class PlaySun(Order, frozen=True, gc=False, tag="play_sun"):
    region: Region
    code = "SOLEIL"


class PlayFamine(Order, frozen=True, gc=False, tag="play_famine"):
    region: Region
    code = "FAMINE"


class PlayHarvest(Order, frozen=True, gc=False, tag="play_harvest"):
    region: Region
    code = "RECOLTES"


class PlayRevolt(Order, frozen=True, gc=False, tag="play_revolt"):
    village: Village
    code = "REVOLTE"


class PlayAssassination(Order, frozen=True, gc=False, tag="play_assassination"):
    lord: LordNo
    code = "ASSASSINER"


class PlayJustice(Order, frozen=True, gc=False, tag="play_justice"):
    lord: LordNo
    code = "JUSTICE"


class PlayEscape(Order, frozen=True, gc=False, tag="play_escape"):
    """Prisoners of one village (of the dungeon: village left out) go free; mine go to `refuge`."""

    lords: Lords
    refuge: Village
    code = "EVADER"


class Discard(Order, frozen=True, gc=False, tag="discard"):
    card: Card
    code = "DEFAUSSER"


# Phase 3: purchases


class Recruit(Order, frozen=True, gc=False, tag="recruit"):
    """Whole soldier tokens of one value (FI-BUY-02)."""

    value: Number
    village: Village
    number: Number = 1
    code = "RECRUTER"


class BuyGuard(Order, frozen=True, gc=False, tag="buy_guard"):
    """A token to replace a royal guard: of the King (roi) or of the Queen (reine) (FI-BUY-07)."""

    royal: Word
    value: Number
    code = "GARDE"


class BuyRebels(Order, frozen=True, gc=False, tag="buy_rebels"):
    value: Number
    code = "ARMER"


class Build(Order, frozen=True, gc=False, tag="build"):
    """A pressoir, a moulin or a château (FI-BUY-04)."""

    building: Word
    village: Village
    code = "BATIR"


class Ennoble(Order, frozen=True, gc=False, tag="ennoble"):
    """The title of a region for a lord; the capital becomes a city (FI-FIE-01)."""

    region: Region
    capital: Village
    lord: LordNo
    code = "TITRE"


class Hat(Order, frozen=True, gc=False, tag="hat"):
    lord: LordNo
    code = "CARDINAL"


class Transfer(Order, frozen=True, gc=False, tag="transfer"):
    """A noble title passes to another lord of the family (FI-TTL-02)."""

    region: Region
    lord: LordNo
    code = "CEDER"


# Phase 4: movements


class March(Order, frozen=True, gc=False, tag="march"):
    """A step: lords, tokens by value and prisoners go to a neighbouring village (FI-MOV-02).

    `manner`: demander (ask, and stop if refused), forcer (ask, and assault if refused), assaut (assault at once);
    "" asks, and is asked again if refused. `camp`: fight, if another besieger takes the village first: combattre
    (FI-PAS-13). `defend`: defendre, the group joins the holder's defence (FI-PAS-15).
    """

    lords: Lords
    to: Village
    soldiers: Troop = (0, 0, 0)
    prisoners: Lords = ()
    manner: Word = ""
    intent: Word = ""
    code = "MARCHER"


class Assail(Order, frozen=True, gc=False, tag="assail"):
    """An attack on a party that stands in the same village (FI-BAT-02)."""

    village: Village
    target: Player
    code = "ATTAQUER"


class Rouse(Order, frozen=True, gc=False, tag="rouse"):
    """The peasants attack a party that stands with them (FI-REV-10); in a round, their dice hit its camp."""

    target: Player
    place: Word = ""  # in a round, as `Target` has it
    code = "SOULEVER"


class Arrest(Order, frozen=True, gc=False, tag="arrest"):
    """The gatekeeper of a castle summons a party inside to surrender (FI-BAT-04)."""

    village: Village
    target: Player
    code = "ARRETER"


class Seize(Order, frozen=True, gc=False, tag="seize"):
    """An ally alone in his ally's village makes it his own (FI-OWN-04, FI-CAP-06)."""

    village: Village
    code = "SAISIR"


class Break(Order, frozen=True, gc=False, tag="break"):
    """One token is changed into smaller ones (FI-MOD-14)."""

    village: Village
    value: Number
    into: Troop
    code = "MONNAYER"


class Calm(Order, frozen=True, gc=False, tag="calm"):
    """A bishop speaks to the peasants, with so many bought points of conviction (FI-CAL)."""

    lord: LordNo
    points: Number = 0
    code = "CALMER"


class Lead(Order, frozen=True, gc=False, tag="lead"):
    """The peasants make one step (FI-REV-07)."""

    to: Village
    code = "MENER"


class Let(Order, frozen=True, gc=False, tag="let"):
    """Leave to enter: passer (and to go out again this turn) or camper (FI-PAS-02)."""

    how: Word
    code = "LAISSER"


# Phase 5: battles


class Join(Order, frozen=True, gc=False, tag="join"):
    """A third party takes the side of a player (FI-MUL-01)."""

    player: Player
    code = "REJOINDRE"


class Combine(Order, frozen=True, gc=False, tag="combine"):
    """With whom I would add up my forces (FI-MUL-02)."""

    players: Players = ()
    code = "AVEC"


class Sortie(Order, frozen=True, gc=False, tag="sortie"):
    """Garrison and relief fight together, outside (FI-MUL-09)."""

    code = "SORTIE"


class Fight(Order, frozen=True, gc=False, tag="fight"):
    """The fight goes on."""

    code = "COMBATTRE"


class Mercy(Order, frozen=True, gc=False, tag="mercy"):
    """Mercy for all my lords here; without a lord, my soldiers lay down their arms (FI-MER-01, FI-MER-06)."""

    code = "GRACE"


class Target(Order, frozen=True, gc=False, tag="target"):
    """The camp of this player is the one that my camp's dice are thrown at; of his two, that `place` (FI-MUL-06)."""

    player: Player
    place: Word = ""  # dedans (his garrison), dehors (his relief)
    code = "CIBLER"


class Aim(Order, frozen=True, gc=False, tag="aim"):
    """So many dice aimed at a lord (FI-AIM-01); by the peasants, if their leader says so (jacques)."""

    lord: LordNo
    dice: Number = 1
    by: Word = ""
    code = "VISER"


# Phase 6: negotiations


class Garrison(Order, frozen=True, gc=False, tag="garrison"):
    """A token for the capital received: taken from a stack of mine (FI-INH-07)."""

    village: Village
    value: Number
    code = "DETACHER"


class Hire(Order, frozen=True, gc=False, tag="hire"):
    """A token for the capital received: bought (FI-INH-07)."""

    value: Number
    code = "ENGAGER"


class Propose(Order, frozen=True, gc=False, tag="propose"):
    """A deal (FI-NEG-05): money and cards given and asked, captives, marriages, a promise."""

    player: Player
    gives: Number = 0
    asks: Number = 0
    cards: Cards = ()
    asked_cards: Number = 0
    frees: Lords = ()
    claims: Lords = ()
    marriages: Marriages = ()
    sold: Word = ""  # vendre: captives change captor instead of going free (FI-VC-07)
    promise: Text = ""
    code = "PROPOSER"


class Withdraw(Order, frozen=True, gc=False, tag="withdraw"):
    """A deal that I have proposed to this player; numbers count for each pair (FI-DP-32)."""

    player: Player
    deal: Number
    code = "RETIRER"


class AcceptDeal(Order, frozen=True, gc=False, tag="accept_deal"):
    """A deal that this player has proposed is accepted, with the cards that were asked by number."""

    player: Player
    deal: Number
    cards: Cards = ()
    code = "ACCEPTER"


class DeclineDeal(Order, frozen=True, gc=False, tag="decline_deal"):
    player: Player
    deal: Number
    code = "DECLINER"


class Give(Order, frozen=True, gc=False, tag="give"):
    """A gift of money (FI-NEG-04)."""

    player: Player
    money: Number
    code = "DONNER"


class Offer(Order, frozen=True, gc=False, tag="offer"):
    """A gift of a card to one's ally (FI-NEG-06)."""

    player: Player
    card: Card
    code = "OFFRIR"


class Release(Order, frozen=True, gc=False, tag="release"):
    """A captive of mine goes free for nothing (FI-PRI-11, FI-VC-04)."""

    lord: LordNo
    code = "LIBERER"


class PayRansom(Order, frozen=True, gc=False, tag="pay_ransom"):
    """The fixed ransom of a captive lord, which the captor cannot refuse (FI-VC-02)."""

    lord: LordNo
    code = "RANCON"


class Close(Order, frozen=True, gc=False, tag="close"):
    """I agree to end the game with this turn (FI-VIC-08)."""

    code = "CLORE"


class Ready(Order, frozen=True, gc=False, tag="ready"):
    code = "PRET"


class NotReady(Order, frozen=True, gc=False, tag="not_ready"):
    code = "ATTENDRE"


class Bid(Order, frozen=True, gc=False, tag="bid"):
    """The most that I would pay for a bishop's see (FI-VA-03)."""

    money: Number
    code = "ENCHERIR"


# At any time


class Standing(Order, frozen=True, gc=False):
    """What may come with any answer (FI-DP-43, FI-DP-44)."""


class Policy(Standing, frozen=True, gc=False, tag="policy"):
    """What to answer this player who asks to come in or to go out (FI-PAS-09)."""

    player: Player
    entry: Word
    exit: Word = "demander"
    code = "POLITIQUE"


class Permit(Standing, frozen=True, gc=False, tag="permit"):
    """The same for one village and this turn; stronger than the general policy (FI-PAS-14)."""

    player: Player
    village: Village
    entry: Word
    code = "PASSAGE"


class AskLeave(Standing, frozen=True, gc=False, tag="ask_leave"):
    """Leave for my coming movement turn, asked of the gatekeepers of these villages (FI-PAS-14)."""

    villages: Villages
    code = "SOLLICITER"


class SetPlan(Standing, frozen=True, gc=False, tag="set_plan"):
    """One line of the battle plan, for every battle or for one village this turn."""

    field: Word
    value: Word
    village: Village = -1
    code = "PLAN"


class Deposited(Standing, frozen=True, tag="deposited"):
    """An order given in advance for a phase; `ask`, `hit` and `none` alone: ask me, ask me if hit, forget them."""

    phase: Word
    line: Text
    code = "POUR"


class BallotPaper(Standing, frozen=True, gc=False, tag="ballot_paper"):
    """A line of the ballot paper: candidat, votes or sacre, and lords; without a lord, none."""

    part: Word
    lords: Lords = ()
    code = "BULLETIN"


class Forget(Standing, frozen=True, gc=False, tag="forget"):
    """A line of the ballot paper, or the whole battle plan, is taken back."""

    part: Word
    code = "OUBLIER"


class Concede(Standing, frozen=True, gc=False, tag="concede"):
    code = "ABANDONNER"


class AskReplacement(Standing, frozen=True, gc=False, tag="ask_replacement"):
    code = "REMPLACER"


def _leaves(kind: type[Order]) -> list[type[Order]]:
    below = kind.__subclasses__()
    return [leaf for sub in below for leaf in _leaves(sub)] if below else [kind]


ORDERS: tuple[type[Order], ...] = tuple(_leaves(Order))
STANDING = frozenset(_leaves(Standing))
BY_CODE: dict[str, type[Order]] = {order.code: order for order in ORDERS}
