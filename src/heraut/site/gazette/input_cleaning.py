"""What is typed for a gazette, as it is kept."""

from __future__ import annotations

from django.core.exceptions import ValidationError

from heraut.site.common.input_cleaning import check_line, plain_text
from heraut.site.gazette.refusals import NotTaken

LONGEST_REASON = 500


def clean_line(field: str, text: str, longest: int) -> str:
    """A headline, a name, a motto: one line, or nothing. Raises NotTaken."""
    found = text.strip()
    if len(found) > longest:
        raise NotTaken("line_too_long", field=field, length=len(found), most=longest)
    if found:
        try:
            check_line(found)
        except ValidationError as fault:
            raise NotTaken("bad_line", field=field, fault=fault.messages[0]) from fault
    return found


def clean_text(text: str, longest: int) -> str:
    """Plain text of many lines. Raises NotTaken."""
    found = plain_text(text)
    if len(found) > longest:
        raise NotTaken("text_too_long", length=len(found), most=longest)
    return found


def clean_reason(text: str) -> str:
    """A reason, which there has to be. Raises NotTaken."""
    found = clean_text(text, LONGEST_REASON)
    if not found:
        raise NotTaken("no_reason")
    return found
