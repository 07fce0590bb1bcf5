"""Labels stay within the frame, even where a telephone draws them nearly twice as large."""

from __future__ import annotations

import re

from heraut.games.vassaux.picture.notes import LETTER, Notes
from heraut.games.vassaux.picture.scenery import EDGE, LARGEST


def test_a_label_at_either_edge_is_not_cut_off() -> None:
    for place in (20.0, 1480.0):
        notes, words = Notes(1500, 1500, []), "2,4 sur 2,5 R"
        notes.add((place, 700.0), words, "side0")
        found = re.search(r"translate\(([\d.]+) ", str(notes))
        assert found is not None
        reach = LARGEST * (LETTER * len(words) / 2 + 11) - 1
        assert float(found[1]) - reach >= -EDGE and float(found[1]) + reach <= 1500 + EDGE
