"""A view of Fief as tables: the families, the fiefs, the lords, the villages, and what a player keeps for himself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from heraut.cli.screen import Screen
from heraut.engine.words import integer

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from heraut.engine.match import Match

View = Mapping[str, Any]
STYLES = {
    "gueules": "red",
    "azur": "blue",
    "sinople": "green",
    "or": "yellow",
    "sable": "bright_black",
    "argent": "white",
}


def given(name: str, style: str = "") -> Text:
    """A name that a player has chosen: its brackets are brackets, not markup."""
    from rich.text import Text

    return Text(name, style)


def family_name(view: View, seat: str | None) -> Text:
    """A family in the colour of its blazon; nobody is a dash."""
    if seat is None:
        return given("—", "dim")
    family = view["seats"][seat]
    return given(family["name"], STYLES.get(family["blazon"], "") if family["alive"] else "dim strike")


def named(group: str) -> dict[str, str]:
    """Names of the board or of lords by their identifiers."""
    from heraut.games.fief.tables import board, lord_rows

    if group == "lord":
        return {name: row.name for name, row in lord_rows().items()}
    if group == "village":
        return {row.id: row.name for row in board().villages}
    regions = {row.id: row.label for row in board().regions}
    return regions | {row.id: row.label for row in board().bishoprics}


def place(screen: Screen, view: View) -> str:
    """How the match is played: the normal game, or so many turns for points."""
    settings = view["settings"]
    return screen.text(f"fief_{settings['mode']}", turns=settings["points_turns"])


def seats_table(screen: Screen, match: Match[Any, Any]) -> Table:
    """Who sits where at the start."""
    view = match.game.view(match.state, None)
    made = screen.table(screen.text("families"), ("seat", "family"))
    for seat in view["seats"]:
        made.add_row(seat, family_name(view, seat))
    return made


def show_view(screen: Screen, view: View) -> None:
    """The whole view: the families, the fiefs, the lords, the villages that are somebody's; then the reader's own."""
    screen.show(heading(screen, view), families_table(screen, view))
    if any(region["fief"] or region["weather"] or region["famine"] for region in view["regions"].values()):
        screen.show(regions_table(screen, view))
    if view["lords"]:
        screen.show(lords_table(screen, view))
    if any(inhabited(village) for village in view["villages"].values()):
        screen.show(villages_table(screen, view))
    if "own" in view:
        show_own(screen, view)


def heading(screen: Screen, view: View) -> Any:
    """The match at a glance: the phase, who is awaited, or how it ended."""
    from rich.panel import Panel

    if view["road"] is not None:
        winners = [view["seats"][seat]["name"] for seat in view["winners"]] or ["—"]
        road = screen.road("fief", view["road"])
        body = screen.text("continent_ended", turn=view["turn"], winners=winners, road=road)
    else:
        awaited = view["awaited"] or {"seats": None}
        names = [view["seats"][seat]["name"] for seat in awaited["seats"] or ()] or ["—"]
        body = screen.text("fief_awaited", phase=screen.text(f"phase_{view['phase']}"), names=names)
    title = screen.text("heading", place=place(screen, view), turn=view["turn"])
    return Panel(given(body), title=given(title), title_align="left")


def families_table(screen: Screen, view: View) -> Table:
    """The families, in playing order: what all may know of their strength."""
    columns = ("seat", "family", "ally", "votes", "fiefs", "soldiers", "hand", "score")
    made = screen.table(screen.text("families"), columns, numbers=5)
    order = [*view["playing"], *(seat for seat in view["seats"] if seat not in view["playing"])]
    for seat in order:
        family = view["seats"][seat]
        figures = (family["votes"], len(family["fiefs"]), family["soldiers"], family["hand"], family["score"])
        ally = family_name(view, family["ally"])
        made.add_row(seat, family_name(view, seat), ally, *(integer(figure, screen.lang) for figure in figures))
    return made


def regions_table(screen: Screen, view: View) -> Table:
    """The regions of which there is something to say."""
    made = screen.table(screen.text("fief_regions"), ("region", "fief_title", "capital", "family", "events"))
    labels, villages, lords = named("region"), named("village"), named("lord")
    for name, region in view["regions"].items():
        fief = region["fief"]
        events = [screen.text(f"region_{event}") for event in ("weather", "famine") if region[event]]
        if fief is None and not events:
            continue
        title = capital = ""
        if fief is not None:
            bearer = lords.get(fief["bearer"], "—")
            title, capital = f"{screen.text('fief_' + fief['title'])} ({bearer})", villages[fief["capital"]]
        holder = family_name(view, fief and fief["holder"])
        made.add_row(labels[name], title, capital, holder, ", ".join(events))
    return made


def lords_table(screen: Screen, view: View) -> Table:
    """The lords in play, family by family."""
    made = screen.table(screen.text("fief_lords"), ("lord", "family", "village", "dignities", "spouse", "state"))
    lords, villages = named("lord"), named("village")
    seats = list(view["seats"])
    for name, lord in sorted(view["lords"].items(), key=lambda pair: seats.index(pair[1]["seat"])):
        where = villages.get(lord["village"], "—")
        if lord["position"] != "in":
            where += f" ({screen.text('position_' + lord['position'])})"
        state = screen.text("lord_captive", family=view["seats"][lord["captor"]]["name"]) if lord["captor"] else ""
        made.add_row(
            lords[name],
            family_name(view, lord["seat"]),
            where,
            ", ".join(dignities(screen, lord)),
            lords.get(lord["spouse"], ""),
            given(state),
        )
    return made


def dignities(screen: Screen, lord: View) -> Iterable[str]:
    """The crown, the Church, the fiefs of a lord."""
    labels = named("region")
    if lord["crown"]:
        yield screen.text("dignity_regent" if lord["regent"] else f"dignity_{lord['crown']}")
    if lord["cardinal"]:
        yield screen.text("dignity_cardinal")
    if lord["bishop"]:
        yield screen.text("dignity_bishop", see=labels[lord["bishop"]])
    if lord["darc"]:
        yield screen.text("dignity_darc")
    yield from (labels[region] for region in lord["titles"])


def inhabited(village: View) -> bool:
    """Whether there is anything to say of a village."""
    return bool(village["owner"] or village["present"] or village["fort"] != "open")


def villages_table(screen: Screen, view: View) -> Table:
    """The villages where something stands or somebody is."""
    columns = ("village", "region", "fort", "family", "present", "mills", "presses")
    made = screen.table(screen.text("fief_villages"), columns, numbers=2)
    labels, names = named("region"), named("village")
    for name, village in view["villages"].items():
        if inhabited(village):
            present = [presence(view, name, seat) for seat in village["present"]]
            made.add_row(
                names[name],
                labels[village["region"]],
                screen.text(f"fort_{village['fort']}"),
                family_name(view, village["owner"]),
                given(", ".join(present)),
                str(village["mills"] or ""),
                str(village["presses"] or ""),
            )
    return made


def presence(view: View, village: str, seat: str) -> str:
    """A player in a village, with the points of his soldiers where they may be counted."""
    stacks = [stack for stack in view["stacks"] if (stack["village"], stack["seat"]) == (village, seat)]
    name = str(view["seats"][seat]["name"])
    if not stacks:
        return name
    points = [stack["points"] for stack in stacks]
    return f"{name} ({'?' if None in points else sum(points)})"


def show_own(screen: Screen, view: View) -> None:
    """The purse and the hand."""
    own, lords = view["own"], named("lord")
    hand = [lords[card] if card in lords else card_text(screen, card) for card in own["hand"]] or ["—"]
    screen.say("fief_own", "bold", purse=own["purse"], hand=hand)
    if own["captives"]:
        screen.say("fief_captives", captives=[lords[name] for name in own["captives"]])


def card_text(screen: Screen, card: str) -> str:
    """A card that is not a lord, by its name."""
    from heraut.games.fief.tables import board, cards

    kind, _, number = card.partition("_") if card.startswith("bishop_") else (card, "", "")
    name: str = getattr(cards()[kind], screen.lang)
    return f"{name} ({board().bishoprics[int(number)].label})" if number else name
