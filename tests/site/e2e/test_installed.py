"""The site as an app: what it is without a connection, what it keeps on the machine, and the devices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, expect

from tests.site.e2e.visitor import Visitor

Come = Callable[..., Visitor]
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) for (const one of await (await caches.open(name)).keys()) found.push(one.url);
  return found.map((url) => url.replace(location.origin, ""));
}"""


def test_without_a_connection_a_page_says_so_and_no_page_of_a_match_is_kept(visitor: Come, site: Any) -> None:
    lady = visitor(service_workers="allow")
    lady.go("/compte/demo/")
    lady.go(f"/partie/{site.codes['running']}/ordres/")
    lady.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    lady.page.reload()
    assert lady.page.evaluate("navigator.serviceWorker.controller !== null")
    for address in ("/", f"/partie/{site.codes['running']}/lettres/", f"/partie/{site.codes['running']}/"):
        lady.go(address)
    kept = lady.page.evaluate(KEPT)
    assert "/hors-ligne/" in kept and any("css/heraut.css?v=" in one for one in kept)
    assert [one for one in kept if not one.startswith("/static/")] == ["/hors-ligne/"]
    assert all("?v=" in one for one in kept if one.startswith("/static/") and not one.endswith(".woff2"))

    lady.context.set_offline(True)
    lady.page.goto(f"/partie/{site.codes['running']}/ordres/")
    expect(lady.page.locator("h1")).to_have_text("Vous êtes hors ligne")
    expect(lady.page.locator("h2")).to_have_text("You are offline")
    assert lady.page.evaluate("getComputedStyle(document.body).fontFamily").startswith("Alegreya")  # its style is here
    lady.context.set_offline(False)
    lady.page.get_by_role("link", name="Réessayer").click()
    expect(lady.sheet).to_be_visible()
    lady.faults[:] = [fault for fault in lady.faults if "ERR_INTERNET_DISCONNECTED" not in fault]


def test_a_browser_reads_the_manifest_and_offers_to_show_messages(whole_chromium: Browser, site: Any) -> None:
    lady = Visitor(whole_chromium, site.url, service_workers="allow", permissions=["notifications"])
    lady.go("/compte/demo/")
    lady.go("/compte/avis/")
    session = lady.context.new_cdp_session(lady.page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == [] and manifest["url"].endswith("/heraut.fr.webmanifest")
    expect(lady.page.get_by_role("button", name="Montrer les messages sur cet appareil")).to_be_visible()
    assert lady.fits()
    told = lady.page.evaluate(
        """async () => {
          const worker = await navigator.serviceWorker.ready;
          await worker.showNotification("Héraut", { body: "x" });
          return [worker.scope.replace(location.origin, ""), (await worker.getNotifications()).length];
        }"""
    )
    assert told == ["/", 1]
    assert lady.faults == []


def test_after_an_update_no_former_script_is_kept_for_the_new_one(visitor: Come, site: Any) -> None:
    lady = visitor(service_workers="allow")
    lady.go("/compte/demo/")
    lady.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    lady.go(f"/partie/{site.codes['running']}/")
    lady.page.evaluate("fetch('/static/play/board.js?v=0badc0de').then((answer) => answer.text())")
    kept = [one for one in lady.page.evaluate(KEPT) if "board.js" in one]
    assert len(kept) == 1 and "0badc0de" not in kept[0]
