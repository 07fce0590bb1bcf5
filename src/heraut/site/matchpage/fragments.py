"""Fragments of pages, made once and kept for a while: each is a function of what names it, and of nothing else.

Whatever one shows must be in its name: the view (`MatchAccess.known`), the language, the address of the match, what
was typed. So two readers are given the same one only if they would have been shown the same, and nothing has to be
forgotten when a turn is resolved: another view is another name. None holds a moment of anyone's clock, nor a token: its
forms are given that of their page by `fragment_with_forms`.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import TypeVar, cast

from django.core.cache import caches
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.utils.safestring import SafeString, mark_safe

from heraut.site.common.context import token_field

Made = TypeVar("Made")  # text that is safe in a page, or a few such texts

EACH_PAGE = "\N{CURRENCY SIGN}token\N{CURRENCY SIGN}"  # stands in the forms of a fragment for that of each page


def fragment(make: Callable[[], Made], *name: object, store: str = "pieces") -> Made:
    """The fragment of this name; `make` makes it if it is not there. The parts of a name are told apart by `repr`.

    `store` is the cache that holds it (settings): many small or short-lived ones push no large one out.
    """
    key = blake2b(repr(name).encode(), digest_size=20).hexdigest()
    return cast(Made, caches[store].get_or_set(key, make))


def fragment_with_forms(
    request: HttpRequest, make: Callable[[SafeString], SafeString], *name: object, store: str = "pieces"
) -> SafeString:
    """A fragment whose forms have the token of the page that is asked for now; `make` is given the field of it."""
    parts = fragment(lambda: make(token_field(EACH_PAGE)).split(EACH_PAGE), *name, store=store)
    return mark_safe(get_token(request).join(parts))  # noqa: S308  a template has escaped each part
