"""A lord writes an article; it appears in the next issue without his name, and the page of the issue prints."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.site.e2e.visitor import PATIENCE, Visitor
from tests.site.gazette.conftest import picture

Come = Callable[..., Visitor]


def test_an_article_appears_in_the_next_issue_and_prints(visitor: Come) -> None:
    """Without any script, on the narrowest phone; then the same issue at a desk, and as a file."""
    phone: dict[str, Any] = {"width": 390, "height": 844, "scripts": False}
    lord = visitor(**phone)
    lord.play_at_once()
    code = lord.code
    assert lord.go(f"/partie/{code}/gazette/ecrire/") == 200
    lord.fill("Titre", "Les corbeaux de la tour")
    lord.fill("Texte", "Ils **volent** bas.\n\n> On dit que c'est signe de pluie.")
    lord.press("Enregistrer et relire")
    lord.sees("Comme on le lira")
    assert lord.fits()
    lord.press("Confier à la gazette")
    lord.sees("attend le prochain numéro")
    lord.go(f"/partie/{code}/ordres/")
    lord.seal()
    paper = lord.page.locator(".gazette")
    until = time.monotonic() + PATIENCE
    while "Les corbeaux de la tour" not in (paper.inner_text() if paper.count() else "") and time.monotonic() < until:
        lord.page.wait_for_timeout(1000)
        lord.go(f"/partie/{code}/gazette/")
    expect(paper).to_contain_text("Chronique du tour")
    expect(paper.locator("strong")).to_have_text("volent")
    assert lord.fits()
    lord.page.emulate_media(media="print")
    expect(lord.page.locator(".gazette-nav")).not_to_be_visible()
    expect(paper.get_by_role("heading", name="Les corbeaux de la tour")).to_be_visible()
    lord.page.emulate_media(media="screen")
    with lord.page.expect_download(timeout=1000 * PATIENCE) as download:
        lord.page.get_by_role("button", name="Page imprimée (PDF)").click()
    assert re.search(r"gazette-\w+-1\.pdf", download.value.suggested_filename)


def test_a_photo_that_is_too_heavy_is_drawn_smaller_before_it_is_sent(visitor: Come) -> None:
    """As phones take them; what cannot be drawn smaller is refused before it is sent."""
    lord = visitor()
    lord.play_at_once()
    lord.go(f"/partie/{lord.code}/gazette/ecrire/")
    lord.fill("Titre", "Une image")
    lord.fill("Texte", "La voici.")
    lord.press("Enregistrer et relire")
    field = lord.page.locator("#file")
    field.set_input_files(files=[{"name": "bruit.wav", "mimeType": "audio/wav", "buffer": b"\0" * 800_000}])
    lord.awaits("document.querySelector('#file').validationMessage.includes('trop lourd')")
    heavy = picture("JPEG", (3000, 2000)) + b"\0" * 2_000_000
    field.set_input_files(files=[{"name": "photo.jpeg", "mimeType": "image/jpeg", "buffer": heavy}])
    lord.awaits("document.querySelector('#file').files[0].size < 700000")
    lord.page.locator("button[value=attach]").click()
    expect(lord.page.get_by_role("button", name="Enlever")).to_be_visible()
