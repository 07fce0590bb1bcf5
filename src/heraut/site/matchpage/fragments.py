"""Fragments of pages, made once and kept for a while: each is a function of what names it, and of nothing else.

Whatever one shows must be in its name: the view (`MatchAccess.known`), the language, the address of the match, what
was typed. So two readers are given the same one only if they would have been shown the same, and nothing has to be
forgotten when a turn is resolved: another view is another name. None holds a moment of anyone's clock, nor a token: its
forms are given `TOKEN_OF_PAGE`, which `with_token` replaces by that of their page.
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

EACH_PAGE = "\N{CURRENCY SIGN}token\N{CURRENCY SIGN}"
TOKEN_OF_PAGE = token_field(EACH_PAGE)  # as `csrf_input`


def fragment(make: Callable[[], Made], *name: object, store: str = "pieces") -> Made:
    """The fragment of this name; `make` makes it if it is not there. The parts of a name are told apart by `repr`.

    `store` is the cache that holds it (settings): many small or short-lived ones push no large one out.
    """
    key = blake2b(repr(name).encode(), digest_size=20).hexdigest()
    return cast(Made, caches[store].get_or_set(key, make))


def with_token(request: HttpRequest, made: SafeString) -> SafeString:
    """A fragment whose forms have the token of the page that is asked for now."""
    return mark_safe(made.replace(EACH_PAGE, get_token(request)))  # noqa: S308  a template has escaped each part
