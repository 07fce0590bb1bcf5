"""A game's register of rules: each ID of the catalogue with a short statement in French and in English."""

from __future__ import annotations

import tomllib

import msgspec

from heraut.engine.files import packaged


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule: its phase (0: none), the rulebook's section ("": a decision of ours), its statement in two languages.

    `waiver` says why no test of the game package proves it: it belongs to the site, or binds people only. An example
    has figures or orders, and stands in both languages or in none.
    """

    phase: int
    section: str
    fr: str
    en: str
    waiver: str = ""
    example_fr: str = ""
    example_en: str = ""

    def text(self, lang: str) -> str:
        """The statement in this language ("fr" or "en")."""
        return self.fr if lang == "fr" else self.en

    def example(self, lang: str) -> str:
        """The example in this language; "" where there is none."""
        return self.example_fr if lang == "fr" else self.example_en


def read_rules(package: str) -> dict[str, Rule]:
    """The register of a game package, in the catalogue's order. Raises msgspec.ValidationError on a bad entry."""
    return msgspec.convert(tomllib.loads(packaged(package, "tables/rules.toml").decode()), dict[str, Rule])
