"""The table as a page shows it, one SVG: ground, one overlay, units that can be chosen, the draft of an act.

`scene` is for a page that has the style (`style`), `scene_file` a document by itself, for a page without scripts: there
the same drawing is an `<input type="image">`, `WIDTH` pixels wide. Everything is drawn from the reader's view, in units
of 10 mR; y points down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any
from xml.sax.saxutils import quoteattr

import msgspec

from heraut.engine.files import packaged
from heraut.engine.protocol import Event
from heraut.games.vassaux.herald import Herald
from heraut.games.vassaux.identities import NO_UNIT, GroupId
from heraut.games.vassaux.picture import troops
from heraut.games.vassaux.picture.drafted import drafted
from heraut.games.vassaux.picture.landscape import SYMBOLS, landscape
from heraut.games.vassaux.picture.layers import LAYERS, Layer, Overlay
from heraut.games.vassaux.picture.marks import marks
from heraut.games.vassaux.picture.notes import rulers
from heraut.games.vassaux.picture.scenery import EDGE, SCALE
from heraut.games.vassaux.picture.table import frame_of, heading
from heraut.games.vassaux.picture.traces import declared, traces
from heraut.games.vassaux.preview import Preview
from heraut.games.vassaux.state import Settings
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.view import battle_of

WIDTH = 704  # pixels of the picture that a page without scripts shows


class Looks(msgspec.Struct, frozen=True):
    """What a reader looks at: the group he has chosen, one overlay ("" for none), the draft, the last events."""

    chosen: GroupId = NO_UNIT
    layer: Layer | str = ""
    preview: Preview | None = None
    told: Sequence[Sequence[Event]] = ()
    still: bool = False  # a moment long past: nothing in it can be chosen


@cache
def style() -> str:
    """The style sheet of the drawing."""
    return packaged(__package__, "scene.css").decode()


def scene(view: Mapping[str, Any], looks: Looks, *, lang: str = "fr") -> str:
    """The table within a page."""
    battle = battle_of(view)
    head = f'<svg class="scene" viewBox="{frame_of(battle.settings)}" role="group"'
    return drawing(head, Herald(view, lang), Field(battle), looks)


def scene_file(view: Mapping[str, Any], looks: Looks, *, lang: str = "fr") -> str:
    """The same as a document by itself."""
    battle = battle_of(view)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="scene" viewBox="{frame_of(battle.settings)}" role="img"'
    return drawing(head, Herald(view, lang), Field(battle), looks, f"<style>{style()}</style>")


def drawing(head: str, herald: Herald, field: Field, looks: Looks, own_style: str = "") -> str:
    """The drawing, layer upon layer: ground, marks, the overlay, units, what was done, the draft."""
    battle, preview = field.now, looks.preview
    over = LAYERS[looks.layer](field, herald, looks.chosen) if looks.layer in LAYERS else Overlay()
    aimed = preview.target if preview is not None else NO_UNIT
    draft = drafted(field, herald, preview) if preview is not None else ""
    done = "".join((*traces(looks.told, battle), *declared(battle, partial(rulers, herald.lang))))
    drafting = " drafting" if preview is not None and preview.standing is not None else ""
    return (
        f"{head} {extent(battle.settings)} aria-label={quoteattr(heading(battle, herald.lang))}>{own_style}"
        f"<defs>{SYMBOLS}{troops.definitions()}</defs>{landscape(battle.settings)}"
        f'<g id="zones">{marks(battle)}</g><g id="calque" clip-path="url(#cloth)">{over.below}</g>'
        f'<g class="troops{drafting}">{troops.drawn(field, herald, looks.chosen, aimed, still=looks.still)}</g>'
        f'<g id="dessus">{over.above}</g><g id="over">{done}</g><g id="brouillon">{draft}</g></svg>'
    )


def overlay_file(view: Mapping[str, Any], looks: Looks, *, lang: str = "fr") -> str:
    """An overlay alone, for a script that lays it on the table for as long as a key is held."""
    over = LAYERS[looks.layer](Field(battle_of(view)), Herald(view, lang), looks.chosen)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg"><g id="calque">{over.below}</g><g id="dessus">{over.above}</g></svg>'
    )


def extent(settings: Settings) -> str:
    """What a script has to know of the drawing: the sides of the table in mR, and the width of the frame."""
    return f'data-wide="{settings.width}" data-high="{settings.height}" data-edge="{EDGE * SCALE}"'
