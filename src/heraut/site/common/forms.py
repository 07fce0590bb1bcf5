"""What the forms of the site have in common: their labels and hints stand in the catalogue, not in Python."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms

from heraut.site.common.words import lang, say, site_words


class WordedFields(forms.BaseForm):
    """Takes labels from the group `<WORDS>_field` of the catalogue, and hints, if there are any, from `<WORDS>_hint`.

    Mixed into a form before Django's own class. A label that a field brings with it stays, unless `REPLACES_LABELS`.
    """

    WORDS: ClassVar[str]
    REPLACES_LABELS: ClassVar[bool] = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.put_words()

    def put_words(self) -> None:
        """Gives every field its words."""
        for name, field in self.fields.items():
            if self.REPLACES_LABELS or not field.label:
                labels, hints, key = self.words_of(name)
                field.label = say(f"{labels}.{key}")
                field.help_text = say(f"{hints}.{key}") if site_words(lang()).has(hints, key) else ""

    def words_of(self, name: str) -> tuple[str, str, str]:
        """Where the words of a field stand: the groups of its label and of its hint, and its key in both."""
        return f"{self.WORDS}_field", f"{self.WORDS}_hint", name
