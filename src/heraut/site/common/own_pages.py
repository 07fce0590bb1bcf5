"""Where a form asks to go on to: a page of this site, or nowhere."""

from __future__ import annotations

from django.utils.http import url_has_allowed_host_and_scheme


def own_page(address: str) -> str:
    """An address that a form, or a link, names to go on to, where it is a path on this site; else "".

    A bare word is none: Django would take it for the name of a page.
    """
    return address if address.startswith("/") and url_has_allowed_host_and_scheme(address, None) else ""
