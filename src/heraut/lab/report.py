"""What a campaign shows, as one static page with plots: `python -m heraut.lab.report FOLDER` writes FOLDER/report.html.

Bots, ends, lengths, the balance of seats, starts, races and hosts, and, where answers are kept, how the figures of each
bot run through a match.
"""

from __future__ import annotations

import argparse
import sys
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from heraut.engine.balance import Balance, Share
from heraut.lab.extras import MissingExtra, require
from heraut.lab.shares import as_entered, in_full, shares_won

if TYPE_CHECKING:  # they load what may be missing
    from heraut.lab.balance import Noted
    from heraut.lab.campaign import Campaign

COURSE = 40  # points of a line at most
STYLE = """body { font: 16px/1.5 Georgia, serif; color: #33302a; max-width: 48rem; margin: 2rem auto; padding: 0 1rem }
h1, h2 { line-height: 1.2 } img { width: 100%; height: auto; margin: 1rem 0 } table { border-collapse: collapse }
td, th { padding: .1rem .8rem .1rem 0; text-align: left; vertical-align: top }"""
SORTS = {"seat": "Seats", "start": "Starts", "race": "Races", "host": "Hosts", "pair": "Hosts against each other"}


def main(arguments: list[str] | None = None) -> int:
    """Writes the page; 0, or 2 where there is no campaign to tell of."""
    parser = argparse.ArgumentParser(prog="python -m heraut.lab.report", description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="the folder of a campaign")
    folder = parser.parse_args(arguments).folder
    try:
        require("matplotlib", "pyarrow")
    except MissingExtra as error:
        print(error, file=sys.stderr)
        return 2
    return written(folder)


def written(folder: Path) -> int:
    """Writes the page into its folder; 0, or 2 where there is no campaign to tell of."""
    from heraut.lab.campaign import Campaign
    from heraut.lab.tables import Damaged

    try:
        campaign = Campaign.open(folder)
        matches = campaign.results()
        if not matches:
            raise OSError(f"{folder}: no match is there yet")
        file = folder / "report.html"
        file.write_text(page(campaign, matches), encoding="utf-8")
    except FileNotFoundError:
        print(
            f"{folder}: no campaign is kept there (heraut simulate --folder, heraut ladder, heraut balance)",
            file=sys.stderr,
        )
        return 2
    except msgspec.DecodeError as error:
        print(f"{folder} holds no campaign of this release: {error}", file=sys.stderr)
        return 2
    except (Damaged, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    print(file)
    return 0


def page(campaign: Campaign, matches: Sequence[Noted]) -> str:
    """The whole page."""
    plan = campaign.plan
    title = f"{plan.game}: {len(matches)} matches"
    facts = {
        "bots": ", ".join(plan.bots),
        "seats": str(plan.seats),
        "seed": plan.seed,
        "options": msgspec.json.encode(plan.options).decode(),
        "rules": plan.rules_version,
    }
    rows = "".join(f"<tr><th>{escape(key)}</th><td>{escape(value)}</td></tr>" for key, value in facts.items())
    body = "".join(
        f"<section><h2>{escape(name)}</h2>{picture(name, plot)}</section>" for name, plot in plots(campaign, matches)
    )
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    return (
        f'<!doctype html><html lang="en"><head>{head}<style>{STYLE}</style></head>'
        f"<body><main><h1>{escape(title)}</h1><table>{rows}</table>{body}</main></body></html>\n"
    )


def picture(name: str, plot: str) -> str:
    """A plot as a picture within the page, which needs no other file."""
    return f'<img alt="{escape(name)}" src="data:image/svg+xml;base64,{b64encode(plot.encode()).decode()}">'


def plots(campaign: Campaign, matches: Sequence[Noted]) -> Iterator[tuple[str, str]]:
    """Each plot under its title."""
    from heraut.lab import charts
    from heraut.lab.balance import measured

    balance = measured(campaign.plan, matches, campaign.plan.seed)
    yield "Bots", charts.shares(by_bot(matches, full=False), balance.fair)
    if len(full := by_bot(matches, full=True)) > len(campaign.plan.bots):
        yield "Bots and tempers", charts.shares(full, balance.fair)
    roads = Counter(result.road for _, result, _ in matches)
    yield "How matches ended", charts.bars(dict(roads.most_common()), "matches")
    yield "Length", charts.histogram([result.turns for _, result, _ in matches], "steps of a match")
    yield from balances(balance)
    for name, lines in courses(campaign).items():
        yield f"{name}, by step", charts.courses(lines, name)


def balances(balance: Balance) -> Iterator[tuple[str, str]]:
    """A plot for each sort of difference at the start."""
    from heraut.lab import charts

    for sort, title in SORTS.items():
        if rows := balance.by.get(sort):
            ordered = dict(sorted(rows.items(), key=lambda row: -row[1].share))
            yield title, charts.shares(ordered, 0.5 if sort == "pair" else balance.fair)


def by_bot(matches: Sequence[Noted], *, full: bool) -> Mapping[str, Share]:
    """How many of its seats each bot has won: as it was entered, or under its full name; the best first."""
    found = shares_won((result for _, result, _ in matches), in_full if full else as_entered)
    return dict(sorted([(bot, won.wins) for bot, won in found.items()], key=lambda row: -row[1].share))


def courses(campaign: Campaign) -> dict[str, dict[str, list[tuple[float, float]]]]:
    """Of each figure, for each bot, its mean by step; the steps of long matches stand together. {} if none is kept."""
    import pyarrow.compute as pc

    from heraut.lab import tables

    parts = campaign.parts("trajectories")
    names = tables.figures(campaign.plan.game)
    if not parts or not names:
        return {}
    table = tables.read(parts, tables.trajectories_schema(campaign.plan.game), ["entered", "step", *names])
    width = 1 + pc.max(table["step"]).as_py() // COURSE
    span = pc.multiply(pc.divide(table["step"], width), width)
    grouped = table.append_column("span", span).group_by(["entered", "span"])
    means = grouped.aggregate([(name, "mean") for name in names]).sort_by("span")
    found: dict[str, dict[str, list[tuple[float, float]]]] = {name: {} for name in names}
    for row in means.to_pylist():
        for name in names:
            found[name].setdefault(row["entered"], []).append((row["span"], row[f"{name}_mean"]))
    return found


if __name__ == "__main__":
    sys.exit(main())
