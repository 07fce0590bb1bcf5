"""`heraut odds daifen rehearse`: the coming turn, played many times on continents that agree with what a lord knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from heraut.cli import arguments
from heraut.cli.daifen.tables import given, words_of
from heraut.cli.rehearsing import rehearsed
from heraut.cli.screen import Misuse, Screen
from heraut.engine.words import integer, real

if TYPE_CHECKING:
    from pathlib import Path

    from rich.table import Table

    from heraut.engine.protocol import Json
    from heraut.engine.spread import Spread
    from heraut.games.daifen.herald import Herald
    from heraut.games.daifen.outcomes import Clash, Summary
    from heraut.games.daifen.rehearsal import Prospect
    from heraut.games.daifen.state import KingdomName
    from heraut.games.daifen.suppositions import Stance, Supposition

RUNS = 40
STANCES: Mapping[str, Stance] = {
    "calme": "still", "still": "still", "ordinaire": "usual", "usual": "usual", "hostile": "hostile",
}  # fmt: skip
STRANGER = "?"  # whoever the lord does not know, in a supposition
FIGURES = ("gold", "intellect", "people", "buildings")  # those that the turn ends with
CHANGES = ("losses", "razed", "robbed", "found")
FATES = (("unpaid", "building"), ("dismissed", "unit"), ("learnt", "technology"), ("waiting", "technology"),
         ("gone", "kingdom"), ("caught", "kingdom"))  # fmt: skip


@arguments.command
@arguments.file
@arguments.seat
@click.option("--runs", type=click.IntRange(1, 1000), default=RUNS)
@click.option("--bots")
@click.option("--suppose", multiple=True)
@click.option("--seed", default="")
@arguments.as_json
@click.pass_obj
def rehearse(
    screen: Screen,
    file: Path,
    seat: str | None,
    runs: int,
    bots: str | None,
    suppose: Sequence[str],
    seed: str,
    as_json: bool,
) -> None:
    """A lord's draft, rehearsed."""
    import msgspec

    from heraut.games.daifen.rehearsal import prospect
    from heraut.games.daifen.rehearsal import rehearse as rehearsal

    view, events, form, other, chance = rehearsed(file, seat, "daifen", bots, seed)
    supposed = [supposition(view, text) for text in suppose]
    found = rehearsal(view, events, form, chance, trials=runs, other=other, supposed=supposed).summary
    before = prospect(view, events, form)
    if as_json:
        screen.json({**msgspec.to_builtins(found), "prospect": msgspec.to_builtins(before)})
        return
    show(screen, words_of(screen, view), found, before)
    screen.say("trial_played", "dim", runs=runs, bots=bots or "", supposed=len(supposed))


def supposition(view: Json, text: str) -> Supposition:
    """What is supposed of a kingdom: its name or "?", how it acts, and perhaps how many fight. Raises Misuse."""
    from heraut.games.daifen.suppositions import MOST_ARMY, Supposition

    words = text.split()
    army = int(words.pop()) if words and words[-1].isascii() and words[-1].isdigit() and len(words[-1]) < 10 else None
    stance = STANCES.get(words.pop().casefold()) if words else None
    if stance is None or not words or (army or 0) > MOST_ARMY:
        raise Misuse("no_supposition", text=text, most=MOST_ARMY)
    return Supposition(known_kingdom(view, " ".join(words)), stance, army)


def known_kingdom(view: Json, text: str) -> KingdomName | None:
    """A living kingdom that the lord knows, None for one that he does not. Raises Misuse with those there are."""
    from heraut.games.daifen.naming import plain
    from heraut.games.daifen.state import KingdomName

    if text == STRANGER:
        return None
    living = [name for name, seen in view["own"]["known"].items() if seen["alive"]]
    for name in living:
        if plain(name) == plain(text):
            return KingdomName(name)
    raise Misuse("no_such_kingdom", text=text, known=[*living, STRANGER])


def show(screen: Screen, herald: Herald, found: Summary, before: Prospect) -> None:
    """Figures, battles and spies in tables; then what else befell, with its share, and what nobody can tell."""
    screen.show(figures_table(screen, found, before))
    if found.battles:
        screen.show(battles_table(screen, herald, found))
    if found.errands:
        screen.show(errands_table(screen, herald, found))
    for key, name, times in fates(herald, found):
        screen.say(key, name=name, share=times / found.trials)
    for unseen in before.unseen:
        kingdom = herald.names["kingdom"].get(unseen.kingdom)
        screen.say("trial_never_seen" if unseen.age is None else "trial_seen", kingdom=kingdom, age=unseen.age or 0)
    if before.strangers:
        screen.say("trial_strangers", strangers=before.strangers)


def figures_table(screen: Screen, found: Summary, before: Prospect) -> Table:
    """What the turn ends with: undisturbed, and as it was played."""
    columns = ("trial_end", "trial_quiet", "trial_least", "trial_mean", "trial_most")
    made = screen.table("", columns, numbers=4)
    for figure in FIGURES:
        quiet = integer(getattr(before.undisturbed, figure), screen.lang)
        made.add_row(screen.text(f"trial_{figure}"), quiet, *spread_of(screen, getattr(found, figure)))
    for change in CHANGES:
        spread: Spread = getattr(found, change)
        if spread.most:
            made.add_row(screen.text(f"trial_{change}"), "", *spread_of(screen, spread))
    return made


def spread_of(screen: Screen, spread: Spread) -> tuple[str, str, str]:
    """The least, the mean, the most, as the language writes them."""
    return integer(spread.least, screen.lang), real(spread.mean, screen.lang, 1), integer(spread.most, screen.lang)


def battles_table(screen: Screen, herald: Herald, found: Summary) -> Table:
    """Where one's own would fight, and how it would end."""
    columns = ("trial_assault", "trial_fought", "trial_won", "trial_apart", "trial_lost", "trial_killed", "trial_loot")
    made = screen.table("", columns, numbers=6)
    for clash in found.battles:
        made.add_row(
            given(screen.text(f"trial_{clash.side}", kingdom=herald.names["kingdom"].get(clash.kingdom))),
            *shares(screen, clash, found.trials),
            *(real(each.mean, screen.lang, 1) for each in (clash.lost, clash.killed, clash.loot)),
        )
    return made


def shares(screen: Screen, clash: Clash, trials: int) -> Iterator[str]:
    """How often it is fought, and of these won, or left undecided."""
    for times, of in ((clash.fought, trials), (clash.won, clash.fought), (clash.stand_off, clash.fought)):
        yield screen.text("percent", share=times / of)


def errands_table(screen: Screen, herald: Herald, found: Summary) -> Table:
    """What spies would bring, and how many would not come back."""
    made = screen.table("", ("trial_errand", "trial_done", "trial_gold_brought", "trial_spies_lost"), numbers=3)
    for errand in found.errands:
        kingdom = herald.names["kingdom"].get(errand.kingdom)
        done = "" if errand.mission == "sabotage" else screen.text("percent", share=errand.done / found.trials)
        made.add_row(
            given(screen.text(f"trial_{errand.mission}", kingdom=kingdom)),
            done,
            real(errand.gold.mean, screen.lang, 1) if errand.gold.most else "",
            real(errand.lost.mean, screen.lang, 1),
        )
    return made


def fates(herald: Herald, found: Summary) -> Iterator[tuple[str, Any, int]]:
    """What else befell: the key of its words, the name in it, in how many trials."""
    if found.fallen:
        yield "trial_fallen", "", found.fallen
    for road, times in found.ends.items():
        yield "trial_ends", herald.names["road"][road], times
    for fate, table in FATES:
        for code, times in getattr(found, fate).items():
            yield f"trial_{fate}", herald.names[table].get(code), times
    for line, times in found.void.items():
        yield "trial_void", line, times
