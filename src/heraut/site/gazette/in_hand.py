"""An article that its author still has in hand: whatever changes it does so under a lock, and never once it waits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from heraut.site.gazette.models import DRAFT, RETURNED, Article
from heraut.site.gazette.refusals import NotTaken

IN_HAND = (DRAFT, RETURNED)


@contextmanager
def in_hand(article: Article) -> Iterator[None]:
    """One transaction in which the article stays its author's. Raises NotTaken if it is not."""
    with transaction.atomic():
        if Article.objects.select_for_update(no_key=True).filter(pk=article.pk, state__in=IN_HAND).first() is None:
            raise NotTaken("not_a_draft")
        yield
