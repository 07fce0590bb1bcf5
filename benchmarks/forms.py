"""The forms of a page, as a browser would send them."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import NamedTuple


class Form(NamedTuple):
    """A form as a browser would send it."""

    action: str
    method: str
    fields: dict[str, str]
    buttons: list[tuple[str, str]]


class Forms(HTMLParser):
    """The forms of a page; fields outside of any belong to the first."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.found = [Form(address.partition("?")[0], "post", {}, [])]
        self.here = self.found[0]
        self.select = self.area = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        name = given.get("name", "")
        if tag == "form":
            action = given.get("action") or self.address
            self.here = Form(action.partition("#")[0], given.get("method", "get").lower(), {}, [])
            self.found.append(self.here)
        elif tag == "option" and self.select and ("selected" in given or not self.here.fields.get(self.select)):
            self.here.fields[self.select] = given.get("value", "")
        elif tag == "button" and name:
            self.here.buttons.append((name, given.get("value", "")))
        elif tag in ("input", "textarea", "select") and name:
            ticked = given.get("type") not in ("radio", "checkbox") or "checked" in given
            if ticked or name not in self.here.fields:
                self.here.fields[name] = given.get("value", "")
            self.select, self.area = (name if tag == each else "" for each in ("select", "textarea"))

    def handle_data(self, data: str) -> None:
        if self.area:
            self.here.fields[self.area] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.here = self.found[0]
        elif tag == "textarea":
            self.area = ""
        elif tag == "select":
            self.select = ""


def forms_of(address: str, page: str) -> list[Form]:
    """The forms of a page that hold something."""
    reader = Forms(address)
    reader.feed(page)
    return [form for form in reader.found if form.fields or form.buttons]
