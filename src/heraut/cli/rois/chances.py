"""`heraut odds rois chances`: what a King's own characters may hope for this year (RO-TOOL-05)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from heraut.cli import arguments
from heraut.cli.screen import Screen

UNKNOWN = "?"


@arguments.command
@arguments.file
@arguments.seat
@arguments.as_json
@click.pass_obj
def chances(screen: Screen, file: Path, seat: str | None, as_json: bool) -> None:
    """The chances to practise, to spy unseen, to pursue somebody and to hire a Hero."""
    from heraut.cli.files import seat_decision

    decision, _ = seat_decision(file, seat, "rois")
    view = decision.view
    found = {number: hopes(view, number) for number in living(view)}
    screen.json(found) if as_json else show_hopes(screen, view, found)


def living(view: Any) -> list[int]:
    """One's own characters who may act this year, by number: the dead hope for nothing."""
    return sorted(each["number"] for each in view["own"]["characters"] if not each["died"])


def hopes(view: Any, number: int) -> dict[str, Any]:
    """All chances of one character, in hundredths; None where what they depend on is not known.

    A pursuit has two: the least and the greatest chance.
    """
    from heraut.games.rois.calculators.chances import hiring, practice, pursuing, unnoticed
    from heraut.games.rois.state import ABILITIES

    met = sorted(map(int, view["own"]["met"]))
    return {
        "unnoticed": unnoticed(view, number),
        "practice": {ability: practice(view, number, ability) for ability in ABILITIES},
        "taught": {ability: practice(view, number, ability, teacher=True) for ability in ABILITIES},
        "pursue": {target: pursuing(view, number, target) for target in met},
        "hire": {
            target: hiring(view, number, target) for target in met if not view["own"]["met"][str(target)]["kingdom"]
        },
    }


def show_hopes(screen: Screen, view: Any, found: dict[int, dict[str, Any]]) -> None:
    """Two tables: one's own characters, and what each may do about those whom the kingdom knows."""
    own = {each["number"]: each for each in view["own"]["characters"]}
    alone = screen.table("", ("rois_character", "rois_unnoticed", "rois_practice", "rois_taught"), numbers=0)
    for number, hope in found.items():
        known = [ability for ability in hope["practice"] if own[number]["levels"].get(ability)]
        new = next((ability for ability in hope["practice"] if ability not in known), None)
        rows = {screen.text("rois_new_ability"): new} if new else {}
        rows |= {ability: ability for ability in known}
        lists = (
            ", ".join(f"{name} {share(screen, hope[sort][ability])}" for name, ability in rows.items())
            for sort in ("practice", "taught")
        )
        alone.add_row(own[number]["name"], share(screen, hope["unnoticed"]), *lists)
    others = screen.table("", ("rois_character", "rois_other", "rois_pursue", "rois_hire"), numbers=0)
    for number, hope in found.items():
        for target, pursued in hope["pursue"].items():
            hired = share(screen, hope["hire"][target]) if target in hope["hire"] else ""
            others.add_row(
                own[number]["name"], view["own"]["met"][str(target)]["name"], between(screen, pursued), hired
            )
    screen.show(alone, others)


def share(screen: Screen, hundredths: int | None) -> str:
    """A chance in words."""
    return UNKNOWN if hundredths is None else screen.text("percent", share=hundredths / 100)


def between(screen: Screen, hundredths: tuple[int, int] | None) -> str:
    """A chance, or the least and the greatest that it may be."""
    if hundredths is None:
        return UNKNOWN
    least, most = (share(screen, each) for each in hundredths)
    return least if least == most else screen.text("rois_between", least=least, most=most)
