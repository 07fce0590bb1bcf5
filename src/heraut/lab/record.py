"""A match of a campaign as a record: `python -m heraut.lab.record FOLDER NUMBER match.json` plays it again.

What `heraut show`, `replay` (with `--film`) and `verify` take: the way to look at a match that its figures point to.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from heraut.engine.record import encode_record
from heraut.games import game
from heraut.lab import entrants
from heraut.lab.extras import MissingExtra, require

if TYPE_CHECKING:
    from heraut.engine.match import Match
    from heraut.engine.protocol import Seat
    from heraut.lab.campaign import Campaign


def main(arguments: list[str] | None = None) -> int:
    """Writes the record; 0, or 2 where there is none to write."""
    parser = argparse.ArgumentParser(prog="python -m heraut.lab.record", description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="the folder of a campaign")
    parser.add_argument("number", type=int, help="the number of a match there, from 0")
    parser.add_argument("file", type=Path, help="where its record is written")
    asked = parser.parse_args(arguments)
    try:
        require("pyarrow")
        from heraut.lab.campaign import Campaign

        record = played_again(Campaign.open(asked.folder), asked.number)
        with asked.file.open("xb") as file:
            file.write(record)
    except FileNotFoundError as error:
        missing = asked.folder if Path(str(error.filename)).name == "plan.json" else error.filename
        print(f"{missing}: nothing is there", file=sys.stderr)
        return 2
    except FileExistsError:
        print(f"{asked.file}: this file exists already", file=sys.stderr)
        return 2
    except msgspec.DecodeError as error:
        print(f"{asked.folder} holds no campaign of this release: {error}", file=sys.stderr)
        return 2
    except (MissingExtra, KeyError, OSError, RuntimeError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    print(asked.file)
    return 0


def played_again(campaign: Campaign, number: int) -> bytes:
    """The record of this match. Raises ValueError where it is not there, or does not come out as it did."""
    from heraut.lab.simulate import play_fixture

    plan = campaign.plan
    kept = {one: result for one, result, _ in campaign.results()}
    if number not in kept:
        raise ValueError(f"{campaign.folder}: no match {number} is there; it holds {len(kept)}")
    if plan.rules_version != (now := game(plan.game).rules_version):
        raise ValueError(f"played under version {plan.rules_version} of the rules; this program plays version {now}")
    if changed := [name for name, code in plan.code.items() if entrants.code_of(name) != code]:
        raise ValueError(f"match {number} cannot be played again: {', '.join(changed)} was rewritten since")
    record = b""

    def watch(match: Match[Any, Any], answers: Mapping[Seat, Any]) -> None:
        nonlocal record
        if not answers:  # it has ended
            record = encode_record(match.record)

    result = play_fixture(plan.fixture(number), watch)
    if (result.result, result.turns) != (kept[number].result, kept[number].turns):
        raise ValueError(
            f"match {number} comes out otherwise: a bot has changed since, or does not draw from its seed alone"
        )
    return record


if __name__ == "__main__":
    sys.exit(main())
