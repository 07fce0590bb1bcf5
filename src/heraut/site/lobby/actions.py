"""What players and hosts may do to a table or a match by a button: one function an act, by its word in the address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta

from django.http import Http404, QueryDict
from django.shortcuts import get_object_or_404
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.common.input_cleaning import whole_number
from heraut.site.lobby import host, muster, place_bots, quick_match, tables, takeover
from heraut.site.lobby.forms import AppointForm, ExtendForm, PauseForm, ReasonForm
from heraut.site.matches.adapters import adapter
from heraut.site.matches.bot_names import bot_asked
from heraut.site.matches.models import Match, Seat
from heraut.site.messaging import table_talk
from heraut.site.moderation.forms import asked

Act = Callable[[Player, Match, QueryDict], None]


def reason(sent: QueryDict) -> str:
    """The reason that was given. Raises Refused."""
    return str(asked(ReasonForm(sent)).cleaned_data["reason"])


def seat(match: Match, sent: QueryDict) -> Seat:
    """The seat that a button names. Raises Http404."""
    number = sent.get("seat", "")
    return get_object_or_404(match.seats.select_related("user"), pk=whole_number(number) or 0)


def own_seat(player: Player, match: Match) -> Seat:
    """The seat of whoever asks. Raises Http404."""
    return get_object_or_404(match.seats.select_related("user"), user=player)


def ask_replacement(player: Player, match: Match, sent: QueryDict) -> None:
    """A player asks to be replaced."""
    takeover.ask_replacement(own_seat(player, match))


def resign(player: Player, match: Match, sent: QueryDict) -> None:
    """A player leaves for good, where no order does that. Raises Http404."""
    if adapter(match.game).leaving:
        raise Http404
    takeover.resign(own_seat(player, match))


def stay(player: Player, match: Match, sent: QueryDict) -> None:
    """He stays after all."""
    takeover.stay(own_seat(player, match))


def take_over(player: Player, match: Match, sent: QueryDict) -> None:
    """Somebody takes an offered seat: the one that he names, or where names are a secret the first."""
    named = sent.get("seat") and not adapter(match.game).secret
    takeover.take_over(seat(match, sent) if named else takeover.any_offered(match, player), player)


def choose(player: Player, match: Match, sent: QueryDict) -> None:
    """A player chooses anew what goes with his seat; nothing does in most games. Raises Http404, Refused."""
    own = own_seat(player, match)
    fields = {**sent.dict(), "lord": own.lord}
    form = adapter(match.game).join_form(fields, full=False, player=player, match=match, seat=own)
    if not form.CHOICES:
        raise Http404
    tables.choose(match, player, asked(form).choices)


def exclude(player: Player, match: Match, sent: QueryDict) -> None:
    """The host takes somebody off the list."""
    tables.exclude(match, player, seat(match, sent), reason(sent))


def cancel(player: Player, match: Match, sent: QueryDict) -> None:
    """The host gives the table up."""
    tables.cancel(match, player, reason(sent))


def pause(player: Player, match: Match, sent: QueryDict) -> None:
    """The host stops the clock for some days."""
    form = asked(PauseForm(sent)).cleaned_data
    host.pause(match, player, timezone.now() + timedelta(days=form["days"]), form["reason"])


def extend(player: Player, match: Match, sent: QueryDict) -> None:
    """The host moves the deadline."""
    form = asked(ExtendForm(sent)).cleaned_data
    host.extend(match, player, form["hours"], form["reason"])


def offer(player: Player, match: Match, sent: QueryDict) -> None:
    """The host offers a lord to others."""
    host.replace(match, player, seat(match, sent))


def appoint(player: Player, match: Match, sent: QueryDict) -> None:
    """The host offers a lord to somebody."""
    takeover.appoint(match, player, seat(match, sent), asked(AppointForm(sent)).cleaned_data["player"])


def close(player: Player, match: Match, sent: QueryDict) -> None:
    """The host ends the match, without a winner."""
    host.close(match, player, reason(sent))


def eliminate(player: Player, match: Match, sent: QueryDict) -> None:
    """The host removes the lords whose boxes are ticked."""
    ticked = [whole_number(number) or 0 for number in sent.getlist("seat")]
    host.eliminate(match, player, list(match.seats.select_related("user").filter(pk__in=ticked)), reason(sent))


def bot_sent(game: str, sent: QueryDict) -> str:
    """The bot of the level and temper that a form names. Raises Refused."""
    return bot_asked(game, sent.get("niveau", ""), sent.get("caractere", ""))


def admit_bots(player: Player, match: Match, sent: QueryDict) -> None:
    """The host has bots take the places that stay empty."""
    place_bots.admit_bots(match, player, bot_sent(match.game, sent))


def stand_in(player: Player, match: Match, sent: QueryDict) -> None:
    """The host has a bot answer for a lord."""
    bot = bot_sent(match.game, sent)
    host.replace(match, player, seat(match, sent), bot)


def remove_line(player: Player, match: Match, sent: QueryDict) -> None:
    """The host takes a line of the table talk away. Raises Http404 where there is no such talk."""
    if not adapter(match.game).talk:
        raise Http404
    table_talk.remove(match, player, table_talk.number(sent.get("line", "")) or 0, reason(sent))


MEDIATOR_ACTS = ("pause", "lever", "offrir", "designer", "automate", "retirer")  # those of a mediator (GP-SITE-35)
NAMING_ACTS = ("exclure", "offrir", "designer", "automate", "eliminer")  # those that need to know who sits where

PLAYER_ACTS: Mapping[str, Act] = {
    "quitter": lambda player, match, _: tables.leave(match, player),
    "choisir": choose,
    "confirmer": lambda player, match, _: muster.confirm(match, player),
    "voter": lambda player, match, _: host.vote(match, player),
    "ceder": ask_replacement,
    "rester": stay,
    "renoncer": resign,
    "finir": lambda player, match, _: quick_match.end_trial(player, match),
    "reprendre": take_over,
}
HOST_ACTS: Mapping[str, Act] = {
    "rassembler": lambda player, match, _: muster.call_now(match, player),
    "commencer": lambda player, match, _: muster.start_now(match, player),
    "automates": lambda player, match, sent: place_bots.choose_bots(match, player, sent.getlist("automate")),
    "completer": admit_bots,
    "annuler": cancel,
    "exclure": exclude,
    "pause": pause,
    "lever": lambda player, match, _: host.lift(match, player),
    "prolonger": extend,
    "offrir": offer,
    "designer": appoint,
    "automate": stand_in,
    "eliminer": eliminate,
    "clore": close,
    "retirer": remove_line,
}
