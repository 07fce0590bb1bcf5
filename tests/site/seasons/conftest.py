"""A match of the pages' tests that is over."""

from tests.site.matchpage.conftest import finished, fresh_views

__all__ = ["finished", "fresh_views"]
