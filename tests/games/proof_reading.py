"""What a proof-reader would mark in the sentences of a register, among the things a program can see."""

from __future__ import annotations

import re


def french_faults(text: str) -> list[str]:
    """What a French proof-reader would mark, among the things a program can see."""
    marks = {
        "space before a comma or a full stop": r" [,.]",
        "no space before a high sign": r"[^\s][:;?!%»]",
        "curly apostrophe": r"[’‘`]",
        "decimal point": r"\d\.\d",
        "space at an end, or doubled": r"^\s|\s$|\s\s",
        "no final stop": r"[^.]$",
    }
    return [fault for fault, mark in marks.items() if re.search(mark, text)]


def english_faults(text: str) -> list[str]:
    """The same for English."""
    marks = {
        "space before a sign": r" [,.:;?!%]",
        "curly apostrophe": r"[’‘`]",
        "decimal comma": r"\d,\d{1,2}\b",
        "space at an end, or doubled": r"^\s|\s$|\s\s",
        "no final stop": r"[^.]$",
    }
    return [fault for fault, mark in marks.items() if re.search(mark, text)]
