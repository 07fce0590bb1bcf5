"""Who is before which forum, and what he may there: of a match, or one of the site's own (GP-SITE-29, 30, 34).

All that a page knows of persons comes from here: a lord is called, and bears the arms, as the reader's own view has it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString

from heraut.site.accounts.models import Player
from heraut.site.common.words import retold, say
from heraut.site.forum.formatting import formatted
from heraut.site.forum.models import BOARDS, KINDS, PLAYER, TALE, Forum, Post
from heraut.site.heraldry import arms_of_name, svg
from heraut.site.matches.adapters import adapter
from heraut.site.matches.host_actions import is_host, is_mediator
from heraut.site.matches.models import Match, Seat
from heraut.site.matchpage.chancery import chancery_page, entered
from heraut.site.matchpage.match_access import MatchAccess

MEDIATOR, HOST, REFEREE = "mediator", "host", "referee"


class Author(msgspec.Struct, frozen=True):
    """Who speaks in a post, as its reader knows him: the lord, or the player; of a tale both."""

    name: str
    arms: SafeString
    player: str = ""  # beside the lord of a tale
    role: str = ""


class Scope(ABC):
    """A reader before a forum. `prefix` begins the names of its addresses, `key` names it in them."""

    match: Match | None = None
    seat: Seat | None = None
    view: Any = None
    prefix, key = "", ""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self.player: Player | None = request.user if request.user.is_authenticated else None

    @property
    @abstractmethod
    def forum(self) -> Forum | None:
        """The forum; None as long as nobody has written in it."""

    @abstractmethod
    def opened(self) -> Forum:
        """The forum, made for the first to write in it."""

    @abstractmethod
    def page(self, template: str, **context: Any) -> HttpResponse:
        """A page of it."""

    @property
    @abstractmethod
    def role(self) -> str:
        """As what he writes who holds no seat: "" as one player among others."""

    @property
    @abstractmethod
    def moderates(self) -> bool:
        """Whether he keeps the peace here: locks, pins, removes, reads former versions."""

    @property
    @abstractmethod
    def kinds(self) -> tuple[str, ...]:
        """What sorts of posts he may write; none if he may only read."""

    def url(self, page: str, *args: object) -> str:
        """The address of one of its pages: "", "new", "search", "thread", "post"."""
        return reverse(f"{self.prefix}_{page}" if page else self.prefix, args=[self.key, *args])

    @property
    def demo(self) -> bool:
        """Whether it is of a match of the demonstration, told in every reader's language."""
        return self.match is not None and self.match.demo

    @property
    def guest(self) -> bool:
        """Whether he only visits the site."""
        return self.player is not None and self.player.guest

    def author(self, post: Post) -> Author:
        """Who speaks in a post."""
        return Author(post.writer.username, svg(arms_of_name(post.writer.username), "arms"), role=post.role)

    def shown_text(self, post: Post) -> SafeString:
        """A post as HTML; those of the demonstration in the reader's language."""
        if self.demo and (told := retold(post.text, True)) != post.text:
            return SafeString(formatted(told))
        return SafeString(post.html)  # cleaned before it was kept (`formatting.py`)


class MatchScope(Scope):
    """The forum of a match: its layout is that of the match, its way of speaking that of lords and players."""

    prefix = "match_forum"

    def __init__(self, request: HttpRequest, access: MatchAccess) -> None:
        super().__init__(request)
        self.access, self.match, self.key = access, access.match, access.match.code
        self.seat, self.view = access.seat, access.view

    @cached_property
    def forum(self) -> Forum | None:
        """That of the match."""
        return Forum.objects.filter(match=self.access.match).first()

    def opened(self) -> Forum:
        """The same, made if there is none."""
        return Forum.objects.get_or_create(match=self.access.match)[0]

    def author(self, post: Post) -> Author:
        """A player, or the lord of a seat."""
        if post.kind == PLAYER or post.seat is None:
            return super().author(post)
        name, arms = self.lord(post.seat)
        return Author(name, arms, post.writer.username if post.kind == TALE else "")

    def lord(self, seat: Seat) -> tuple[str, SafeString]:
        """As the reader's view has them; else the name alone, if he may know whose seat it is; else nobody's."""
        game = adapter(self.access.match.game)
        name, arms = game.speaker(self.view, seat.name)
        if name:
            return name, arms
        called = game.known_lord(self.access, seat)
        return (called, svg(arms_of_name(called), "arms")) if called else (say("forum.unknown_lord"), SafeString(""))

    @cached_property
    def role(self) -> str:
        """Mediator, host or referee; "" for who plays, and for a stranger."""
        match, user = self.access.match, self.request.user
        if self.seat is not None or self.player is None:
            return ""
        if self.player.is_staff:
            return REFEREE
        return HOST if is_host(match, user) else MEDIATOR if is_mediator(match, user) else ""

    @cached_property
    def moderates(self) -> bool:
        """Its mediators, its host, whoever runs the site; a host who plays as well."""
        match, user = self.access.match, self.request.user
        return is_host(match, user) or is_mediator(match, user)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """A lord who lives speaks himself; who has fallen tells and talks; who keeps the peace talks."""
        if self.guest:
            return ()
        if self.seat is not None:
            return KINDS if "own" in self.view else (TALE, PLAYER)
        return (PLAYER,) if self.moderates else ()

    def page(self, template: str, **context: Any) -> HttpResponse:
        """In the layout of the match, under the chancery."""
        return chancery_page(self.access, template, "forum", layout="play/chancery.html", scope=self, **context)


class BoardScope(Scope):
    """A forum of the site: every account writes in it, as player (GP-SITE-34)."""

    prefix = "forum_board"

    def __init__(self, request: HttpRequest, board: str) -> None:
        super().__init__(request)
        self.key = board

    @cached_property
    def forum(self) -> Forum | None:
        """Of this name."""
        return Forum.objects.filter(board=self.key).first()

    def opened(self) -> Forum:
        """The same, made if there is none."""
        return Forum.objects.get_or_create(board=self.key)[0]

    @cached_property
    def role(self) -> str:
        """Whoever runs the site is its referee."""
        return REFEREE if self.moderates else ""

    @property
    def moderates(self) -> bool:
        """The referee alone."""
        return self.player is not None and self.player.is_staff

    @property
    def kinds(self) -> tuple[str, ...]:
        """Players talk; guests keep their account first."""
        return (PLAYER,) if self.player is not None and not self.guest else ()

    def page(self, template: str, **context: Any) -> HttpResponse:
        """A page of the site."""
        response = render(
            self.request,
            template,
            {"layout": "forum/site.html", "scope": self, "board": self.key, "boards": BOARDS, **context},
        )
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response


def of_match(request: HttpRequest, code: str) -> MatchScope:
    """Who is before the forum of a match. Raises Http404 where there is none."""
    return MatchScope(request, entered(request, code, "forum"))


def of_board(request: HttpRequest, board: str) -> BoardScope:
    """Who is before a forum of the site. Raises Http404 where there is none."""
    if board not in BOARDS:
        raise Http404
    return BoardScope(request, board)
