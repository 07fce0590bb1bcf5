"""The King of the first release, kept beside the others by name: not a letter of his sheets may change."""

from __future__ import annotations

import hashlib

import pytest

from heraut import bots
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import rois

classic = bots.player("rois", "classic")


def written(kings: int, turns: int, seed: bytes) -> str:
    """The hash of every sheet that he writes in a match against his like."""
    world = rois.setup([Seat(f"j{n}") for n in range(1, kings + 1)], {"turns": turns}, Rng(seed)).state
    told, year = hashlib.sha256(), 0
    while owed := rois.pending(world):
        sheets = {seat: classic(one, one.view, Rng(seed).at(seat, year)) for seat, one in owed.items()}
        for seat, one in owed.items():
            told.update(one.write(sheets[seat]).encode())
        world, year = rois.advance(world, sheets, Rng(seed).at("year", year)).state, year + 1
    return told.hexdigest()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kings", "turns", "seed", "sheets"),
    [
        (2, 15, b"two", "ac0f23adc2a6130a1ba0b33a050bda9e5440bc19061be0e722479d2c2dcf6ee7"),
        (5, 15, b"five", "67940447cf69c9f6241daf2544cb27eeed0f123f20f34489b4c887ad34c07b06"),
        (8, 15, b"eight", "1d7e64322bfe6fd66d040dbb09d75747301e019ed5b38e6b4390cd1a4f760f1a"),
        (12, 8, b"twelve", "a58afaa1bc0efebaad5bac92c6d034767661b64efbf0d2c45a9ec35c22d83844"),
        (8, 20, b"long", "a102176f0a458f4b0838a191bdfde376d8798e3a133b6147f04cc51a29ab7b02"),
    ],
)
def test_he_writes_what_he_always_wrote(kings: int, turns: int, seed: bytes, sheets: str) -> None:
    assert written(kings, turns, seed) == sheets
