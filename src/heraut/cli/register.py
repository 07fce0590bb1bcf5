"""`heraut games`, `heraut rules`: the games, and the proof of each of their rules."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click
import msgspec

from heraut.cli import arguments
from heraut.cli.screen import Misuse, Screen
from heraut.games.registry import GAMES

if TYPE_CHECKING:
    from heraut.engine.rulebook import Rule


@arguments.command
@click.pass_obj
def games(screen: Screen) -> None:
    """The list of games."""
    from heraut.cli.files import game_named

    table = screen.table(screen.text("games"), ("game", "about", "version"), numbers=1)
    for name, entry in GAMES.items():
        table.add_row(name, entry.about(screen.lang), game_named(name).rules_version)
    screen.show(table)


@arguments.command
@click.argument("game", required=False)
@click.argument("rule", required=False)
@arguments.as_json
@click.pass_obj
def rules(screen: Screen, game: str | None, rule: str | None, as_json: bool) -> None:
    """The register of rules of one game, or of all, with the proof of each."""
    from heraut.games import NAMES

    if game is not None and game not in NAMES:
        raise Misuse("no_such_game", name=game, known=list(NAMES))
    registers = {name: register(name) for name in ([game] if game else NAMES)}
    if rule is not None:
        rules_of_game, proofs = registers[str(game)]
        id = known_rule(rules_of_game, rule)
        if as_json:
            screen.json({id: {**msgspec.structs.asdict(rules_of_game[id]), "tests": proofs.get(id, [])}})
        else:
            show_rule(screen, id, rules_of_game[id], proofs.get(id, []))
    elif as_json:
        screen.json({name: compliance(*both) for name, both in registers.items()})
    else:
        for name, both in registers.items():
            show_register(screen, name, *both)


def register(game: str) -> tuple[dict[str, Rule], dict[str, list[str]]]:
    """The rules of a game, and the tests that prove them; no proof at all before `make rules` has run."""
    from heraut.engine.files import packaged
    from heraut.engine.rulebook import read_rules

    package = GAMES[game].packages.game
    try:
        proofs = json.loads(packaged(package, "tables/proofs.json"))
    except FileNotFoundError:
        proofs = {}
    return read_rules(package), proofs


def compliance(rules: dict[str, Rule], proofs: dict[str, list[str]]) -> dict[str, list[str]]:
    """The IDs by what stands for them; a proof counts before a waiver."""
    return {
        "proven": [id for id in rules if id in proofs],
        "waived": [id for id, rule in rules.items() if id not in proofs and rule.waiver],
        "missing": [id for id, rule in rules.items() if id not in proofs and not rule.waiver],
    }


def show_register(screen: Screen, game: str, rules: dict[str, Rule], proofs: dict[str, list[str]]) -> None:
    """Every rule with its statement and its proof, and the count."""
    groups = compliance(rules, proofs)
    kinds: dict[str, str] = {id: kind for kind, ids in groups.items() for id in ids}
    table = screen.table(GAMES[game].about(screen.lang), ("rule", "statement", "proof"), numbers=1)
    table.columns[0].no_wrap = True
    for id, rule in rules.items():
        table.add_row(id, rule.text(screen.lang), proof_mark(screen, kinds[id], len(proofs.get(id, ()))))
    screen.show(table)
    counts: dict[str, Any] = {kind: len(ids) for kind, ids in groups.items()}
    screen.say("compliance", rules=len(rules), **counts)


def proof_mark(screen: Screen, kind: str, tests: int) -> Any:
    """How far a rule is proven, in one word and one colour."""
    from rich.text import Text

    style = {"proven": "green", "waived": "dim", "missing": "bold red"}[kind]
    return Text(screen.text(f"rule_{kind}", tests=tests), style)


def known_rule(rules: dict[str, Rule], text: str) -> str:
    """The ID of a rule, in whatever case it was typed. Raises Misuse."""
    if text.upper() not in rules:
        raise Misuse("no_such_rule", rule=text)
    return text.upper()


def show_rule(screen: Screen, id: str, rule: Rule, tests: list[str]) -> None:
    """One rule: its statement, its example, its place in the rulebook, its proofs or its waiver."""
    screen.line(id, "bold")
    screen.line(rule.text(screen.lang))
    if example := rule.example(screen.lang):
        screen.line(example, "italic")
    if rule.phase:
        screen.say("rule_phase", phase=rule.phase)
    if rule.section:
        screen.say("rule_section", section=rule.section)
    else:
        screen.say("rule_ours")
    for test in tests:
        screen.say("rule_test", "green", test=test)
    if not tests:
        screen.line(screen.text("rule_waiver", waiver=rule.waiver) if rule.waiver else screen.text("rule_missing"))
