"""Arguments and options that several commands share; their words stand in the catalogue under the same names."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

File = Annotated[Path, typer.Argument()]
GameName = Annotated[str, typer.Argument()]
AsJson = Annotated[bool, typer.Option("--json")]
MapName = Annotated[str | None, typer.Option("--map")]
SeatName = Annotated[str | None, typer.Option("--seat")]
SeedText = Annotated[str | None, typer.Option("--seed")]
