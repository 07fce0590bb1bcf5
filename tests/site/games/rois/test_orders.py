"""The sheet of a King: by click, by form, by text; without any script. All of it lands in one text."""

from __future__ import annotations

import html
import re

import html5lib
import pytest

from heraut.games.rois.choices.cell import possible_orders
from heraut.games.rois.choices.routes import reachable
from heraut.games.rois.decision import SheetDecision
from heraut.games.rois.orders import ORDERS, REALM_ORDERS, SILENCE
from heraut.site.games.rois.models import Jotting, KeptPlan
from heraut.site.games.rois.order_forms import KINDS
from heraut.site.matches.models import PAUSED
from tests.site.games.rois.conftest import bend
from tests.site.matchpage.conftest import resolve

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(alice, client_of):
    return client_of(alice)


@pytest.fixture
def view(match, alice):
    return match.rules.view(match.realm, match.seats.get(user=alice).name)


@pytest.fixture
def king(view):
    return view["own"]["king"]


@pytest.fixture
def send(match, browser):
    def post(do, htmx=False, **fields):
        headers = {"HX-Request": "true", "HX-Target": "annee"} if htmx else {}
        sent = {"do": do, "base": base(match, browser), **fields}
        return browser.post(f"/partie/{match.code}/ordres/", sent, follow=True, headers=headers)

    return post


def base(match, browser):
    page = browser.get(f"/partie/{match.code}/ordres/").content.decode()
    found = re.search(r'name="base"[^>]*value="(\d+)"', page)
    return found[1] if found else "0"


def text_of(match, alice):
    sheet = match.seats.get(user=alice).sheets.filter(step=match.step + 1).order_by("-sequence").first()
    return sheet.text if sheet else ""


def page_of(browser, match, query="", page=""):
    answer = browser.get(f"/partie/{match.code}/{page}{query}")
    assert answer.status_code == 200
    html5lib.HTMLParser(strict=True).parse(answer.content.decode())
    return html.unescape(answer.content.decode()).replace("\N{NO-BREAK SPACE}", " ")


def test_a_button_writes_a_season(match, alice, send, king):
    answer = send("put:2: DE", person=king, season=2, back="board")
    assert answer.status_code == 200 and text_of(match, alice) == f"@{king}\n2: DE\n"
    send("put:2: EX", person=king, season=2)
    send("put:1: DE", person=king, season=1)
    assert text_of(match, alice) == f"@{king}\n1: DE\n2: EX\n"


def test_the_grid_says_its_orders_in_words_and_what_its_marks_mean(match, browser, send, king):
    send("put:1: EX", person=king, season=1)
    send("put:2: MO 999", person=king, season=2)
    page = page_of(browser, match)
    grid = page[page.index('id="grille"') : page.index('class="plain-list grid-key"')]
    assert '<b class="narrow-word" aria-hidden="true">Explorer</b>' in grid
    told = re.search(r'<ul class="plain-list grid-key">(.*?)</ul>', page)[1]
    marks = {mark for mark in ("idle", "refused", "doubtful", "undisturbed", "unknown") if f'<td class="{mark}' in grid}
    assert marks and all(f'<li class="{mark}">' in told for mark in marks)
    assert 'class="doubtful">' in told if "doubtful" in marks else 'class="doubtful">' not in told


def test_no_button_of_the_year_bears_a_mere_cross(match, browser, send, king):
    send("put:TRAITE 2", person=0, season=0)
    page = page_of(browser, match)
    assert "hush:" in page and "clear:" in page and "✕" not in page


@pytest.mark.parametrize(("sex", "words"), [("F", ("reine,", "héroïne,")), ("M", ("roi,", "héros,"))])
def test_people_are_called_by_their_gender(match, browser, sex, words):
    def change(world):
        for one in world.characters.values():
            one.sex = sex

    bend(match, change)
    page = page_of(browser, match)
    assert all(f"<small>{word}" in page for word in words)
    assert words[0].rstrip(",") in page_of(browser, match, page="outils/gens/")


def test_what_belongs_to_nobody_of_ones_own_is_the_kingdoms(match, alice, send):
    send("put:1: DE", person=99_999, season=1)
    assert text_of(match, alice) == "@ROYAUME\n1: DE\n"  # refused in words on the page, never somebody else's order


def test_a_way_of_several_seasons_is_written_in_one_touch(match, alice, send, view):
    person = next(one["number"] for one in view["own"]["characters"] if one["role"] == "hero" and not one["died"])
    steps = reachable(view, SILENCE, person, 1)
    far = max((step for step in steps.values() if step.reason is None), key=lambda step: len(step.path))
    send(f"route:{far.province}", person=person, season=1)
    lines = text_of(match, alice).split("\n")[1:-1]
    seasons = range(far.season - len(far.path) + 1, far.season + 1)
    assert lines == [f"{season}: MO {number}" for season, number in zip(seasons, far.path, strict=True)]
    assert not SheetDecision(view).parse(text_of(match, alice)).refusals


def test_where_nobody_can_go_nothing_is_written(match, alice, send, view, king):
    beyond = next(number for number in range(1, 163) if number not in reachable(view, SILENCE, king, 5))
    send(f"route:{beyond}", person=king, season=5)
    send("route:0", person=king, season=1)
    send("route:99999999999", person=king, season=1)
    assert text_of(match, alice) == ""


def test_a_season_is_repeated_to_the_end_of_the_year_and_cleared(match, alice, send, king):
    send("put:3: PR TA", person=king, season=3)
    send("rest", person=king, season=3)
    assert text_of(match, alice) == f"@{king}\n3: PR TA\n4: PR TA\n5: PR TA\n"
    send("clear", person=king, season=4)
    assert text_of(match, alice) == f"@{king}\n3: PR TA\n5: PR TA\n"
    send("clear:2")
    send("clear:1")  # a head is no order
    assert text_of(match, alice) == f"@{king}\n5: PR TA\n"
    send("undo")
    assert text_of(match, alice) == f"@{king}\n3: PR TA\n5: PR TA\n"


def test_the_bar_counts_orders_and_no_heads(match, alice, browser, send, king):
    send("put:1: PR TA", person=king, season=1)
    send("all:PLAN {FL, FL}", person=king)
    lines = text_of(match, alice).splitlines()
    orders = [line for line in lines if not line.startswith("@")]
    assert len(orders) < len(lines)
    match.status = PAUSED  # nobody can write: the site counts what it has
    match.save()
    found = re.search(r'<aside id="barre".*?</aside>', page_of(browser, match), re.S)
    assert found is not None and f"{len(orders)} ordres" in found[0]


def test_a_plan_for_everybody(match, alice, send, view):
    send("all:PLAN {FL, FL}", person=view["own"]["king"])
    living = [one["number"] for one in view["own"]["characters"] if not one["died"]]
    assert text_of(match, alice).count("PLAN {FL, FL}") == len(living)
    assert not SheetDecision(view).parse(text_of(match, alice)).refusals


def test_last_years_orders_as_far_as_they_can_be_given(match, alice, bob, send, king):
    send("put:1: PR TA", person=king, season=1)
    send("put:2: EX", person=king, season=2)
    resolve(match)
    match.refresh_from_db()
    send("year", person=king)
    assert text_of(match, alice) == f"@{king}\n1: PR TA\n2: EX\n"


def test_every_order_that_is_possible_can_be_written_by_the_page_alone(match, alice, browser, send, view):
    """Each chip, then the first way on, is followed as a browser without a script would; the text takes the order."""
    person = view["own"]["king"]
    written = set()
    for possible in possible_orders(view, SILENCE, person, 1):
        if not possible.legal:
            continue
        address = f"/partie/{match.code}/?personne={person}&saison=1&ordre={possible.kind}"
        for _ in range(6):
            page = page_of(browser, match, address.partition("/?")[2] and "?" + address.partition("?")[2])
            part = page[page.index('id="ordre"') : page.index('id="province"')]
            open_order = part[part.index('class="open-order"') :] if 'class="open-order"' in part else part
            buttons = re.findall(r'name="do" value="(put:1: [^"]*|put:1: .*?)">', open_order)
            own = [one for one in buttons if one.startswith(f"put:1: {possible.code}")]
            links = re.findall(r'class="chip[^"]*" href="(\?[^"]*choix[^"]*)"', open_order)
            if own:
                send(own[0], person=person, season=1)
                break
            if not links:
                break
            address = links[0].replace("&amp;", "&")
        else:
            continue
        if own:
            text = text_of(match, alice)
            assert not SheetDecision(view).parse(text).refusals, text
            written.add(possible.code)
    assert {"MO", "PR", "SP", "DE"} <= written


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_form_that_is_empty_or_wrong_writes_nothing(kind, match, alice, send, king):
    of_person = kind in {order.__name__ for order in ORDERS}
    send(f"form:{kind}", person=king if of_person else 0, season=1 if of_person else "")
    send(f"form:{kind}", person=king, season=9, **{f"arg-{name}": "-1e9" for name in KINDS[kind].__struct_fields__})
    asks = kind not in ("Explore", "Defend", "CallVote")
    assert asks == (text_of(match, alice) == "")


def test_forms_write_the_orders_of_a_person(match, alice, send, view, king):
    unit = view["own"]["units"][0]["number"]
    for kind, fields, line in (
        ("Leave", {"arg-units": [unit], "arg-receiver": "0"}, f"LE {unit} G"),
        ("Leave", {"arg-units": ["*"], "arg-receiver": "0"}, "LE * G"),
        ("Recruit", {"arg-type": "LE", "arg-count": "2"}, "RE LE 2"),
        ("Search", {"arg-place": "1", "arg-plan": "ME, FL"}, "SE 1 {ME, FL}"),
        ("Cast", {"arg-spell": "TE", "arg-target": ["4"]}, "CA TE 4"),
        ("GiveGold", {"arg-gold": "3", "arg-character": "40"}, "GI 3 OR 40"),
    ):
        send(f"form:{kind}", person=king, season=1, **fields)
        assert text_of(match, alice) == f"@{king}\n1: {line}\n"


def test_forms_write_the_orders_of_the_kingdom(match, alice, send):
    heir = {"arg-sex": "F", "arg-race": "elf", "arg-temper": "brave", "arg-talents": "TA 2, ME 2"}
    for kind, fields, line in (
        ("Donate", {"arg-kingdom": "2", "arg-gold": "1"}, "DON 2 1"),
        ("Break", {"arg-kingdom": "3", "arg-early": "1"}, "ROMPRE 3 DEBUT"),
        ("Vote", {"arg-kingdom": "0"}, "VOTE BLANC"),
        ("Rename", {"arg-sort": "P", "arg-number": "5", "arg-text": "Montjoie"}, 'NOM P5 "Montjoie"'),
        ("NameHeir", heir, "HERITIER {F, elfe, brave, ME 2, TA 2}"),
    ):
        send(f"form:{kind}", person=0, **fields)
        assert line in text_of(match, alice).split("\n"), kind
    assert len(REALM_ORDERS) == 8


def test_the_grid_tells_what_is_written_what_is_wrong_and_what_is_idle(match, browser, send, king):
    send("save", text=f"@{king}\n1: PR TA\n2: MO 999\n")
    page = page_of(browser, match)
    grid = page[page.index('id="grille"') :]
    assert "étudie : Tactique" in grid and "MO 999" in grid and "sans ordre" in grid
    assert "refused" in grid[: grid.index("</tr>", grid.index("<tbody>"))]
    assert "1 ligne refusée" in page


def test_a_script_gets_the_live_part_alone(match, send, king):
    answer = send("put:1: PR TA", htmx=True, person=king, season=1, back="board")
    page = answer.content.decode()
    assert answer.status_code == 200 and "<html" not in page and 'id="grille"' in page
    assert answer.headers["HX-Trigger"] == "heraut:kept"
    assert 'name="season" value="2"' in page  # the season is written: on to the next


def test_sealing_with_refused_lines_is_asked_once(match, alice, send, king):
    answer = send("seal", text=f"@{king}\n1: MO 999\n")
    page = answer.content.decode()
    assert "seal:anyway" in page
    sheet = match.seats.get(user=alice).sheets.filter(step=match.step + 1).order_by("-sequence").first()
    assert not sheet.sealed
    send("seal:anyway", text=f"@{king}\n1: MO 999\n")
    assert match.seats.get(user=alice).sheets.filter(step=match.step + 1).order_by("-sequence").first().sealed


def test_two_windows_are_shown_both_versions(match, alice, browser, send, king):
    send("put:1: DE", person=king, season=1)
    answer = browser.post(f"/partie/{match.code}/ordres/", {"do": "save", "base": "0", "text": f"@{king}\n2: EX\n"})
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 409 and "1: DE" in page and "2: EX" in page
    seen = re.search(r'name="seen" value="(\d+)"', page)[1]
    browser.post(
        f"/partie/{match.code}/ordres/", {"do": "both", "base": "0", "seen": seen, "text": f"@{king}\n2: EX\n"}
    )
    assert text_of(match, alice) == f"@{king}\n1: DE\n2: EX\n"


# Jottings


def test_a_task_is_hushed_and_spoken_again(match, browser, send):
    page = page_of(browser, match)
    identity = re.search(r'value="hush:([^"]*)"', page)[1]
    send(f"hush:{identity}")
    page = page_of(browser, match)
    assert f'value="hush:{identity}"' not in page and "1 tâche masquée" in page
    send("speak")
    assert f'value="hush:{identity}"' in page_of(browser, match)


def test_a_task_of_ones_own_and_a_note_on_a_province(match, alice, bob, browser, send, client_of):
    send("todo", note="Répondre à Bertrand")
    send("note:34", note="un gué")
    page = page_of(browser, match, "?province=34")
    assert "Répondre à Bertrand" in page and 'value="un gué"' in page
    other = html.unescape(client_of(bob).get(f"/partie/{match.code}/?province=34").content.decode())
    assert "Répondre à Bertrand" not in other and "un gué" not in other
    one = Jotting.objects.get(owner=alice, sort="todo")
    send(f"done:{one.pk}")
    send("note:34", note="")
    assert not Jotting.objects.filter(owner=alice).exists()


def test_a_plan_is_built_by_links_tried_and_kept(match, alice, bob, browser, view, king, client_of):
    address = f"/partie/{match.code}/outils/plans/"
    page = page_of(browser, match, "?plan=ME, FL&contre=skeleton", "outils/plans/")
    assert "Frapper, au corps à corps." in page and "fois sur cent" in page
    link = re.search(r'class="chip" href="(\?[^"]*plan=ME%2C\+FL%2C\+[^"]*)"', page)
    assert link is not None
    browser.post(address, {"do": "keep", "name": "Prudent", "plan": "ME, FL", "person": king})
    kept = KeptPlan.objects.get(owner=alice)
    assert (kept.name, kept.text, kept.duel) == ("Prudent", "ME, FL", False)
    assert "Prudent" in page_of(browser, match, "", "outils/plans/")
    client_of(bob).post(address, {"do": f"drop:{kept.pk}"})
    assert KeptPlan.objects.filter(pk=kept.pk).exists()
    browser.post(address, {"do": f"drop:{kept.pk}"})
    assert not KeptPlan.objects.exists()


def test_a_plan_that_cannot_be_kept_says_why(match, browser):
    page = page_of(browser, match, "?plan=ME, XX", "outils/plans/")
    assert 'class="refusal"' in page and "put:PLAN" not in page


def test_people_and_court(match, browser, view, send):
    page = page_of(browser, match, "", "outils/gens/")
    for one in view["own"]["characters"]:
        assert one["name"] in page
    stranger = next(iter(view["own"]["met"]))
    assert view["own"]["met"][stranger]["name"] in page_of(browser, match, f"?personne={stranger}", "outils/gens/")
    assert browser.get(f"/partie/{match.code}/outils/gens/?personne=99999").status_code == 404
    page = page_of(browser, match, "", "outils/cour/")
    other = next(number for number in view["kingdoms"] if int(number) != view["own"]["kingdom"])
    assert view["kingdoms"][other]["name"] in page
    send(f"put:ROMPRE {other}", person=0, back="cour")
    assert "rompt avec" in page_of(browser, match, "", "outils/cour/")


def test_the_open_season_tells_what_is_foreseen_of_it(match, browser, send, king):
    send("put:1: PR TA", person=king, season=1)
    page = page_of(browser, match, f"?personne={king}&saison=1")
    assert "Une saison d'étude : Tactique." in page
