"""Cards that strike regions, and those that help them: plague, weather, famine, harvest, revolt (FI-CRD-07)."""

from __future__ import annotations

from heraut.engine.protocol import Refusal
from heraut.games.fief.board.places import (
    REGION_IDS,
    VILLAGE_IDS,
)
from heraut.games.fief.identities import PlayerNo
from heraut.games.fief.orders.cards import (
    PlayFamine,
    PlayHarvest,
    PlayPlague,
    PlayRevolt,
    PlaySun,
    PlayWeather,
)
from heraut.games.fief.phases.hand import held, spend, strike
from heraut.games.fief.phases.plague import plague
from heraut.games.fief.phases.revolt import raise_revolt, rising_villages
from heraut.games.fief.resolution import Turn
from heraut.games.fief.state import Realm, replaced

# Attacks and parries on regions


def play_plague(turn: Turn, player: PlayerNo, order: PlayPlague) -> None:
    """The plague strikes the lords and troops of a region (FI-PES)."""
    spend(turn, player, held(turn.now, player, "plague"), "FI-PES-01", region=REGION_IDS[order.region])
    strike(turn, order.region)
    plague(turn, order.region)


def weather_refusal(realm: Realm, player: PlayerNo, order: PlayWeather) -> Refusal | None:
    """A region has one bad weather at a time (FI-WEA-01)."""
    if realm.weather[order.region] is not None:
        return Refusal("FI-WEA-01", "already_there", {"region": REGION_IDS[order.region]})
    return None


def play_weather(turn: Turn, player: PlayerNo, order: PlayWeather) -> None:
    """Bad weather lies on a region until the sun shines."""
    card = held(turn.now, player, "bad_weather")
    spend(turn, player, card, "FI-WEA-01", discard=False, region=REGION_IDS[order.region])
    turn.now.weather = replaced(turn.now.weather, order.region, card)
    strike(turn, order.region)


def sun_refusal(realm: Realm, player: PlayerNo, order: PlaySun) -> Refusal | None:
    """Good weather lifts bad weather, so there must be some (FI-WEA-06)."""
    if realm.weather[order.region] is None:
        return Refusal("FI-WEA-06", "nothing_to_lift", {"region": REGION_IDS[order.region]})
    return None


def play_sun(turn: Turn, player: PlayerNo, order: PlaySun) -> None:
    """Sun and bad weather leave the table together."""
    realm, weather = turn.now, turn.now.weather[order.region]
    assert weather is not None
    spend(turn, player, held(realm, player, "sun"), "FI-WEA-06", region=REGION_IDS[order.region])
    realm.played = (*realm.played, weather)
    realm.weather = replaced(realm.weather, order.region, None)


def famine_refusal(realm: Realm, player: PlayerNo, order: PlayFamine) -> Refusal | None:
    """A region has one famine at a time (FI-FAM-01)."""
    if realm.famine[order.region] is not None:
        return Refusal("FI-FAM-01", "already_there", {"region": REGION_IDS[order.region]})
    return None


def play_famine(turn: Turn, player: PlayerNo, order: PlayFamine) -> None:
    """Mills and presses are silent until a good harvest."""
    card = held(turn.now, player, "famine")
    spend(turn, player, card, "FI-FAM-01", discard=False, region=REGION_IDS[order.region])
    turn.now.famine = replaced(turn.now.famine, order.region, card)
    strike(turn, order.region)


def harvest_refusal(realm: Realm, player: PlayerNo, order: PlayHarvest) -> Refusal | None:
    """A good harvest lifts a famine, so there must be one (FI-FAM-02)."""
    if realm.famine[order.region] is None:
        return Refusal("FI-FAM-02", "nothing_to_lift", {"region": REGION_IDS[order.region]})
    return None


def play_harvest(turn: Turn, player: PlayerNo, order: PlayHarvest) -> None:
    """Good harvest and famine leave the table together."""
    realm, famine = turn.now, turn.now.famine[order.region]
    assert famine is not None
    spend(turn, player, held(realm, player, "good_harvest"), "FI-FAM-02", region=REGION_IDS[order.region])
    realm.played = (*realm.played, famine)
    realm.famine = replaced(realm.famine, order.region, None)


def revolt_refusal(realm: Realm, player: PlayerNo, order: PlayRevolt) -> Refusal | None:
    """One revolt at a time, and only in a village where the peasants may rise (FI-REV-01)."""
    if realm.revolt is not None:
        return Refusal("FI-REV-01", "revolt_already", {})
    if order.village not in rising_villages(realm):
        return Refusal("FI-REV-01", "no_rising_there", {"village": VILLAGE_IDS[order.village]})
    return None


def play_revolt(turn: Turn, player: PlayerNo, order: PlayRevolt) -> None:
    """The peasants rise; the card stays before their leader."""
    card = held(turn.now, player, "peasant_revolt")
    spend(turn, player, card, "FI-REV-01", discard=False, village=VILLAGE_IDS[order.village])
    raise_revolt(turn, player, card, order.village)
