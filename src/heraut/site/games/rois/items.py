"""What a magic item does, in words (D16)."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.engine.words import enumeration
from heraut.games.rois.herald import Herald
from heraut.games.rois.tables import ITEMS, ItemType
from heraut.site.common.words import say


def effects(herald: Herald, kind: str, domain: str = "") -> str:
    """Everything that it does, in one line; "" of an item whose kind is not known. `domain`: of a Grimoire."""
    row = ITEMS.get(kind)
    return ", ".join(parts(herald, row, domain)) if row is not None else ""


def parts(herald: Herald, row: ItemType, domain: str) -> Iterator[str]:
    """One thing that it does after the other."""
    ability = row.ability or domain
    if row.bonus and ability:
        yield say("rois_item.bonus", ability=herald.name("ability", ability), bonus=row.bonus)
    if row.damage:
        yield say("rois_item.damage", damage=row.damage)
    if row.against_damage:
        foes = [say(f"rois_item.{one}") for one in row.against]
        yield say("rois_item.against", damage=row.against_damage, foes=enumeration(foes, herald.lang))
    if row.race:
        yield say("rois_item.leads_better", race=herald.name("race_pl", row.race))
    if row.leads:
        yield say("rois_item.leads", type=herald.name("type", row.leads), level=row.leads_as)
    if row.steal:
        yield say("rois_item.steal", bonus=row.steal)
    if row.spell:
        yield say("rois_item.spell", spell=herald.name("spell", row.spell), level=row.spell_level)
