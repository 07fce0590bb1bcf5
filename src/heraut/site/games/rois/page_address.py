"""What the address of a page has open: a person or the kingdom, a season, a province, an order half given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import urlencode

from heraut.site.common.input_cleaning import whole_number

KINGDOM = "royaume"  # what `?personne=` says for the orders of the kingdom


def number(text: str) -> int:
    """A number from an address or a form; 0 for anything else."""
    return whole_number(text) or 0


@dataclass(frozen=True)
class Opened:
    """What the address has open: a person (0: the kingdom; None: nobody), a season, a province, an order half given."""

    person: int | None = None
    season: int = 0
    province: int = 0
    kind: str = ""
    picks: tuple[str, ...] = ()
    layers: tuple[str, ...] = ()
    query: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def kept(self) -> dict[str, str]:
        """What links keep of the address: who, when and where."""
        found = dict(self.query)
        if self.person is not None:
            found["personne"] = str(self.person) if self.person else KINGDOM
        if self.season:
            found["saison"] = str(self.season)
        if self.province:
            found["province"] = str(self.province)
        return found

    def href(self, **changed: object) -> str:
        """The page with something else open."""
        asked = {**self.kept, **{key: str(value) for key, value in changed.items()}}
        return f"?{urlencode({key: value for key, value in asked.items() if value})}#annee"
