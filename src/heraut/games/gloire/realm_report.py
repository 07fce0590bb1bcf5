"""What a lord is told of his own realm, at the end of his report (GP-INF-03)."""

from __future__ import annotations

from heraut.engine.layout import entries, fold, heading, table
from heraut.engine.protocol import Json
from heraut.engine.words import integer, real
from heraut.games.gloire.herald import Herald
from heraut.games.gloire.renown import LEAST, Breakdown


def realm(herald: Herald) -> list[str]:
    """His treasury, renown, relations, lands, knights, garrisons, settings, memories and calls (GP-INF-03)."""
    own = herald.view["own"]
    return [
        *heading(herald.page("realm")),
        "",
        *entries(overview(herald, own)),
        *calls(herald, own),
        "",
        *own_lands(herald, own),
        "",
        *own_knights(herald, own),
        *own_garrisons(herald, own),
    ]


def overview(herald: Herald, own: Json) -> list[tuple[str, str]]:
    """The lines that have a name and one value."""
    page, lord = herald.page, herald.view["lords"][own["seat"]]
    titles, lords = herald.names["title"], herald.lords
    memories = [page("memory", {"land": land, "happiness": value}) for land, value in own["memories"].items()]
    pairs = [
        (page("treasury"), page("treasury_value", own)),
        (page("title"), titles.get(lord["title"], lord["title"]) or page("no_title")),
        (page("global_renown"), renown_told(herald, own)),
        (page("retreat"), page("retreat_value", own["retreat"])),
        (page("allies"), ", ".join([lords[seat] for seat in lord["allies"]]) or page("nobody")),
        (page("enemies"), ", ".join([lords[seat] for seat in lord["enemies"]]) or page("nobody")),
    ]
    return [*pairs, (page("memories"), ", ".join(memories))] if memories else pairs


def renown_told(herald: Herald, own: Json) -> str:
    """Global renown and its parts, and the least that it may be where they come to less (GP-RG-01)."""
    total, parts = herald.view["lords"][own["seat"]]["global_renown"], own["renown"]
    least = LEAST if Breakdown(**parts).sum_of_parts < LEAST else 0
    return herald.page("breakdown", {"total": total, "least": least, **parts})


def calls(herald: Herald, own: Json) -> list[str]:
    """The calls to arms that he has to answer, or waits to see answered (GP-INF-07)."""
    lines = []
    for call in own["calls"]:
        key = "call_received" if call["called"] == own["seat"] else "call_made"
        lines += fold(herald.page(key, call), "  ! ", "    ")
    return lines


def own_lands(herald: Herald, own: Json) -> list[str]:
    """His lands, the public figures and the secret ones side by side."""
    lang, names, works = herald.lang, herald.names["land"], herald.names["fortification"]
    public = herald.view["lands"]
    rows = [
        (
            names[name],
            real(public[name]["happiness"], lang),
            integer(public[name]["population"], lang),
            real(land["tax_coefficient"], lang, 2),
            works[land["fortification"]] if land["fortification"] else "–",
        )
        for name, land in own["lands"].items()
    ]
    return table(herald.page("land_head"), rows, "<>>><") if rows else ["  " + herald.page("no_land")]


def own_knights(herald: Herald, own: Json) -> list[str]:
    """His knights, himself first, with the armies that they lead."""
    lang, names, armies = herald.lang, herald.names["land"], own["armies"]
    rows = []
    for id, knight in own["knights"].items():
        himself = int(id) == own["lord_knight"]
        army = knight["army"]
        rows.append(
            (
                id,
                herald.page("in_person", knight) if himself else knight["name"],
                real(knight["renown"], lang),
                integer(knight["pay"], lang),
                names[knight["land"]],
                f"#{army}" if army is not None else "–",
                integer(armies[str(army)]["men"], lang) if army is not None else "–",
            )
        )
    return table(herald.page("knight_head"), rows, "><>><>>")


def own_garrisons(herald: Herald, own: Json) -> list[str]:
    """His armies without a knight."""
    names = herald.names["land"]
    rows = [
        (f"#{id}", integer(army["men"], herald.lang), names[army["land"]])
        for id, army in own["armies"].items()
        if army["knight"] is None
    ]
    return ["", *table(herald.page("garrison_head"), rows, "<><")] if rows else []
