"""Forums, their threads and posts; drafts, former versions; what each reader has read, and of what he wants to be told.

A post is numbered twice, and by no number of the whole site: in its forum (`number`, its address) and in its thread
(`place`, from which its page follows). What lists and badges count stands in columns.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from heraut.site.matches.models import Match, Seat

BOARDS = REPLACEMENTS, DISPUTES, SUGGESTIONS = "remplacements", "coups-de-gueule", "suggestions"  # GP-SITE-34
KINDS = LORD, TALE, PLAYER = "lord", "tale", "player"  # GP-SITE-29: lord to lords, narrative, out of play
LONGEST_TITLE = 120


class Subscription(models.Model):
    """Of what a reader wants to be told: of one thread, or of a forum. Told once, he is left alone until he has been
    there, and for an hour in any case.
    """

    follows = models.BooleanField(null=True)  # None: he has never said so, nor written there
    waiting = models.BooleanField(default=False)  # something new, of which he is to be told
    told = models.BooleanField(default=False)  # he has been, and has not come since
    quiet_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


class Forum(models.Model):
    """The forum of a match, or one of the site's own (`board`). `posts` numbers what is written in it."""

    match = models.OneToOneField(Match, models.CASCADE, null=True, blank=True, related_name="forum")
    board = models.CharField(max_length=20, blank=True)
    posts = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["board"], condition=~Q(board=""), name="board_once"),
        ]

    def __str__(self) -> str:
        return self.board or str(self.match_id)


class Thread(models.Model):
    """What is said under one title. `number` is that of its first post, `last` of its last, `posts` their places."""

    forum = models.ForeignKey(Forum, models.CASCADE, related_name="threads")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=6)
    title = models.CharField(max_length=LONGEST_TITLE)  # "": whoever gave it one has closed his account
    starter = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="forum_threads")
    posts = models.PositiveIntegerField(default=0)
    last = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField()
    pinned = models.BooleanField(default=False)
    locked = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["forum", "number"], name="forum_thread_once")]
        indexes: ClassVar = [models.Index(fields=["forum", "pinned", "last"], name="forum_thread_last")]

    def __str__(self) -> str:
        return self.title


class Post(models.Model):
    """One post. It goes with the account of whoever wrote it; `seat` is the one that he held, None for who held none.

    `words` is what the search finds it by (`search.py`), `html` its text as pages show it (`formatting.py`).
    """

    forum = models.ForeignKey(Forum, models.CASCADE, related_name="+")
    thread = models.ForeignKey(Thread, models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()
    place = models.PositiveIntegerField()
    kind = models.CharField(max_length=6)
    role = models.CharField(max_length=10, blank=True)  # of who holds no seat: mediator, host, referee
    seat = models.ForeignKey(Seat, models.SET_NULL, null=True, related_name="+")
    writer = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="forum_posts")
    at = models.DateTimeField()
    edited = models.DateTimeField(null=True, blank=True)
    text = models.TextField()
    html = models.TextField()
    words = models.TextField()
    removed = models.BooleanField(default=False)  # by who keeps the peace: nobody else reads it any more
    reason = models.CharField(max_length=200, blank=True)
    remover = models.CharField(max_length=12, blank=True)  # the office by which (`moderation.mediation`)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["forum", "number"], name="forum_post_once"),
            models.UniqueConstraint(fields=["thread", "place"], name="forum_place_once"),
        ]

    def __str__(self) -> str:
        return f"{self.forum_id} {self.number}"


class Version(models.Model):
    """A post as it was until it was edited or removed: for those who keep the peace, and its author's export."""

    post = models.ForeignKey(Post, models.CASCADE, related_name="versions")
    text = models.TextField()
    until = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.post_id} {self.until:%Y-%m-%d %H:%M}"


class Draft(models.Model):
    """What somebody is writing: an answer in a thread, or with `thread` None a new one. Empty once it was posted.

    `version` counts the times that it was kept, so that a browser knows whether its own copy is older.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="forum_drafts")
    forum = models.ForeignKey(Forum, models.CASCADE, related_name="+")
    thread = models.ForeignKey(Thread, models.CASCADE, null=True, blank=True, related_name="+")
    kind = models.CharField(max_length=6, blank=True)
    title = models.CharField(max_length=LONGEST_TITLE, blank=True)
    text = models.TextField(blank=True)
    version = models.PositiveIntegerField(default=0)
    saved = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "thread"], name="forum_draft_once"),
            models.UniqueConstraint(fields=["player", "forum"], condition=Q(thread=None), name="forum_new_draft_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.forum_id}/{self.thread_id}"


class Visit(Subscription):
    """A reader at a forum. What was written up to number `since` is read, whatever he has opened."""

    forum = models.ForeignKey(Forum, models.CASCADE, related_name="+")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="forum_visits")
    since = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["forum", "player"], name="forum_visit_once")]
        indexes: ClassVar = [
            models.Index(fields=["quiet_until"], condition=Q(waiting=True), name="forum_visit_waiting")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.forum_id}"


class Reading(Subscription):
    """A reader at a thread: the place up to which he has read it."""

    thread = models.ForeignKey(Thread, models.CASCADE, related_name="readings")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="forum_readings")
    read = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["thread", "player"], name="forum_reading_once")]
        indexes: ClassVar = [
            models.Index(fields=["quiet_until"], condition=Q(waiting=True), name="forum_reading_waiting")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.thread_id}"
