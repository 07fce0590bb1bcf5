"""Fragments of pages, made once and kept for a while: each is a function of what names it, and of nothing else.

Whatever one shows must be in its name: the view (`MatchAccess.known`), the language, the address of the match, what
was typed. So two readers are given the same one only if they would have been shown the same, and nothing has to be
forgotten when a turn is resolved: another view is another name. None holds a token or a moment of anyone's clock.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import cast

from django.core.cache import caches
from django.utils.safestring import SafeString


def fragment(make: Callable[[], SafeString], *name: object, store: str = "pieces") -> SafeString:
    """The fragment of this name; `make` makes it if it is not there. The parts of a name are told apart by `repr`.

    `store` is the cache that holds it (settings): many small or short-lived ones push no large one out.
    """
    key = blake2b(repr(name).encode(), digest_size=20).hexdigest()
    return cast(SafeString, caches[store].get_or_set(key, make))
