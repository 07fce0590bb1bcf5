"""Both languages are complete, and say the same."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import heraut.games.fief as package
from heraut.engine.sheets import UNFIT

SOURCE = Path(package.__file__).parent
FR, EN = (tomllib.loads((SOURCE / f"text/{lang}.toml").read_text(encoding="utf-8")) for lang in ("fr", "en"))
CODE = "\n".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))


def leaves(table: dict[str, Any], prefix: str = "") -> dict[str, str]:
    found = {}
    for key, value in table.items():
        found |= leaves(value, f"{prefix}{key}.") if isinstance(value, dict) else {prefix + key: value}
    return found


def test_both_languages_have_the_same_keys() -> None:
    assert list(leaves(FR)) == list(leaves(EN))


@pytest.mark.parametrize("key", leaves(FR))
def test_a_sentence_has_the_same_fields_in_both_languages(key: str) -> None:
    fields = [set(re.findall(r"\{(\w+)", leaves(words)[key])) for words in (FR, EN)]
    assert fields[0] == fields[1]


def test_every_refusal_has_a_reason_and_a_remedy() -> None:
    codes = set(re.findall(r'Refusal\(\s*"FI-[\w-]+", "(\w+)"', CODE)) | set(re.findall(r'NotRead\("(\w+)"', CODE))
    codes |= set(UNFIT)
    assert codes <= set(FR["refusal"]) and list(FR["refusal"]) == list(FR["remedy"])


def test_every_event_has_a_sentence() -> None:
    told = re.findall(r'(?:announce|tell|tell_both)\((?:[^"]*?)"FI-[\w-]+",\s*"(\w+)"', CODE)
    assert len(told) > 60 and set(told) <= set(FR["event"])
