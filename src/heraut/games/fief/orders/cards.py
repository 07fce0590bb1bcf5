"""Phase 1: cards that are played, or laid aside (FI-CRD)."""

from __future__ import annotations

from heraut.games.fief.orders.order import Card, Lord, Lords, Order, Region, Regions, See, Village, VillageOrNone


class PlayLord(Order, frozen=True, gc=False, tag="play_lord"):
    """A lord comes into play, and at once receives noble titles of the family (FI-LRD-05)."""

    lord: Lord
    village: Village
    titles: Regions = ()
    code = "SEIGNEUR"


class PlayHeir(Order, frozen=True, gc=False, tag="play_heir"):
    """A man is born as Crown prince (FI-PRC-01); the King's player says where, the Queen's does not."""

    lord: Lord
    village: VillageOrNone = None
    code = "HERITIER"


class PlayDarc(Order, frozen=True, gc=False, tag="play_darc"):
    lord: Lord
    code = "DARC"


class PlayBishop(Order, frozen=True, gc=False, tag="play_bishop"):
    see: See
    lord: Lord
    code = "EVEQUE"


class PlayTithe(Order, frozen=True, gc=False, tag="play_tithe"):
    see: See
    code = "DIME"


class PlayTaille(Order, frozen=True, gc=False, tag="play_taille"):
    region: Region
    code = "TAILLE"


class PlayPlague(Order, frozen=True, gc=False, tag="play_plague"):
    region: Region
    code = "PESTE"


class PlayWeather(Order, frozen=True, gc=False, tag="play_weather"):
    region: Region
    code = "INTEMPERIES"


class PlaySun(Order, frozen=True, gc=False, tag="play_sun"):
    region: Region
    code = "SOLEIL"


class PlayFamine(Order, frozen=True, gc=False, tag="play_famine"):
    region: Region
    code = "FAMINE"


class PlayHarvest(Order, frozen=True, gc=False, tag="play_harvest"):
    region: Region
    code = "RECOLTES"


class PlayRevolt(Order, frozen=True, gc=False, tag="play_revolt"):
    village: Village
    code = "REVOLTE"


class PlayAssassination(Order, frozen=True, gc=False, tag="play_assassination"):
    lord: Lord
    code = "ASSASSINER"


class PlayJustice(Order, frozen=True, gc=False, tag="play_justice"):
    lord: Lord
    code = "JUSTICE"


class PlayEscape(Order, frozen=True, gc=False, tag="play_escape"):
    """Prisoners of one village (of the dungeon: village left out) go free; mine go to `refuge`."""

    lords: Lords
    refuge: Village
    code = "EVADER"


class Discard(Order, frozen=True, gc=False, tag="discard"):
    card: Card
    code = "DEFAUSSER"
