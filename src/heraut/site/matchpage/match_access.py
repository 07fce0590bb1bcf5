"""One person at one match: every page shows what he may see, and nothing reaches a page by another way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any

import msgspec
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest

from heraut.engine.protocol import Event, Json, seen_by
from heraut.engine.protocol import Seat as SeatName
from heraut.games import game
from heraut.site.accounts.models import Player
from heraut.site.common.compiled_queries import CompiledQuery
from heraut.site.common.input_cleaning import whole_number
from heraut.site.common.words import lang, say
from heraut.site.matches import models as m
from heraut.site.matches.adapters import adapter, asked
from heraut.site.matches.host_actions import is_host, is_mediator
from heraut.site.matches.models import Match, Seat, Sheet, Step
from heraut.site.matches.orders import asks_for_orders, last_sheet, pending_in
from heraut.site.matches.state_storage import state_after
from heraut.site.matches.steps import givers_are_secret, stored_events
from heraut.site.matches.turn_status import is_no_bots, seat_outlines, tells_of_bots
from heraut.site.regency.in_force import regency_of
from heraut.site.regency.models import Regency

AT_SCREEN = "at_screen"  # in a session: the seat before the screen, by match, where it is not the visitor's own
NOT_BEGUN = (m.GATHERING, m.MUSTER, m.CANCELLED)


class MatchAccess:
    """A request for a page of a match, by the holder of a seat or by a passer-by (`seat` None).

    A private match is known to those who know its code, and to nobody else (GP-SITE-12). A regent has the seat of the
    player whom he stands in for, as far as his rights go (`regency`; docs/adr/0023); a program never has: `as_regent`.
    """

    def __init__(self, request: HttpRequest, match: Match, *, spectator: bool = False, as_regent: bool = True) -> None:
        self.request = request
        self.match = match
        self.lang = lang()
        self.spectator = spectator
        self.as_regent = as_regent
        self.written: str | None = None  # orders as they stand on the page, where these have not been sent yet

    @cached_property
    def seats(self) -> list[Seat]:
        """All seats, in the order of registration."""
        seats = _seats(self.match.pk)
        players = {player.pk: player for player in _players(self.match.pk)}
        for seat in seats:
            seat.match = self.match
            if seat.user_id in players:
                seat.user = players[seat.user_id]
        return seats

    @cached_property
    def outlines(self) -> Sequence[Seat]:
        """What every page tells of all seats: who plays, and who has sealed."""
        return seat_outlines(self.match.pk)

    @cached_property
    def seat(self) -> Seat | None:
        """The visitor's own seat, or the one that he plays as its regent."""
        if self.spectator or not self.request.user.is_authenticated:
            return None
        return self.companion_seat or self.own_seat or self.ruled_seat

    @cached_property
    def own_seat(self) -> Seat | None:
        """The seat of whoever is logged in."""
        if "seats" in self.__dict__:  # they have been read already
            return next((seat for seat in self.seats if seat.user_id == self.request.user.pk), None)
        seat = _seat.first(self.match.pk, self.request.user.pk or 0)
        if seat is not None:
            seat.match = self.match
        return seat

    @property
    def ruled_seat(self) -> Seat | None:
        """The seat that he plays as its regent: no count in it is of what he may not read."""
        if self.regency is None:
            return None
        seat = self.regency.seat
        seat.match, seat.user = self.match, self.regency.holder
        hide_counts(seat, treaties=self.regency.treaties)
        return seat

    @cached_property
    def regency(self) -> Regency | None:
        """By what the visitor plays a seat that is not his; None: he plays his own, or none."""
        user = self.request.user
        if self.spectator or not self.as_regent or not user.is_authenticated or self.match.status in NOT_BEGUN:
            return None
        if self.match.over or self.companion_seat is not None or self.own_seat is not None:
            return None
        return regency_of(self.match.pk, user.pk)

    def may(self, right: str) -> bool:
        """Whether whoever plays a seat here may do this for it: "orders", "seal", "letters" or "treaties".

        Its player may do all of it. Where a step is one decision, to answer is to seal.
        """
        if self.seat is None:
            return False
        if right == "seal" and self.match.pace.by_decision:
            right = "orders"
        return self.regency is None or bool(getattr(self.regency, right))

    def demand(self, right: str) -> None:
        """Raises PermissionDenied, with a word to a regent who was not given this right."""
        if self.regency is not None and not self.may(right):
            asked = {"name": self.regency.holder.username, "right": say(f"absence.right_{right}")}
            raise PermissionDenied(say("regency.no_right", **asked))

    @property
    def reader(self) -> int:
        """Who has the page before his eyes: the key of the seat's player, or of his regent; 0: of nobody."""
        if self.regency is not None:
            return self.regency.regent_id
        return (self.seat.user_id or 0) if self.seat is not None else 0

    @cached_property
    def companion_seat(self) -> Seat | None:
        """The seat of whoever plays at the visitor's own screen, while it is he who sits before it (`hand_over.py`)."""
        if not adapter(self.match.game).quick_ways:
            return None
        at_screen = self.request.session.get(AT_SCREEN, {}).get(self.match.code)
        if at_screen is None:
            return None
        seat = (
            Seat.objects.filter(pk=at_screen, match=self.match, user__companion_of=self.request.user.pk)
            .select_related("user")
            .first()
        )
        if seat is not None:
            seat.match = self.match
        return seat

    @cached_property
    def plays_alone(self) -> bool:
        """Whether all other seats are bots', and that may be told."""
        others = any(is_no_bots(seat) for seat in self.outlines if seat != self.seat)
        return not others and tells_of_bots(self.match, self.seat)

    @property
    def name(self) -> SeatName | None:
        """The visitor's seat as the game names it."""
        return SeatName(self.seat.name) if self.seat else None

    @cached_property
    def view(self) -> Json:
        """What the visitor may see now."""
        return self.view_after(self.match.step, self.match.digest)

    def pending(self) -> Mapping[SeatName, Any]:
        """Who owes what where the page stands; nobody if the match has gone on since: the view of the page is older."""
        shown = {"pk": self.match.pk, "step": self.match.step, "digest": self.match.digest}
        state = Match.objects.filter(**shown).values_list("state", flat=True).first()
        return {} if state is None else pending_in(self.match.game, bytes(state))

    def view_asked(self) -> Json:
        """What the visitor could see after the step that `?pas` names, or else what he may see now. Raises Http404."""
        asked = self.request.GET.get("pas")
        if asked is None:
            return self.view
        number = whole_number(asked)
        if number is None:
            raise Http404
        return self.view_after(number, self.step(number).digest)

    @cached_property
    def known(self) -> str:
        """All that the visitor may see now, as a name for fragments that show nothing else (`fragments.py`)."""
        return self.seen_after(self.match.step, self.match.digest)[1]

    def view_after(self, number: int, digest: str, seat: SeatName | None = None) -> Json:
        """What the visitor could see after this step; to players of a match that is over, what `seat` could."""
        return self.seen_after(number, digest, seat)[0]

    def seen_after(self, number: int, digest: str, seat: SeatName | None = None) -> tuple[Json, str]:
        """The same, and its name."""
        name = seat if seat and self.may_see_all else self.name
        return view_of(self.match.game, self.match.pk, number, digest, name)

    @property
    def may_see_all(self) -> bool:
        """Whether all logs are open to the visitor: once the match is over, to its players (GP-INF-11, DA-FOG-11)."""
        return self.match.over and self.seat is not None

    @property
    def told_seat(self) -> SeatName | None:
        """Whose report is asked for (`?seigneur`), where all logs are open; None: one's own. Raises Http404."""
        asked = self.request.GET.get("seigneur", "")
        if not asked or not self.may_see_all:
            return None
        if asked not in self.players:
            raise Http404
        return SeatName(asked)

    def step(self, number: int) -> Step:
        """A step that was taken. Raises Http404."""
        step = Step.objects.defer("state", "answers").filter(match=self.match, number=number).first()
        if step is None:
            raise Http404
        return step

    def events(self, step: Step, seat: SeatName | None = None) -> tuple[Event, ...]:
        """The events of a step that the visitor may know; to players of a match that is over, those `seat` knew."""
        name = seat if seat and self.may_see_all else self.name
        return seen_by(stored_events(step.events), name)

    def visible(self, stored: bytes | memoryview) -> tuple[Event, ...]:
        """The stored events of a step that the visitor may know; to players of a match that is over, all."""
        return seen_by(stored_events(stored), self.name, over=self.may_see_all)

    def last_events(self) -> tuple[Event, ...]:
        """What the visitor was told of the last step: a guess asks for no more (docs/adr/0018)."""
        return self.events(self.step(self.match.step))

    def sealed_hashes(self, step: Step) -> dict[str, str]:
        """The hashes of the orders that were used for a step, by seat, as far as he may know whose they are.

        Before the end these are his own alone where it is a secret who plays (DA-FOG-08), or who answers (FI-INF-01).
        """
        hidden = givers_are_secret(self.match) and not self.match.over
        return {name: digest for name, digest in step.sealed_hashes.items() if not hidden or name == self.name}

    @cached_property
    def hears(self) -> bool:
        """Whether what is said in the open is for this visitor's ears: of a private match its table alone hears it,
        and who looks after it.
        """
        if not self.match.private or self.may("letters"):
            return True
        user = self.request.user
        return not self.spectator and (is_host(self.match, user) or is_mediator(self.match, user))

    @cached_property
    def open(self) -> bool:
        """Whether the visitor owes orders and may give them now."""
        return self.may("orders") and "own" in self.view and asks_for_orders(self.match)

    @cached_property
    def sheet(self) -> Sheet | None:
        """The version of the visitor's orders that counts for the coming step."""
        return last_sheet(self.seat, self.match.step + 1) if self.seat and self.may("orders") else None

    @cached_property
    def players(self) -> Mapping[str, Seat]:
        """The seats by their names in the game."""
        return {seat.name: seat for seat in self.seats}

    def bot_in(self, seat: str) -> str:
        """The bot that holds a seat by itself; "" where a player does, or nobody."""
        found = self.players.get(seat)
        return found.bot if found is not None and found.user_id is None else ""


_match = CompiledQuery(lambda code: Match.objects.defer("state", "seed").filter(code=code), str)
_seats = CompiledQuery(lambda match: Seat.objects.filter(match=match).defer("notes", "joined"), int)
_players = CompiledQuery(  # what pages and `matches/turn_status.py` say of them
    lambda match: Player.objects.filter(seats__match=match).only(
        "username", "time_zone", "absent_from", "absent_until", "companion_of"
    ),
    int,
)
_seat = CompiledQuery(lambda match, user: Seat.objects.filter(match=match, user=user).defer("notes"), int, int)


def hide_counts(seat: Seat, *, treaties: bool) -> None:
    """What waits for the player of a seat, as its regent is told of it: of treaties, if he sees to these."""
    seat.unread = seat.unseen_posts = 0
    if not treaties:
        seat.unsealed = 0


def access_to(request: HttpRequest, code: str, *, spectator: bool = False, as_regent: bool = True) -> MatchAccess:
    """Who asks for the match that this code names. Raises Http404."""
    found = _match.first(code)
    if found is None:
        raise Http404
    access = MatchAccess(request, found, spectator=spectator, as_regent=as_regent)
    if found.private and found.password and not may_enter(access):
        raise Http404
    return access


def public_name(shared: MatchAccess, seat: Seat) -> str:
    """What a lord is called, as everybody may know it: as the pages of a match that has begun name him, where a King
    is dead his heir; else as he entered. `shared` is a spectator's access.
    """
    if shared.match.status in NOT_BEGUN:
        return seat.lord
    return asked(shared.match.game, lambda game: game.known_lord(shared, seat), None) or seat.lord


def may_enter(access: MatchAccess) -> bool:
    """Whether a match behind a password opens: to its players, who looks after it, whoever has given the password."""
    user = access.request.user
    if user.is_authenticated and (user.pk == access.match.host_id or is_mediator(access.match, user)):
        return True
    holds = user.is_authenticated and access.match.seats.filter(Q(user=user)).exists()
    rules = user.is_authenticated and access.as_regent and regency_of(access.match.pk, user.pk) is not None
    return holds or rules or access.match.code in access.request.session.get("opened_matches", [])


@lru_cache(maxsize=24)
def state_of(game_name: str, match: int, number: int, digest: str) -> Any:
    """The state after a step, read only; `digest` keeps a step that was replaced apart from the one before."""
    return game(game_name).load(state_after(match, number))


@lru_cache(maxsize=256)
def view_of(game_name: str, match: int, number: int, digest: str, seat: SeatName | None) -> tuple[Json, str]:
    """What a seat may see after a step, read only, and a name for all that is in it."""
    found: Json = game(game_name).view(state_of(game_name, match, number, digest), seat)
    return found, blake2b(msgspec.json.encode(found), digest_size=20).hexdigest()
