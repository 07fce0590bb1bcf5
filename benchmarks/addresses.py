"""Every address of the site, and what stands in its places; every name that its code reads."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

PLACE = re.compile(r"<(?:\w+:)?(\w+)>")
READ = re.compile(r"""\b(GET|POST|posted|values|data)\b[^"\n]{0,12}"([\w-]+)\"""")


def patterns(resolver: Any, before: str = "/") -> Iterator[str]:
    """Every address of the site, its places unfilled."""
    for pattern in resolver.url_patterns:
        here = before + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            yield from patterns(pattern, here)
        else:
            yield here


def filled(pattern: str, places: Mapping[str, Iterable[Any]]) -> Iterator[str]:
    """The addresses of a pattern, with all values of its places."""
    names = PLACE.findall(pattern)
    for values in product(*(places[name] for name in names)):
        chosen = dict(zip(names, map(str, values), strict=True))
        yield PLACE.sub(lambda place, chosen=chosen: chosen[place[1]], pattern)  # type: ignore[misc]


def names_read(package: Path) -> list[str]:
    """The names by which the site's own code reads what is sent."""
    found: Counter[str] = Counter()
    for path in package.rglob("*.py"):
        found.update(name for _, name in READ.findall(path.read_text(encoding="utf-8")))
    return sorted(found)


def places_of(matches: list[str], waiting: str, thread: Any, player: Any) -> dict[str, list[Any]]:
    """What stands in the places of addresses."""
    from heraut.site.forum.models import SUGGESTIONS
    from heraut.site.games.daifen.tools import TOOLS as DAIFEN_TOOLS
    from heraut.site.games.gloire.drawing import map_url
    from heraut.site.games.gloire.tools import TOOLS
    from heraut.site.gazette.models import Article, Piece, Printing
    from heraut.site.lobby.actions import HOST_ACTS, PLAYER_ACTS
    from heraut.site.matches.adapters import names
    from heraut.site.matchpage.polling import sign
    from heraut.site.moderation.models import Fault
    from heraut.site.notifications.models import Hook, Letter
    from heraut.site.notifications.outbox import stop_url
    from heraut.site.regency.models import Regency
    from heraut.site.treaties.models import Treaty

    name, digest, _ = map_url("SCANDINAVIE").rpartition("/")[2].split(".")
    return {
        "code": [*matches, waiting],
        "turn": [0],
        "language": ["fr"],
        "game": [*names()],
        "rule": ["GP-ATT-07", "DA-ORD-06", "FI-TRN-05"],
        "tool": [*TOOLS, *DAIFEN_TOOLS, "combat", "livre"],
        "act": [*PLAYER_ACTS, *HOST_ACTS],
        "name": [*names(), name, "EUROPE", player.username],
        "digest": [digest],
        "number": sorted(
            {pk for model in (Fault, Letter, Hook, Regency) for pk in model.objects.values_list("pk", flat=True)[:1]}
        )
        or [1],
        "player": [player.pk],
        "key": [stop_url(player, "reports").split("/")[-3]],
        "choice": ["reports"],
        "seat": [0],
        "signature": [sign(matches[0], 0)],
        "thread": [thread.code, 1],
        "board": [SUGGESTIONS],
        "form": ["txt"],
        "kind": ["truce", "sale", "vote", "passage", "loan"],
        "treaty": [*Treaty.objects.values_list("code", flat=True)],
        "article": list(Article.objects.values_list("code", flat=True)),
        "piece": list(Piece.objects.values_list("code", flat=True)),
        "printing": list(Printing.objects.values_list("code", flat=True)),
    }
