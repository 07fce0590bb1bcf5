"""Pages for whoever learns a game, or looks a rule up."""

from __future__ import annotations

import re
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from heraut.games.registry import GAMES
from heraut.site.common.words import lang, site_words
from heraut.site.learn.lessons import Lesson, Words, WorkedTurn
from heraut.site.learn.reference import LONGEST_SEARCH, Chapter, place_of, register, search, words_of
from heraut.site.matches.adapters import adapter, builders, names
from heraut.site.matchpage.board_pictures import board_picture

FEW, MANY = 5, 20  # rules that a search shows: of each game among all, of one game
SEEN = re.compile(r"([-\w]{1,40})(?:\.([0-9]{1,4}))?", re.ASCII)  # a match, and the number of one of its reports


def known(game: str) -> str:
    """A game that has pages. Raises Http404."""
    if game not in names():
        raise Http404
    return game


# Learning


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """Every game: those with a lesson, those without one, those that are played in a terminal alone."""
    games = [
        (name, words(name).say("sentence"), board_picture(name), builders(name))
        for name in names()
        if adapter(name).lesson
    ]
    untaught = [name for name in names() if not adapter(name).lesson]
    said = site_words(lang())
    elsewhere = [
        (entry.about(lang()), name, said.say("learn", name) if said.has("learn", name) else "")
        for name, entry in GAMES.items()
        if name not in names()
    ]
    return render(request, "learn/index.html", {"games": games, "untaught": untaught, "elsewhere": elsewhere})


@require_safe
def introduction(request: HttpRequest, game: str) -> HttpResponse:
    """A game in two minutes."""
    pictures, found = lesson(game).pictures[:-1], words(game)
    page = {key: found.each(key) for key in ("you", "win", "turn", "pace")}
    shots = [(name, found.say(f"shot_{name}")) for name in pictures]
    return teach(
        request, "introduction", game, **page, intro=found.say("intro"), shots=shots, glossary=found.glossary()
    )


@require_safe
def first_turn(request: HttpRequest, game: str) -> HttpResponse:
    """A first turn, order by order, as the engine has played it."""
    worked: WorkedTurn = lesson(game).worked(lang())
    found, picture = words(game, worked), lesson(game).pictures[-1]
    page = {"steps": found.steps(worked), "scene": found.say("scene"), "after": found.say("after")}
    shots = [(picture, found.say(f"shot_{picture}"))]
    return teach(request, "first_turn", game, worked=worked, shots=shots, next=found.each("next"), **page)


@require_safe
def mistakes(request: HttpRequest, game: str) -> HttpResponse:
    """What newcomers do wrong, and how it is mended."""
    return teach(request, "mistakes", game, mistakes=words(game).mistakes(lesson(game)))


def lesson(game: str) -> Lesson:
    """How a game is taught. Raises Http404 where it is not."""
    found: Lesson | None = adapter(known(game)).lesson
    if found is None:
        raise Http404
    return found


def words(game: str, worked: WorkedTurn | None = None) -> Words:
    """The words of a game's lesson, with the figures of its worked turn."""
    return Words(site_words(lang()), f"learn_{game}", worked.figures if worked else {})


def teach(request: HttpRequest, page: str, game: str, **context: Any) -> HttpResponse:
    """A page of a lesson in its layout."""
    return render(request, f"learn/{page}.html", {"game": game, "page": page, **context})


# The rules


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The rules of all games: where to find them, and a search through all. An older address names the game."""
    if (asked := request.GET.get("jeu")) in names():
        query = request.GET.copy()
        del query["jeu"]
        return redirect(reverse("reference", args=[asked]) + (f"?{query.urlencode()}" if query else ""))
    typed, wanted = looked_for(request)
    games = [(name, *(search(chapters(name), wanted, FEW) if wanted else (size(name), []))) for name in names()]
    count = sum(number for _, number, _ in games)
    return render(request, "learn/rules.html", {"games": games, "typed": typed, "wanted": wanted, "count": count})


@require_safe
def reference(request: HttpRequest, game: str) -> HttpResponse:
    """All rules of a game, or those that a search finds."""
    found = adapter(known(game))
    typed, wanted = looked_for(request)
    page = {"game": game, "games": names(), "taught": bool(found.lesson), "typed": typed, "wanted": wanted}
    if wanted:
        count, hits = search(chapters(game), wanted, MANY)
        return render(request, "learn/search.html", {**page, "hits": hits, "count": count})
    context = found.rules_context(request.GET, lang())
    return render(request, "learn/reference.html", {**page, "rules": found.rules_template, **context})


@require_safe
def rule(request: HttpRequest, game: str, rule: str) -> HttpResponse:
    """One rule: a page of its own, or for a script (htmx) the rule alone.

    `?vu=CODE.N` names the report from which one comes, and to which the page leads back; `?vu=CODE` the match.
    """
    found = place_of(chapters(known(game)), rule)
    if found is None:
        if place_of(chapters(game), rule.upper()) is None:
            raise Http404
        return redirect("rule", game, rule.upper())
    page: dict[str, Any] = {"game": game, "place": found}
    if seen := SEEN.fullmatch(request.GET.get("vu", "")):
        page |= {"code": seen[1], "turn": int(seen[2]) if seen[2] else None}
    alone = request.headers.get("HX-Request") == "true"
    answer = render(request, "learn/rule_card.html" if alone else "learn/rule.html", page)
    patch_vary_headers(answer, ["HX-Request"])
    return answer


def chapters(game: str) -> list[Chapter]:
    """The chapters of a game's rules, for the present reader."""
    return list(adapter(game).chapters(lang())) or [register(game, lang())]


def size(game: str) -> int:
    """How many rules a game has."""
    return sum(len(chapter.rules) for chapter in chapters(game))


def looked_for(request: HttpRequest) -> tuple[str, tuple[str, ...]]:
    """What a search asks for: as it was typed, and its words."""
    typed = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    return typed, words_of(typed)
