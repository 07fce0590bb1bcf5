"""What has to fit a phone: one row of tabs in one order, with the present one in view; plots with their names."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.site.e2e.conftest import Site
from tests.site.e2e.visitor import Visitor

Come = Callable[..., Visitor]
TABS = """() => {
  const tabs = document.querySelector("#onglets .tabs"), box = tabs.getBoundingClientRect();
  const items = [...tabs.children].map(item => item.getBoundingClientRect());
  const here = tabs.querySelector("[aria-current]").getBoundingClientRect();
  return {
    names: [...tabs.children].map(item => item.firstElementChild.firstChild.textContent.trim()),
    rows: new Set(items.map(item => Math.round(item.bottom))).size,
    inOrder: items.every((item, place) => !place || item.left > items[place - 1].left),
    seen: here.left >= box.left - 1 && here.right <= box.right + 1,
  };
}"""
NAMES = """() => [...document.querySelectorAll(".plot .end-name")].every(name => {
  const box = name.closest("figure").getBoundingClientRect(), at = name.getBoundingClientRect();
  return at.left >= box.left && at.left < box.right;
})"""


@pytest.mark.parametrize("game", ["running", "daifen", "fief"])
def test_tabs_stand_in_one_row_and_one_order(visitor: Come, site: Site, game: str) -> None:
    person = visitor(width=390, height=844)
    person.page.goto("/compte/demo/")
    found = []
    for page in ("", "lettres/", "histoire/", "statistiques/", "regles/"):
        person.go(f"/partie/{site.codes[game]}/{page}")
        found.append(person.page.evaluate(TABS))
        if page == "statistiques/":
            assert person.page.evaluate(NAMES)
    assert all(one["rows"] == 1 and one["inOrder"] and one["seen"] for one in found), found
    assert all(one["names"] == found[0]["names"] for one in found)
