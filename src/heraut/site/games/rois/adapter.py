"""What Rois aventuriers brings to the site; see `GameSite`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import count
from typing import Any

from django.templatetags.static import static
from django.utils.safestring import SafeString

from heraut.engine.protocol import Json
from heraut.games.rois.naming import plain
from heraut.games.rois.picture import map_svg
from heraut.games.rois.state import HUMANOIDS, World
from heraut.games.rois.tables import read
from heraut.games.rois.world.numbering import kings_of
from heraut.site.common.refusals import Refused
from heraut.site.common.words import say
from heraut.site.games.rois import board, history, lines, map_files, report, rules, sheet, since, statistics, tools
from heraut.site.games.rois.exchanges import exchanges
from heraut.site.games.rois.finale import finale
from heraut.site.games.rois.first_turn import GUIDE
from heraut.site.games.rois.gazette import CHRONICLE
from heraut.site.games.rois.jottings import kept_about
from heraut.site.games.rois.lesson import LESSON
from heraut.site.games.rois.portraits import any_king, portrait
from heraut.site.games.rois.realm import (
    awaited_words,
    givers,
    kingdom_of,
    orders_given,
    realm_context,
    remaining,
    shield,
)
from heraut.site.games.rois.table_forms import ADVISED, FOR_THE_TABLE, PACES, JoinForm, TableForm, fault_words
from heraut.site.games.rois.tidings import summed_up
from heraut.site.games.rois.treaties import TREATIES
from heraut.site.matches.adapters import GameSite, TabEntry
from heraut.site.matches.models import Match, Seat
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.messaging import views as letters
from heraut.site.treaties.recall import recalls

# Where it is played: every world is drawn anew


def place_words(options: Mapping[str, Any]) -> str:
    """For how many kingdoms it is."""
    return say("rois_option.place", kingdoms=options["lords"] if "lords" in options else len(options["names"]))


def place_picture(options: Mapping[str, Any]) -> str:
    """A world of hexes, the same for all."""
    return static("play/rois_world.avif")


# What was chosen


def chosen_options(match: Match) -> Iterator[str]:
    """One sentence an option that differs from the rulebook."""
    options = match.options
    if options.get("turns") and not options.get("short"):
        yield say("rois_option.turns", turns=options["turns"])
    for name in ("short", "open_relations", "hardened"):
        if options.get(name):
            yield say(f"rois_option.{name}")


def silence(match: Match) -> str:
    """What silence costs here (GP-SITE-14)."""
    return say("table.missed_is", number=match.pace.missed)


# Letters: Kings know each other's names (RO-INFO-08)


def letter_names(world: World) -> dict[str, tuple[str, bool]]:
    """Every King by his seat, and whether he reigns."""
    return {one.seat: (world.characters[one.king].name, one.alive) for one in world.kingdoms.values()}


def reigns(world: World) -> dict[str, list[tuple[int, str]]]:
    """The Kings of every kingdom, each until his heir took the throne, in the year after his death (RO-CHAR-20)."""
    crowns = {one.seat: kings_of(world, one.number) for one in world.kingdoms.values()}
    return {
        seat: [*((late.died + 1, late.name) for late in kings[:-1]), (0, kings[-1].name)]
        for seat, kings in crowns.items()
    }


def letter_known(view: Json) -> dict[str, bool]:
    """All Kings but the reader."""
    own = str(view.get("own", {}).get("kingdom", ""))
    return {one["name"]: not one["fallen"] for number, one in view["kingdoms"].items() if number != own}


def speaker(view: Json, seat: str) -> tuple[str, SafeString]:
    """A King's name and the arms of his kingdom."""
    number = kingdom_of(seat)
    return str(view["kingdoms"][str(number)]["name"]), shield(number)


# Seats


@cache
def lord_names() -> Sequence[str]:
    """Names of ours, of every race and sex in turn."""
    lists = read("names.toml")
    chosen = [lists[race][sex] for race in HUMANOIDS for sex in ("F", "M")]
    return [name for same in zip(*chosen, strict=False) for name in same]


KING_CHOICES = {"race": "races", "alignment": "alignments", "temper": "tempers", "sex": "sexes", "talents": "talents"}


def check_choices(match: Match, choices: Mapping[str, str], own: Seat | None = None) -> None:
    """Talents that a King may have; forms have checked the rest. Raises Refused."""
    if choices.get("talents") and (why := fault_words(choices["talents"])):
        raise Refused("king_unfit", why=why)


def seat_options(seats: Iterable[Seat]) -> dict[str, Any]:
    """The options that the seats of a world add to it at its start: what their Kings are made of (RO-CHAR-01)."""
    seats = list(seats)
    chosen = {
        option: {seat.name: seat.choices[field] for seat in seats if seat.choices.get(field)}
        for field, option in KING_CHOICES.items()
    }
    names = {seat.name: seat.lord for seat in seats if seat.lord}
    return {"names": names, **chosen, **world_apart(seats, names.values())}


def world_apart(seats: Sequence[Seat], lords: Iterable[str]) -> dict[str, str]:
    """Another name for a world that is called like one of its Kings: no two names may be alike (RO-SET-03)."""
    world, taken = str(seats[0].match.options.get("world", "")) if seats else "", {plain(lord) for lord in lords}
    if plain(world) not in taken:
        return {}
    return {"world": next(name for number in count(2) if plain(name := f"{world[:30]} {number}") not in taken)}


def bearer(seat: Seat) -> int:
    """The arms of a seat of a world under way: those of its kingdom on the map."""
    return kingdom_of(seat.name)


def reign(match: Match, seat: Seat) -> dict[str, Any]:
    """A player's kingdom in a match under way, in a line."""
    view = match.rules.view(match.realm, seat.name)
    name = view["kingdoms"][str(kingdom_of(seat.name))]["name"]
    if "own" not in view:
        return {"alive": False, "bearer": bearer(seat), "name": name, "words": say("rois.fallen", name=name)}
    own = view["own"]
    words = say("rois.reign", provinces=len(own["provinces"]), gold=own["gold"], year=view["turn"])
    return {"alive": True, "bearer": bearer(seat), "name": name, "words": words}


def known_lord(access: MatchAccess, seat: Seat) -> str | None:
    """The name of a King, as everyone who visits the match may know it."""
    found = access.view["kingdoms"].get(str(kingdom_of(seat.name)))
    return None if found is None else str(found["name"])


def picture(view: Json, language: str, seat: str) -> str:
    """The map as far as this seat knows it."""
    return map_svg(view, lang=language)


PAGES = {
    "board": board.page,
    "picture": board.picture,
    "orders": sheet.page,
    "letters": letters.page,
    "report": report.page,
    "history": history.page,
    "statistics": statistics.page,
    "tools": tools.page,
    "rules": rules.page,
}

TABS = (
    TabEntry("report", "rois.tab_report", "match_last_report", readers="lords"),
    TabEntry("board", "rois.tab_year", "match", readers="lords"),
    TabEntry("board", "rois.tab_world", "match", readers="others"),
    TabEntry("orders", "rois.tab_orders", "match_orders", readers="lords"),
    TabEntry("gens", "rois.tab_people", "match_tool", ("gens",), readers="lords"),
    TabEntry("plans", "rois.tab_plans", "match_tool", ("plans",), readers="lords"),
    TabEntry("essai", "rois.tab_rehearsal", "match_tool", ("essai",), readers="lords"),
    TabEntry("cour", "rois.tab_court", "match_tool", ("cour",), readers="lords"),
    TabEntry("report", "rois.tab_chronicle", "match_last_report", readers="others"),
    TabEntry("letters", "chancery.tab", "match_letters", readers="lords"),
    TabEntry("letters", "chancery.tab", "match_forum", readers="others"),
    TabEntry("history", "match.tab_history", "match_history"),
    TabEntry("statistics", "match.tab_statistics", "match_statistics"),
    TabEntry("rules", "match.tab_rules", "match_rules"),
)

SHOWN_PROVINCES, SHOWN_HEROES, SHOWN_GOLD = range(5, 10), 2, 3


def worth_showing(view: Json) -> bool:
    """Whether a kingdom of the demonstration shows the game: some provinces, Heroes to send, gold to spend.

    Its first King reigns (kingdoms and their first Kings bear the same numbers).
    """
    own = view.get("own")
    if own is None or own["king"] != own["kingdom"]:
        return False
    heroes = sum(each["role"] == "hero" and not each["died"] for each in own["characters"])
    return len(own["provinces"]) in SHOWN_PROVINCES and heroes >= SHOWN_HEROES and own["gold"] >= SHOWN_GOLD


def choice_picture(field: str, value: str) -> str:
    """A King or a Queen of a race, as they may look."""
    if value not in HUMANOIDS:
        return any_king()
    number = HUMANOIDS.index(value)
    return portrait({"race": value, "sex": "MF"[number % 2], "role": "king", "number": number + 1}, 1)


QUICK = {"world": "Sept-Mers", "lords": 12}

SITE = GameSite(
    pages=PAGES,
    filmed_for_all=False,  # before its end nobody else sees a map
    finale=finale,
    tabs=TABS,
    addresses=map_files.ADDRESSES,
    realm_context=realm_context,
    awaited_words=awaited_words,
    givers=givers,
    sealed_by={"board": "feuille", "orders": "feuille"},
    remaining=remaining,
    guide=GUIDE,
    chapters=rules.chapters,
    lesson=LESSON,
    rules_template="play/rois/rule_list.html",
    rules_context=rules.context,
    table_form=TableForm,
    join_form=JoinForm,
    paces=PACES,
    quick=QUICK,
    quick_choice="race",
    choice_picture=choice_picture,
    demo={"world": "Les Marches de Quellys", "lords": 8},
    demo_seat={**ADVISED, "sex": "M"},
    demo_worthy=worth_showing,
    for_the_table=FOR_THE_TABLE,
    lord_names=lord_names,
    check_choices=check_choices,
    seat_options=seat_options,
    place_words=place_words,
    place_picture=place_picture,
    picture=picture,
    chosen_options=chosen_options,
    silence=silence,
    told_given=True,
    bearer=bearer,
    reign=reign,
    own_figures=since.own_figures,
    since_words=since.since_words,
    summed_up=summed_up,
    leader=since.leader,
    known_lord=known_lord,
    reigns=reigns,
    given=orders_given,
    exchanges=exchanges,
    speech=("letters", "forum", "gazette", "treaties"),
    treaties=TREATIES,
    recalls=recalls,
    chronicle=CHRONICLE,
    letter_names=letter_names,
    letter_known=letter_known,
    speaker=speaker,
    check=lines.check,
    kept_about=kept_about,
)
