"""The compliance tables: which test proves which rule. `make rules` renews them, `make test` checks them."""

from __future__ import annotations

import json
from pathlib import Path

from heraut.engine.rulebook import read_rules

Proofs = dict[str, set[str]]  # rule ID -> the tests that prove it


def proofs_file(root: Path, game: str) -> Path:
    """Where the game package keeps the list, so that `heraut rules` can show it anywhere."""
    return root / "src/heraut/games" / game / "tables/proofs.json"


def proofs_of(game: str, passed: Proofs) -> dict[str, list[str]]:
    """The proofs of this game's rules, in the register's order."""
    rules = read_rules(f"heraut.games.{game}")
    return {rule: sorted(passed[rule]) for rule in rules if rule in passed}


def write(root: Path, game: str, passed: Proofs) -> None:
    """Renews the list in the package and the table in docs/rules."""
    proofs = proofs_of(game, passed)
    proofs_file(root, game).write_text(json.dumps(proofs, indent=1) + "\n", encoding="utf-8")
    page = root / "docs/rules" / f"{game}.md"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(table(game, proofs), encoding="utf-8")


def table(game: str, proofs: dict[str, list[str]]) -> str:
    """The compliance table as a page."""
    rules = read_rules(f"heraut.games.{game}")
    waived = [rule for rule in rules if rules[rule].waiver]
    missing = [rule for rule in rules if rule not in proofs and not rules[rule].waiver]
    lines = [
        f"# {game}: which test proves which rule",
        "",
        "Made by `make rules` from the tests that bear a rule; "
        "`make test` fails when one fails or the table is out of date.",
        "",
        f"{len(rules)} rules: {len(proofs)} proven, {len([r for r in waived if r not in proofs])} waived, "
        f"{len(missing)} missing.",
        "",
        "| rule | statement | proof |",
        "|---|---|---|",
    ]
    for id, rule in rules.items():
        if id in proofs:
            proof = "<br>".join(f"`{test.removeprefix(f'tests/games/{game}/')}`" for test in proofs[id])
        else:
            proof = f"waived: {rule.waiver}" if rule.waiver else "**missing**"
        lines.append(f"| {id} | {rule.text('en')} | {proof} |")
    return "\n".join(lines) + "\n"


def check(root: Path, game: str, passed: Proofs, skipped: Proofs, failed: set[str]) -> list[str]:
    """What is wrong: rules without proof, proofs of unknown rules, a table out of date."""
    rules = read_rules(f"heraut.games.{game}")
    prefix = next(iter(rules)).split("-")[0]
    complaints = [
        f"{game}: {id} has neither a passing test nor a waiver"
        for id, rule in rules.items()
        if (id not in passed and not rule.waiver) or id in failed
    ]
    complaints += [
        f"{game}: a test claims to prove {id}, which is no rule"
        for id in passed
        if id.startswith(prefix) and id not in rules
    ]
    met = {rule: passed.get(rule, set()) | skipped.get(rule, set()) for rule in {*passed, *skipped}}
    proofs = proofs_of(game, met)
    path = proofs_file(root, game)
    if not complaints and (not path.exists() or json.loads(path.read_text(encoding="utf-8")) != proofs):
        complaints.append(f"{game}: {path.name} and docs/rules/{game}.md are out of date; run `make rules`")
    return complaints
