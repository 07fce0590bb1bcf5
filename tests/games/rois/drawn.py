"""What is asked of a drawing: the elements that refer to a sign, those of a class, the names that are written."""

from __future__ import annotations

from xml.etree.ElementTree import Element

SVG = "{http://www.w3.org/2000/svg}"


def uses(svg: Element, name: str) -> list[Element]:
    """The places of a sign that is defined."""
    return [each for each in svg.iter(f"{SVG}use") if each.get("href") == f"#{name}"]


def classes(svg: Element, name: str) -> list[Element]:
    """The elements of a class."""
    return [each for each in svg.iter() if name in (each.get("class") or "").split()]


def names(svg: Element) -> list[str]:
    """The names on the map."""
    found = [span for group in classes(svg, "names") for span in group.iter(f"{SVG}tspan")]
    return [each.text or "" for each in found if each.get("class") != "n"]
