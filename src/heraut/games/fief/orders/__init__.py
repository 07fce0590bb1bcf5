"""The verbs: one small struct an order, chapter by chapter (FI-TRN-05).

An answer is a tuple of orders: one for a plain question, as many as wanted in one's own turn. The empty answer is
silence, and stands for the default of the decision. Instructions (`Instruction`) may come with any answer.

order.py         what an order is                    answers.py    plain answers
cards.py         phase 1                             purchases.py  phase 3
movements.py     phase 4                             battles.py    phase 5
negotiations.py  phase 6                             instructions.py  at any time
grammar.py       orders as text, and back            listing.py    the list of them, for players
"""

from __future__ import annotations

from heraut.games.fief.orders.answers import Choose, End, No, Pass, Place, Settle, Yes
from heraut.games.fief.orders.battles import Aim, Combine, Fight, Join, Mercy, Sortie, Target
from heraut.games.fief.orders.cards import (
    Discard,
    PlayAssassination,
    PlayBishop,
    PlayDarc,
    PlayEscape,
    PlayFamine,
    PlayHarvest,
    PlayHeir,
    PlayJustice,
    PlayLord,
    PlayPlague,
    PlayRevolt,
    PlaySun,
    PlayTaille,
    PlayTithe,
    PlayWeather,
)
from heraut.games.fief.orders.instructions import (
    AskLeave,
    AskReplacement,
    BallotPaper,
    Concede,
    Deposited,
    Forget,
    Instruction,
    Permit,
    Policy,
    SetPlan,
)
from heraut.games.fief.orders.movements import Arrest, Assail, Break, Calm, Lead, Let, March, Rouse, Seize
from heraut.games.fief.orders.negotiations import (
    AcceptDeal,
    Bid,
    Close,
    DeclineDeal,
    Garrison,
    Give,
    Hire,
    NotReady,
    Offer,
    PayRansom,
    Propose,
    Ready,
    Release,
    Withdraw,
)
from heraut.games.fief.orders.order import Order
from heraut.games.fief.orders.purchases import Build, BuyGuard, BuyRebels, Ennoble, Hat, Recruit, Transfer

ORDERS: tuple[type[Order], ...] = (
    # plain answers
    Yes, No, Pass, End, Choose, Place, Settle,
    # phase 1: cards
    PlayLord, PlayHeir, PlayDarc, PlayBishop, PlayTithe, PlayTaille, PlayPlague, PlayWeather, PlaySun, PlayFamine,
    PlayHarvest, PlayRevolt, PlayAssassination, PlayJustice, PlayEscape, Discard,
    # phase 3: purchases
    Recruit, BuyGuard, BuyRebels, Build, Ennoble, Hat, Transfer,
    # phase 4: movements
    March, Assail, Rouse, Arrest, Seize, Break, Calm, Lead, Let,
    # phase 5: battles
    Join, Combine, Sortie, Fight, Mercy, Target, Aim,
    # phase 6: negotiations
    Garrison, Hire, Propose, Withdraw, AcceptDeal, DeclineDeal, Give, Offer, Release, PayRansom, Close, Ready,
    NotReady, Bid,
    # at any time
    Policy, Permit, AskLeave, SetPlan, Deposited, BallotPaper, Forget, Concede, AskReplacement,
)  # fmt: skip
"""Every order, in the order of the game."""

INSTRUCTIONS = frozenset(kind for kind in ORDERS if issubclass(kind, Instruction))
BY_CODE: dict[str, type[Order]] = {order.code: order for order in ORDERS}
