"""Who runs this site, and what it runs: the legal notice, and the source that the AGPL offers to all who use it.

The notice is the host's own: `legal.fr.txt` and `legal.en.txt` in the data folder, plain text, paragraphs apart by an
empty line. The source is that of the package as it is installed here, changes of the host included.
"""

from __future__ import annotations

import gzip
import tarfile
from functools import cache
from io import BytesIO
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from heraut.site.common.context import contact_address
from heraut.site.common.words import lang

PACKAGE = Path(__file__).resolve().parent.parent
NOTICE = "legal.{}.txt"
LONGEST = 60_000  # bytes of a notice that are read


@require_safe
def legal(request: HttpRequest) -> HttpResponse:
    """The host's legal notice, and where he is written to."""
    return render(request, "about/legal.html", {"paragraphs": notice(lang()), "address": contact_address()})


def notice(language: str) -> list[str]:
    """The paragraphs of the notice: in this language, or in whichever there is; none where there is no file."""
    for name in (language, "fr", "en"):
        path = settings.DATA / NOTICE.format(name)
        if path.is_file():
            text = path.read_bytes()[:LONGEST].decode(errors="replace")
            return [part.strip() for part in text.replace("\r\n", "\n").split("\n\n") if part.strip()]
    return []


@require_safe
@cache_control(public=True, max_age=3600)
def source(request: HttpRequest) -> HttpResponse:
    """The source of this very site, as one file."""
    headers = {"Content-Disposition": 'attachment; filename="heraut-source.tar.gz"'}
    return HttpResponse(packed_source(), content_type="application/gzip", headers=headers)


@cache
def packed_source() -> bytes:
    """All files of the package, but what Python makes of them; the same files give the same bytes."""
    plain = BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as archive:
        for path in sorted(PACKAGE.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                archive.add(path, f"heraut-source/src/heraut/{path.relative_to(PACKAGE).as_posix()}", filter=nameless)
    return gzip.compress(plain.getvalue(), compresslevel=1, mtime=0)


def nameless(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """An entry that tells nothing of the machine."""
    entry.uid = entry.gid = entry.mtime = 0
    entry.uname = entry.gname = ""
    entry.mode = 0o644
    return entry
