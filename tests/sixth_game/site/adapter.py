"""What the Sealed Bid brings to the site; see `GameSite`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.templatetags.static import static

from heraut.engine.protocol import Json
from heraut.site.common.words import say
from heraut.site.lobby.forms import JoinForm
from heraut.site.lobby.presets import PRESETS
from heraut.site.matches.adapters import GameSite, TabEntry
from heraut.site.matches.models import Match, Seat
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.messaging import views as letters
from tests.sixth_game.game.options import MOST
from tests.sixth_game.game.state import Auction
from tests.sixth_game.site import pages
from tests.sixth_game.site.table_forms import TableForm

LORDS = {"lords": 3}


def lord_names() -> Sequence[str]:
    """Names of ours, for bots and for those who have no idea: as many as may sit down."""
    return ("Aliénor", "Bertrand", "Clémence", "Dreux", "Ermengarde", "Foulques")[:MOST]


def place_words(options: Mapping[str, Any]) -> str:
    """For how many lords it is."""
    return say("sealed_bid.place", lords=options["lords"])


def place_picture(options: Mapping[str, Any]) -> str:
    """A sealed note."""
    return static("play/sealed_bid.svg")


def silence(match: Match) -> str:
    """What silence costs here."""
    return say("table.missed_is", number=match.pace.missed)


def reign(match: Match, seat: Seat) -> dict[str, Any]:
    """A player's lord in a match, in a line."""
    view = match.rules.view(match.realm, seat.name)
    lord = view["lords"][seat.name]
    words = say("sealed_bid.reign", points=lord["points"], purse=view["own"]["purse"])
    return {"alive": True, "bearer": lord["name"], "words": words}


def known_lord(access: MatchAccess, seat: Seat) -> str | None:
    """Everybody is known."""
    return seat.lord


def letter_names(auction: Auction) -> dict[str, tuple[str, bool]]:
    """Every lord by his seat; all of them live."""
    return {seat: (lord.name, True) for seat, lord in auction.lords.items()}


def letter_known(view: Json) -> dict[str, bool]:
    """All lords but the reader."""
    own = view.get("own", {}).get("seat")
    return {lord["name"]: True for seat, lord in view["lords"].items() if seat != own}


SITE = GameSite(
    pages={
        "board": pages.board,
        "orders": pages.orders,
        "letters": letters.page,
        "report": pages.report,
        "rules": pages.rules,
    },
    tabs=(
        TabEntry("board", "sealed_bid.tab_board", "match"),
        TabEntry("orders", "sealed_bid.tab_orders", "match_orders", readers="lords"),
        TabEntry("report", "match.tab_report", "match_last_report"),
        TabEntry("letters", "messaging.tab", "match_letters", readers="lords"),
        TabEntry("rules", "match.tab_rules", "match_rules"),
    ),
    realm_context=pages.realm_context,
    rules_template="play/sealed_bid/rule_list.html",
    rules_context=pages.rules_context,
    table_form=TableForm,
    join_form=JoinForm,
    paces=PRESETS,
    quick=LORDS,
    demo=LORDS,
    lord_names=lord_names,
    place_words=place_words,
    place_picture=place_picture,
    silence=silence,
    reign=reign,
    known_lord=known_lord,
    letter_names=letter_names,
    letter_known=letter_known,
    check=pages.check,
)
