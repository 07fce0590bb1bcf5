"""Who takes what leaves the site: a post office, and a service on the internet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.site.notifications.office import Office, opened
from tests.site.notifications.services import Service, listening


@pytest.fixture
def office(settings: Any) -> Iterator[Office]:
    """The post office that the site sends to."""
    with opened() as office:
        settings.MAIL = f"smtp://127.0.0.1:{office.port}"
        yield office


@pytest.fixture
def service(settings: Any) -> Iterator[Service]:
    """Where a host's webhook leads, or a push."""
    settings.OUTBOUND = "127.0.0.1/32"
    with listening() as found:
        yield found
