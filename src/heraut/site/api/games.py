"""The games, and the register of each one's rules in our own words."""

from __future__ import annotations

from functools import cache

from django.http import Http404, HttpRequest
from ninja import Router

from heraut.engine.rulebook import Rule, read_rules
from heraut.games import game
from heraut.games.registry import GAMES
from heraut.site.api.access import ANYBODY
from heraut.site.api.match_access import Lang, chosen
from heraut.site.api.schemas import GameLine, RuleLine, answers
from heraut.site.matches.adapters import names

router = Router(tags=["games"])


@router.get("/games", response=answers(list[GameLine]), **ANYBODY)
def game_list(request: HttpRequest) -> list[GameLine]:
    """The games that are played here, and the version of their rules."""
    return [GameLine(name=name, rules_version=game(name).rules_version) for name in names()]


@router.get("/games/{name}/rules", response=answers(list[RuleLine], 404), **ANYBODY)
def rule_list(request: HttpRequest, name: str, lang: Lang = None) -> list[RuleLine]:
    """Every rule of a game by its ID, in our own words."""
    if name not in names():
        raise Http404
    language = chosen(lang)
    return [
        RuleLine(
            id=id, phase=rule.phase, section=rule.section, text=rule.text(language), example=rule.example(language)
        )
        for id, rule in register(name).items()
    ]


@cache
def register(name: str) -> dict[str, Rule]:
    """The register of a game's rules."""
    return read_rules(GAMES[name].packages.game)
