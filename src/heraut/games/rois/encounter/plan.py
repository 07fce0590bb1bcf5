"""Encounter plans: a small language, read once, checked where it is written, and printed back (RO-ENC-02, RO-ENC-04).

    ST, CA-FI, ME, SC        try to steal; else a Fireball, then hand to hand; look around if victorious
    SA-"Salut !", TA, US-31  say something, negotiate, use item 31

A refusal looks at the text and at the kinds of the items that the writer knows, and at nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from heraut.games.rois.sheet.errors import Unread
from heraut.games.rois.state import Plan, Tactic
from heraut.games.rois.tables import CONSTANTS, ITEMS, SPELLS, ItemType

MOST_ITEMS = 10**9  # no item has so high a number
SHOWN = 40  # signs of a faulty entry that a refusal repeats

BARE = ("FI", "ME", "ST", "FL", "TA", "FU", "SC")  # tactics that stand alone; GI, US, CA and SA take something
ALONE = {code: Tactic(code) for code in BARE}
PEACEFUL = frozenset(("ST", "TA", "SA", "FU", "GI"))  # what no opponent waits for once he was attacked
IN_DUELS = frozenset(("FI", "ME", "CA", "US", "FL", "SA"))
WITH_NUMBER = re.compile(r"(GI|US)\s*-\s*([0-9]{1,9})")
WITH_SPELL = re.compile(r"CA\s*-\s*([A-Z]{2})")
WITH_TEXT = re.compile(r'SA\s*-\s*"([^"]*)"', re.IGNORECASE)
QUOTES = str.maketrans("“”«»", '""""')  # what telephones and word processors make of a straight quote


def read_plan(text: str) -> Plan:
    """The plan written between braces; () when there is nothing. Raises Unread."""
    text = text.translate(QUOTES).strip()
    if not text:
        return ()
    entries = entries_of(text)
    if len(entries) > CONSTANTS.most_tactics:
        raise Unread("plan_too_long", "RO-ENC-04", count=len(entries), most=CONSTANTS.most_tactics)
    return tuple([read_tactic(entry) for entry in entries])


def entries_of(text: str) -> list[str]:
    """The entries between the commas that stand outside quotes. Raises Unread on a quotation that does not end."""
    if '"' not in text:
        return text.split(",")
    entries, quoted = [""], False
    for sign in text:
        quoted ^= sign == '"'
        if sign == "," and not quoted:
            entries.append("")
        else:
            entries[-1] += sign
    if quoted:
        raise Unread("plan_open_quote", "RO-ENC-02", text=text[text.rindex('"') + 1 :].strip()[:SHOWN])
    return entries


def read_tactic(entry: str) -> Tactic:
    """One entry. Raises Unread."""
    word = entry.strip().upper()
    if word in ALONE:
        return ALONE[word]
    if match := WITH_SPELL.fullmatch(word):
        return Tactic("CA", spell=combat_spell(match[1]))
    if match := WITH_NUMBER.fullmatch(word):
        if not int(match[2]):
            raise Unread("plan_item_zero", "RO-ENC-02", tactic=match[1])
        return Tactic(match[1], item=int(match[2]))
    if match := WITH_TEXT.fullmatch(entry.strip()):
        return Tactic("SA", text=spoken(match[1]))
    raise unread(word)


def unread(word: str) -> Unread:
    """Why an entry is no tactic."""
    if not word:
        return Unread("plan_empty_entry", "RO-ENC-02")
    if word[:2] in ("GI", "US", "CA", "SA") and not word[2:3].isalnum():
        return Unread("plan_argument", "RO-ENC-02", tactic=word[:2], text=word[:SHOWN])
    return Unread("plan_unknown_tactic", "RO-ENC-04", text=word[:SHOWN])


def combat_spell(code: str) -> str:
    """A spell that may be cast in an encounter. Raises Unread."""
    spell = SPELLS.get(code)
    if spell is None:
        raise Unread("plan_unknown_spell", "RO-ENC-04", spell=code)
    if not spell.combat:
        raise Unread("plan_action_spell", "RO-ENC-04", spell=code)
    return code


def spoken(text: str) -> str:
    """What a character says, on one line. Raises Unread when it is too long."""
    text = " ".join(text.split())
    if len(text) > CONSTANTS.longest_text:
        raise Unread("plan_text_too_long", "RO-ENC-02", length=len(text), most=CONSTANTS.longest_text)
    return text


def write_plan(plan: Sequence[Tactic]) -> str:
    """The text that `read_plan` reads back as this plan."""
    return ", ".join(map(write_tactic, plan))


def write_tactic(tactic: Tactic) -> str:
    """One entry, as it is written."""
    if tactic.item:
        return f"{tactic.code}-{tactic.item}"
    if tactic.spell:
        return f"CA-{tactic.spell}"
    return f'SA-"{tactic.text}"' if tactic.code == "SA" else tactic.code


# What may follow what


def check_plan(plan: Sequence[Tactic], known: Mapping[int, str], *, duel: bool = False) -> None:
    """Raises Unread when the order of the tactics is forbidden (RO-ENC-04, RO-DUEL-02).

    `known` gives the kinds of the items that the writer knows, by number; any other item is accepted.
    """
    if len(plan) > CONSTANTS.most_tactics:
        raise Unread("plan_too_long", "RO-ENC-04", count=len(plan), most=CONSTANTS.most_tactics)
    attacked = ""  # the first aggressive entry
    cast = ""  # the first spell other than Invisibility
    for tactic in plan:
        check_form(tactic)
        if duel and tactic.code not in IN_DUELS:
            raise Unread("plan_not_in_duel", "RO-DUEL-02", tactic=write_tactic(tactic))
        if tactic.code == "ST" and cast:
            raise Unread("plan_spell_before_theft", "RO-ENC-04", spell=cast)
        if tactic.code in PEACEFUL and attacked:
            raise Unread("plan_after_attack", "RO-ENC-04", tactic=write_tactic(tactic), attack=attacked)
        kind = ITEMS.get(known.get(tactic.item, ""))
        spell = spell_of(tactic, kind)
        if not cast and spell not in ("", "IN"):
            cast = write_tactic(tactic)
        if not attacked and is_aggressive(tactic, kind):
            attacked = write_tactic(tactic)


def check_form(tactic: Tactic) -> None:
    """Raises Unread when a plan that nobody wrote as text holds what no text could say (RO-ENC-02)."""
    if tactic.code == "CA" and not (tactic.item or tactic.text):
        combat_spell(tactic.spell)
    elif tactic.code == "SA" and not (tactic.item or tactic.spell):
        if tactic.text.translate(QUOTES).count('"') or spoken(tactic.text) != tactic.text:
            raise Unread("plan_argument", "RO-ENC-02", tactic="SA", text=tactic.text[:SHOWN])
    elif tactic.code in ("GI", "US") and not (tactic.spell or tactic.text):
        if not 1 <= tactic.item < MOST_ITEMS:
            raise Unread("plan_item_zero", "RO-ENC-02", tactic=tactic.code)
    elif tactic != ALONE.get(tactic.code):
        raise Unread("plan_unknown_tactic", "RO-ENC-04", text=tactic.code[:SHOWN])


def spell_of(tactic: Tactic, kind: ItemType | None) -> str:
    """The spell that this entry casts, of one's own or by an item of this kind; "" if none."""
    return kind.spell if tactic.code == "US" and kind is not None else tactic.spell


def is_aggressive(tactic: Tactic, kind: ItemType | None) -> bool:
    """Whether no one would talk after it (RO-ENC-04); `kind` is that of the item used, None if it is not known."""
    if tactic.code in ("FI", "ME"):
        return True
    if tactic.code == "CA":
        return tactic.spell != "IN"
    return tactic.code == "US" and kind is not None and kind.kind == "wand" and is_hostile(kind.spell)


def is_hostile(spell: str) -> bool:
    """Whether a wand of this spell is an attack: damage, Charm, Fright (RO-ENC-04)."""
    return SPELLS[spell].damaging or spell in ("SY", "CH", "EF")
