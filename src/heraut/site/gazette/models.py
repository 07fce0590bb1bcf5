"""The gazette of a match: its issues, their articles with pictures and sounds, and, apart from them, who wrote what.

An article knows nothing of its author: `Authorship` does, which `authorship.py` alone reads (docs/adr/0021). No article
bears a time of its own, and whatever names one in an address is drawn by chance.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models

from heraut.site.matches.models import Match

# a draft or sent back: its author alone has it; taken back: the desk does not know yet; waiting for an issue, or in one
DRAFT, RETURNED, TAKEN_BACK, WAITING, PRINTED = "draft", "returned", "taken_back", "waiting", "printed"
PICTURE, SOUND = "picture", "sound"
PAGE, BOOK, MAP = "page", "book", "map"  # what is printed: an issue, the whole match, a map for its book


class Gazette(models.Model):
    """The gazette of a match, and what its editor has ready for the coming issue; `editorial` as he typed it."""

    match = models.OneToOneField(Match, models.CASCADE, related_name="gazette")
    title = models.CharField(max_length=60, blank=True)
    motto = models.CharField(max_length=120, blank=True)
    editor = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="edited")
    editorial = models.TextField(blank=True)
    turn = models.PositiveIntegerField(default=0)  # the last one that an issue tells of
    branch = models.PositiveIntegerField(default=0)  # of the match, when that issue came out
    told = models.PositiveBigIntegerField(default=0)  # the last activity of the match that an issue had before it
    seen = models.PositiveIntegerField(default=0)  # steps of the match that were looked through for an issue
    closed = models.BooleanField(default=False, db_index=True)  # the match is over, and its last issue is out

    def __str__(self) -> str:
        return self.title or f"gazette {self.match_id}"


class Issue(models.Model):
    """One issue, as it was printed: nothing of it is worked out again later. `lines` is the chronicle, by language."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="issues")
    number = models.PositiveIntegerField()  # counts in the match
    turn = models.PositiveIntegerField()  # of the match, that it tells of
    step = models.PositiveIntegerField()  # after which the turn was over
    at = models.DateTimeField()  # when that was
    title = models.CharField(max_length=60, blank=True)
    motto = models.CharField(max_length=120, blank=True)
    editor = models.CharField(max_length=60, blank=True)  # the name of the lord whose player edited it
    editorial = models.TextField(blank=True)  # as it was typed,
    editorial_html = models.TextField(blank=True)  # and as it is shown
    lines: models.JSONField[Any, Any] = models.JSONField(default=dict)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "number"], name="issue_once")]
        ordering: ClassVar = ["number"]

    def __str__(self) -> str:
        return f"{self.match_id} n° {self.number}"


class Article(models.Model):
    """One article; `code` names it in addresses. `reaches` and `leaves` are whole quarters of a day (`editor.py`)."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="articles")
    code = models.CharField(max_length=12, unique=True)
    state = models.CharField(max_length=10, default=DRAFT)
    headline = models.CharField(max_length=100, blank=True)
    pseudonym = models.CharField(max_length=40, blank=True)
    text = models.TextField(blank=True)  # as it was typed,
    html = models.TextField(blank=True)  # and as it is shown, cleaned (`markup.py`)
    place = models.PositiveSmallIntegerField(null=True, blank=True)  # in its issue; where the editor wants it
    reason = models.TextField(blank=True)  # why the editor sent it back, or a mediator removed it
    reaches = models.DateTimeField(null=True, blank=True)  # when the editor's desk learns of it,
    leaves = models.DateTimeField(null=True, blank=True)  # and when it learns that it was taken back
    issue = models.ForeignKey(Issue, models.SET_NULL, null=True, blank=True, related_name="articles")
    removed = models.BooleanField(default=False)  # by a mediator: the words are gone, the place is left

    class Meta:
        indexes: ClassVar = [models.Index(fields=["match", "state"], name="article_state")]

    def __str__(self) -> str:
        return self.code


class Piece(models.Model):
    """A picture or a sound, made anew from what was sent (`pieces.py`); `number` counts in its article."""

    article = models.ForeignKey(Article, models.CASCADE, related_name="pieces")
    code = models.CharField(max_length=12, unique=True)
    kind = models.CharField(max_length=10)
    number = models.PositiveSmallIntegerField()
    legend = models.CharField(max_length=120, blank=True)
    width = models.PositiveSmallIntegerField(default=0)  # pixels; of a sound 0
    height = models.PositiveSmallIntegerField(default=0)
    data = models.BinaryField()

    class Meta:
        ordering: ClassVar = ["number"]

    def __str__(self) -> str:
        return self.code


class Authorship(models.Model):
    """Who wrote an article: for himself, and for the referee. It goes with his account, the article stays."""

    article = models.OneToOneField(Article, models.CASCADE, related_name="+")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return str(self.article_id)


class AuthorLook(models.Model):
    """The referee has looked who wrote an article (GP-SITE-31): who, when, why. Nothing ever takes a row away."""

    article = models.ForeignKey(Article, models.SET_NULL, null=True, blank=True, related_name="+")
    match_title = models.CharField(max_length=80)
    headline = models.CharField(max_length=100)
    looker = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    looker_name = models.CharField(max_length=150)
    reason = models.TextField()
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.looker_name} {self.at:%Y-%m-%d}"


class Printing(models.Model):
    """What somebody wants printed: a page, a book, or a map for a book; `data` is None until it is made.

    `number` is that of the issue, 0 for the whole match. `digest` names all that stands in it: another one is another
    printing.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="printings")
    kind = models.CharField(max_length=10)
    number = models.PositiveIntegerField(default=0)
    language = models.CharField(max_length=2)
    digest = models.CharField(max_length=40)
    code = models.CharField(max_length=12, unique=True)
    data = models.BinaryField(null=True, blank=True)
    failed = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "kind", "number", "language", "digest"], name="printing_once"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.kind} {self.number}"
