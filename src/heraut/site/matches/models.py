"""Shelves for pure objects: a match, its seats, every version of their orders, every step (docs/adr/0007).

No rule of any game lives here. What a step needs to be replayed is stored as the record of the engine stores it.
"""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import Any, ClassVar

import msgspec
from django.conf import settings
from django.db import models
from django.db.models import Q

from heraut.engine.decoding import convert, decode
from heraut.engine.migration import present_state
from heraut.engine.protocol import Json, Result
from heraut.games import game
from heraut.site.matches.activity_kinds import ActivityKind
from heraut.site.matches.pace import Pace

GATHERING, MUSTER, RUNNING, PAUSED, OVER, CANCELLED = "gathering", "muster", "running", "paused", "over", "cancelled"


@lru_cache(maxsize=100)
def pace_of(stored: bytes) -> Pace:
    """A pace as it is stored, read once: a page asks for it for every seat."""
    return decode(stored, Pace)


class Match(models.Model):
    """One match: what was chosen, whose turn it is, and until when. `code` names it in addresses."""

    code = models.CharField(max_length=12, unique=True)
    game = models.CharField(max_length=20)
    title = models.CharField(max_length=80)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="hosted")
    created = models.DateTimeField(auto_now_add=True)
    options: models.JSONField[Json, Json] = models.JSONField(default=dict)
    pace_data: models.JSONField[Json, Json] = models.JSONField(default=dict)
    private = models.BooleanField(default=False)
    password = models.CharField(max_length=128, blank=True)  # hashed; "" : the private link is enough
    bots = models.CharField(max_length=20, blank=True)  # the bot that takes the seats left empty; "" : none does
    place_bots: models.JSONField[Any, Any] = models.JSONField(default=list, blank=True)  # those of its first empty
    # places that are others; "" : as all
    demo = models.BooleanField(default=False)

    status = models.CharField(max_length=10, default=GATHERING)
    muster_until = models.DateTimeField(null=True, blank=True)
    started = models.DateTimeField(null=True, blank=True)
    rules_version = models.CharField(max_length=20, blank=True)
    seed = models.BinaryField()  # secret until the end
    commitment = models.CharField(max_length=64)

    state = models.BinaryField(null=True)  # the last state, as the game dumps it
    digest = models.CharField(max_length=64, blank=True)
    step = models.PositiveIntegerField(default=0)  # steps taken; the coming one has this number plus one
    turn = models.PositiveIntegerField(default=0)  # of the game itself, where a step is one decision and not a turn
    deadline = models.DateTimeField(null=True, blank=True)
    ready = models.DateTimeField(null=True, blank=True, db_index=True)  # since when nobody's answer is waited for
    shift: models.DurationField[Any, Any] = models.DurationField(null=True, blank=True)  # over the calendar
    paused_until = models.DateTimeField(null=True, blank=True)
    reminded = models.DateTimeField(null=True, blank=True)  # the deadline that players have been reminded of
    talk = models.PositiveIntegerField(default=0)  # lines said and lines removed at its table, in all (`messaging`)

    # the claim of a worker: while it stands nobody may change orders, and only the bearer of the number may publish
    fence = models.PositiveBigIntegerField(default=0)
    claimed_until = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)  # claims of this step that came to nothing
    fault = models.TextField(blank=True)  # why the coming step could not be computed; "" : nothing is wrong

    branch = models.PositiveIntegerField(default=0)  # how often it was rewound (docs/adr/0019)
    counted = models.BooleanField(default=False)  # for the ladder of its game; said before it begins
    open_after = models.PositiveSmallIntegerField(null=True, blank=True)  # turns after which those who watch see all;
    # null: what is public, until the end
    hold = models.PositiveSmallIntegerField(default=0)  # minutes that an odd turn is kept back; 0: none is
    held_until = models.DateTimeField(null=True, blank=True)  # the turn that was computed is kept back until then
    anomalies: models.JSONField[Any, Any] = models.JSONField(default=list)  # why: what looked odd, never an order
    mediators = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="mediated", blank=True)  # GP-SITE-35
    relations = models.CharField(max_length=10, blank=True)  # that its players have declared: "shown" to all at the
    # table, kept "apart" (they may not play together); "": its host sees them

    result_data: models.JSONField[Json | None, Json | None] = models.JSONField(null=True, blank=True)
    unplayed = models.BooleanField(default=False)  # its last step: a decision had ended it before (`is_unplayed`)
    ended = models.DateTimeField(null=True, blank=True)
    rematch_of = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="rematches")

    class Meta:
        indexes: ClassVar = [models.Index(fields=["status", "deadline"])]

    def __str__(self) -> str:
        return self.title

    @property
    def rules(self) -> Any:
        """The game module (`heraut.engine.Game`)."""
        return game(self.game)

    @property
    def pace(self) -> Pace:
        """When its turns end."""
        return pace_of(msgspec.json.encode(self.pace_data))

    @property
    def result(self) -> Result | None:
        """How it ended."""
        return None if self.result_data is None else convert(self.result_data, Result)

    @property
    def realm(self) -> Any:
        """The state, loaded; that of a match which ended under older rules as those of today read it."""
        return self.rules.load(present_state(self.rules, self.rules_version, bytes(self.state or b"")))

    @property
    def seed_words(self) -> str:
        """The seed as it is published: nothing before the end."""
        return bytes(self.seed).hex() if self.over else ""

    @property
    def over(self) -> bool:
        """Whether it has come to its end."""
        return self.status == OVER

    def is_unplayed(self, step: int) -> bool:
        """Whether this step is no turn: a decision ended the match before it was played (DA-END-08, DA-END-11)."""
        return self.unplayed and step == self.step

    @property
    def turns(self) -> int:
        """How many turns have been played, the present one counted where turns have several steps."""
        return self.turn if self.pace.by_decision else self.step - self.unplayed

    @property
    def coming_turn(self) -> int:
        """The number of the turn that is being played."""
        return self.turn if self.pace.by_decision else self.step + 1

    @property
    def shown_turn(self) -> int:
        """The turn that lists tell of: the one that is being played, the last of a match that is over."""
        return self.turns if self.over else self.coming_turn

    def tried_by(self, seat: Seat) -> bool:
        """Whether the player of this seat opened it to try the game, against bots."""
        return self.private and self.pace.at_leisure and self.host_id == seat.user_id


class Seat(models.Model):
    """One place in a match: a person, a bot, or nobody yet. `name` is the engine's seat: j1, j2, …

    With both a person and a bot, the bot stands in as long as the person stays silent.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    name = models.CharField(max_length=20)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="seats")
    bot = models.CharField(max_length=20, blank=True)
    lord = models.CharField(max_length=30, blank=True)  # the name chosen for the match (GP-SET-02)
    word = models.CharField(max_length=60, blank=True)  # the player's word in the seed
    choices: models.JSONField[Json, Json] = models.JSONField(default=dict)  # what else the game lets a player choose
    joined = models.DateTimeField(auto_now_add=True)
    taken_over = models.DateTimeField(null=True, blank=True)  # by its present player: older orders are void
    vacant = models.DateTimeField(null=True, blank=True)  # since when it has no player, or had none before this one
    confirmed = models.BooleanField(default=False)
    sealed = models.PositiveIntegerField(default=0)  # the step that his orders are sealed for
    missed = models.PositiveSmallIntegerField(default=0)  # turns missed in a row
    grace_used = models.PositiveSmallIntegerField(default=0)
    offered = models.BooleanField(default=False)  # open to whoever will take it over
    meant_for = models.ForeignKey(  # offered to this player alone
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    notes = models.TextField(blank=True)  # the player's own, seen by nobody else
    read = models.PositiveIntegerField(default=0)  # the last step whose outcome he has read
    will = models.CharField(max_length=10, blank=True)  # "standing" (orders) or "bot" answer for him; "": silence
    will_bot = models.CharField(max_length=20, blank=True)  # the bot of that will
    regent_bot = models.CharField(max_length=20, blank=True)  # a bot that plays for him, between these moments
    regent_from = models.DateTimeField(null=True, blank=True)
    regent_until = models.DateTimeField(null=True, blank=True)
    standing = models.TextField(blank=True)  # the standing orders of that will, as he typed them
    away_from = models.DateField(null=True, blank=True)  # away from this match alone, beside `Player.absent_from`
    away_until = models.DateField(null=True, blank=True)
    unread = models.PositiveSmallIntegerField(default=0)  # letters of other lords that he has not opened (`messaging`)
    bound = models.PositiveSmallIntegerField(default=0)  # treaties in force, which his orders might break (`treaties`)
    unsealed = models.PositiveSmallIntegerField(default=0)  # treaties that await his seal or verdict (`treaties`)
    unseen_posts = models.PositiveIntegerField(default=0)  # of others, since he last looked into the forum (`forum`)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "name"], name="seat_once"),
            models.UniqueConstraint(
                fields=["match", "user"], condition=Q(user__isnull=False), name="one_seat_a_player"
            ),
        ]
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.name}"

    def bot_at(self, now: datetime) -> str:
        """The bot that answers now where nobody saves orders: it sits here, stands in or is regent; "" if none."""
        return self.regent_bot if self.ruled_at(now) else self.bot

    def ruled_at(self, now: datetime) -> bool:
        """Whether a bot is regent for its player at this moment."""
        if self.bot or self.user_id is None or self.regent_from is None or self.regent_until is None:
            return False
        return self.regent_from <= now < self.regent_until


class Presence(models.Model):
    """One player at one match: when he last looked at it, and how many of the turns that waited for him he gave.

    A visit is a stretch of looks; `since` and its fields tell where the one before the present visit ended, None during
    the first. `figures` are what he could count then of his own (`GameSite.own_figures`). Turns are counted where the
    match is public (`attendance.py`), and stay with the player when his seat passes to another.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="presences")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="presences")
    last = models.DateTimeField(null=True, blank=True)
    last_step = models.PositiveIntegerField(default=0)
    figures: models.JSONField[Json, Json] = models.JSONField(default=dict)
    since = models.DateTimeField(null=True, blank=True)
    since_step = models.PositiveIntegerField(default=0)
    since_figures: models.JSONField[Json, Json] = models.JSONField(default=dict)
    owed = models.PositiveIntegerField(default=0)
    given = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "player"], name="presence_once")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.match_id}"


class Sheet(models.Model):
    """One version of a seat's answer to one step; every version is kept, the last one counts.

    `step` is the number of the step it is for, `sequence` counts the versions. `hash` and `signature` are its receipt
    (`matches/receipts.py`).
    """

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="sheets")
    step = models.PositiveIntegerField()
    sequence = models.PositiveIntegerField()
    text = models.TextField(blank=True)  # as the player wrote it, refused lines and comments included
    kept = models.TextField(blank=True)  # what was understood and will be used, in canonical form
    saved = models.DateTimeField()
    times: models.JSONField[Any, Any] = models.JSONField(default=list)  # of entry, one for each line of `kept`
    entered = models.DateTimeField(null=True, blank=True)  # the earliest of them (GP-GEN-10); null: no orders
    sealed = models.BooleanField(default=False)
    window = models.CharField(max_length=24, blank=True)  # the page that it was written in, as that page calls itself
    void = models.BooleanField(default=False)  # made for a step that a rewind has set aside: it does not count any more
    by_arbiter = models.BooleanField(default=False)  # what a rewind has made of the orders that were used
    takes_up = models.PositiveIntegerField(null=True, blank=True)  # the version that an undo went back to; 0: to none
    regent = models.ForeignKey(  # who saved it in the place of the seat's player; null: he himself
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="sheets_as_regent"
    )
    hash = models.CharField(max_length=64)
    signature = models.CharField(max_length=64)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["seat", "step", "sequence"], name="sheet_once"),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id} {self.step}.{self.sequence}"

    @property
    def lines(self) -> list[tuple[str, datetime]]:
        """The lines that were understood, each with its time of entry."""
        times = [datetime.fromisoformat(time) for time in self.times]
        return list(zip(self.kept.splitlines(), times, strict=False))


class Step(models.Model):
    """One step of a match: the setup (number 0), then one a turn, or one a decision.

    Unique without exception, and for ever, unless a rewind sets it aside and another takes its place (docs/adr/0019).
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField()
    resolved = models.DateTimeField()
    answers: models.JSONField[Any, Any] = models.JSONField(default=list)  # [seat, text or null], in the order of entry
    events = models.BinaryField()  # JSON, as the game made them
    turn = models.PositiveIntegerField(default=0)  # of the game itself, where a step is one decision
    base = models.PositiveIntegerField(null=True, blank=True)  # step `state` is packed against (`state_storage.py`)
    state = models.BinaryField()
    rules_version = models.CharField(max_length=20, blank=True, default="")  # of the rules it was taken under
    digest = models.CharField(max_length=64)
    rewinds = models.PositiveIntegerField(default=0)  # of the match when it was first taken: they name its dice
    sealed_root = models.CharField(max_length=64, blank=True)  # hash of all the hashes below
    sealed_hashes: models.JSONField[Any, Any] = models.JSONField(default=dict)  # seat -> hash of the set that was used

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "number"], name="step_once")]
        indexes: ClassVar = [models.Index(fields=["match", "turn"], name="step_turn")]

    def __str__(self) -> str:
        return f"{self.match_id}#{self.number}"


class CarriedOver(models.Model):
    """From here on a match went on under newer rules, with this state (`engine.record.CarriedOver`)."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="carried")
    after = models.PositiveIntegerField()  # steps, taken under the older rules
    rules_version = models.CharField(max_length=20)  # the older one
    state = models.BinaryField()
    digest = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.match_id}#{self.after}"


class Ruling(models.Model):
    """What was decided about a match, and enters its record before the step that it is part of (`engine.Ruled`)."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="rulings")
    text = models.TextField()  # a line in the words of the game
    step = models.PositiveIntegerField(null=True, blank=True)  # None: it waits for the coming step

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.match_id} {self.text}"


class Activity(models.Model):
    """An act of host, referee or clock: an entry of the public chronicle of the match. Never of the game itself."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="activities")
    at = models.DateTimeField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True)
    kind: models.CharField[ActivityKind, ActivityKind] = models.CharField(max_length=30)
    data: models.JSONField[Json, Json] = models.JSONField(default=dict)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.match_id} {self.kind}"
