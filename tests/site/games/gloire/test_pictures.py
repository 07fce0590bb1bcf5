"""The maps of tables that have not started."""

from __future__ import annotations

import re

import pytest
from django.test import Client


@pytest.mark.parametrize("name", ["SCANDINAVIE", "MOYEN-ORIENT", "EUROPE"])
def test_every_map_has_its_picture(client: Client, db: None, name: str) -> None:
    response = client.get(f"/partie/cartes/avant/{name}.svg")
    assert response.headers["Content-Type"] == "image/svg+xml"
    assert client.get("/partie/cartes/avant/LUNE.svg").status_code == 404
    drawn = response.content.decode()
    assert "Tour 1" not in drawn and "tour 1" not in drawn
    assert not re.search(r"url\(#f\d", drawn), "a land has a master before anybody has sat down"
