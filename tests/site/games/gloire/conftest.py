"""The match of `tests/site/matchpage`, which is one of Gloire et Pouvoir."""

from tests.site.matchpage.conftest import finished, fresh_views, match, seat_of

__all__ = ["finished", "fresh_views", "match", "seat_of"]
