"""What bots answer: at once, from their views; those that think from what they have thought of (docs/adr/0027).

A master thinks in a process of its own before the turn ends (`site/bots/thinking.py`), never here. Where it has not
come to an end the bot that needs no time answers in its place, of the same temper.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from heraut.bots import in_place_of_player
from heraut.bots import player as bot_player
from heraut.engine.rng import Rng
from heraut.site.clock.models import Thought
from heraut.site.matches.bot_names import in_haste, thinks
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.turn_status import excused, stands_alone

log = logging.getLogger("heraut.bots")

WAIT = timedelta(seconds=8)  # that a table waits for a master's answer to one decision


def bot_draws(match: Match, name: str, step: int) -> Rng:
    """The chance of a bot's answer: another one once the match has been rewound."""
    rng = Rng(bytes(match.seed))
    return rng.at("bot", name, step, match.branch) if match.branch else rng.at("bot", name, step)


def thoughts_of(match: Match, step: int) -> dict[str, str]:
    """What the masters of a match have thought of for a step, by seat; the texts alone that came to an end."""
    found = Thought.objects.filter(seat__match=match, step=step, branch=match.branch, until=None)
    return {name: text for name, text in found.values_list("seat__name", "text") if text is not None}


def takes_time(bot: str, decision: Any) -> bool:
    """Whether a bot is given its time for a decision: while all talk together it says at once what it says."""
    return thinks(bot) and not stands_alone(decision) and not excused(decision)


Curb = Callable[
    [Match, Seat, str, Any, Any], Any
]  # a match, a seat, its bot, a decision, an answer to it: what is left

_curb: list[Curb] = []


def curbed_by(curb: Curb) -> None:
    """Names who knows what a bot has promised, when the site is put together: a floor above keeps treaties."""
    _curb[:] = [curb]


def answer_of_bot(match: Match, seat: Seat, bot: str, decision: Any, step: int, thought: str | None = None) -> Any:
    """What a bot answers in a seat, by its view alone, but for what would break a word that it keeps: what it has
    thought of, if that is legal, else what comes at once. For a player, as stand-in or regent, it gives nothing up.
    """
    if seat.user_id is not None:
        bot = in_place_of_player(match.game, bot)
    reading = decision.parse(thought) if thought is not None and thinks(bot) else None
    if reading is not None and not reading.refusals:
        answer = reading.answer
    else:
        answer = at_once(match, seat, bot, decision, step)
    return _curb[0](match, seat, bot, decision, answer) if _curb and seat.bound else answer


def at_once(match: Match, seat: Seat, bot: str, decision: Any, step: int) -> Any:
    """What a bot answers that needs no time; silence if it fails or is refused, for no bot holds up a match."""
    try:
        answer = bot_player(match.game, in_haste(bot))(decision, decision.view, bot_draws(match, seat.name, step))
        refusals = decision.check(answer)
    except Exception:  # whatever is wrong with it
        log.exception("match %s: %s cannot answer for %s", match.code, bot, seat.name)
        return decision.default
    if refusals:  # their codes alone: what was ordered is a secret
        codes = ", ".join(refusal.code for refusal in refusals)
        log.error("match %s: %s answers for %s what is refused: %s", match.code, bot, seat.name, codes)
        return decision.default
    return answer


def asked_since(match: Match) -> datetime:
    """Since when the present question of a match stands."""
    last = match.steps.order_by("-number").values_list("resolved", flat=True).first()
    assert last is not None  # the setup is a step
    return last
