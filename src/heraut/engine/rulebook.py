"""A game's register of rules: each rule ID with a short statement in French and in English."""

from __future__ import annotations

import tomllib

import msgspec

from heraut.engine.decoding import convert
from heraut.engine.files import packaged


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule: its phase (0: none), the rulebook's section ("": a decision of ours), its statement in two languages.

    `waiver` says why no test of the game package proves it: it belongs to the site, or binds people only. Statement and
    formula together are the whole rule; an example shows it with figures or orders, a tip is advice. Example, formula
    and tip are given in both languages or in neither.
    """

    phase: int
    section: str
    fr: str
    en: str
    waiver: str = ""
    example_fr: str = ""
    example_en: str = ""
    formula_fr: str = ""
    formula_en: str = ""
    tip_fr: str = ""
    tip_en: str = ""

    def statement(self, lang: str) -> str:
        """What it does, in this language ("fr" or "en"), without its formula."""
        return self.fr if lang == "fr" else self.en

    def formula(self, lang: str) -> str:
        """How its figures are computed; "" where the statement says it all."""
        return self.formula_fr if lang == "fr" else self.formula_en

    def tip(self, lang: str) -> str:
        """Advice; "" where there is none."""
        return self.tip_fr if lang == "fr" else self.tip_en

    def text(self, lang: str) -> str:
        """The whole rule: the statement and its formula."""
        return f"{self.statement(lang)} {self.formula(lang)}".rstrip()

    def example(self, lang: str) -> str:
        """The example in this language; "" where there is none."""
        return self.example_fr if lang == "fr" else self.example_en


def read_rules(package: str) -> dict[str, Rule]:
    """The register of a game package, in the order of the file. Raises msgspec.ValidationError on a bad entry."""
    return convert(tomllib.loads(packaged(package, "tables/rules.toml").decode()), dict[str, Rule])
