"""Gloire et Pouvoir from the command line: a turn is rehearsed from what its lord knows."""

from __future__ import annotations

from heraut.cli.reading import last_told
from heraut.engine.protocol import Seat
from tests.cli.command_line import CommandLine


def test_a_turn_is_rehearsed_from_what_its_lord_knows(heraut: CommandLine) -> None:
    match = heraut.new("partie.json", "--seats", 4, game="gloire")
    for _ in range(2):
        assert heraut("advance", match, "--bots", "player").status == 0
    heraut("orders", match, "--seat", "j1", "-", typed="CHE 2\nCHE 5\n")
    words = ("odds", "gloire", "rehearse", match, "--seat", "j1", "--runs", 6, "--seed", "essai")
    found = heraut(*words, "--json").json
    assert found["trials"] == 6 and found["treasury"]["least"] <= found["treasury"]["mean"]
    assert heraut(*words, "--json").json == found, "the same seed, the same turns"
    assert heraut(*words, "--bots", "player", "--json").json["trials"] == 6
    told = {lang: " ".join(heraut(*words, "--lang", lang).out.split()) for lang in ("fr", "en")}
    assert "au trésor" in told["fr"] and "6 répétitions" in told["fr"] and "n'envoient pas d'ordres" in told["fr"]
    assert "in the treasury" in told["en"] and "the others send no orders" in told["en"]
    assert heraut(*words, "--bots", "personne").status == 2
    assert {event.seen_by for event in last_told(match, Seat("j2"))} <= {None, ("j2",)}
