"""Whatever a stranger sends to a world: odd bytes, giants, lines that smuggle others, pages of another year, others'
seats. Nothing fails, nothing takes a second, nothing is written that nobody meant, and nobody reads what is not his.
"""

from __future__ import annotations

import html
import re
import time
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.http import urlencode

from heraut.engine.protocol import Seat as SeatName
from heraut.site.accounts.models import Player
from heraut.site.games.rois import cells, plans
from heraut.site.games.rois.acts import both
from heraut.site.games.rois.jottings import MOST
from heraut.site.games.rois.models import Jotting, KeptPlan
from heraut.site.games.rois.order_forms import KINDS, PREFIX
from heraut.site.matches.models import Match
from heraut.site.matchpage.saving import LONGEST_TEXT
from tests.busy import most
from tests.games.rois import builders
from tests.site.games.rois.conftest import bend
from tests.site.matchpage.conftest import resolve
from tests.thorough import sample

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]
LONGEST_ADDRESS = 8_000  # signs of an address that a page sends its reader to
ACTS = (
    "put", "word", "all", "write", "unwrite", "form", "clear", "route", "rest", "year", "hush", "hush_kind", "speak",
    "todo", "done", "note", "save", "seal", "undo", "keep", "both", "other", "drop", "zzz",
)  # fmt: skip
FIELDS = ("person", "season", "province", "back", "at", "layers", "line", "note", "text", "base", "seen", "window",
          "year", "name", "plan", "duel")  # fmt: skip
ASKED = ("personne", "saison", "province", "ordre", "choix", "couche", "vues", "plan", "contre", "dire", "tour", "pas",
         "seigneur", "duel", "at")  # fmt: skip
PAGES = ("", "ordres/", "outils/gens/", "outils/cour/", "outils/plans/", "outils/essai/", "histoire/", "film/",
         "carte.svg", "bilan/1/")  # fmt: skip
ODD = (
    "", "\x00", "\u202e\ufeff", "🐎" * 1000, "NaN", "1e309", "-1", "9" * 9, "9" * 400, "9" * 5000, "²", "٣", "0x7f",
    "163", "B" * 60_000, "\n" * 60_000, "@7", "@7\n1: EX", "1: EX\n@7\n1: DI *", "\u2028@7\u20281: EX", "; x",
    "{" * 5000, "C" + "9" * 5000, "//evil.example/", "https://evil.example", "a=b&c=d\r\nX: y", "/" * 4000,
    '"' * 60_000, "1," * 3000, "FI," * 20_000, "1: PR " + "x" * 50_000, "<script>alert(1)</script>", "' OR 1=1 --",
    "TRAITE", "ROMPRE 3 DEBUT",
)  # fmt: skip


class Stranger:
    """Somebody at a world, who is told that an answer failed, took too long, or led elsewhere."""

    def __init__(self, client: Client, match: Match) -> None:
        self.client, self.match, self.wrong = client, match, list[str]()

    def post(self, page: str = "ordres/", *, script: bool = False, **fields: Any) -> Any:
        """Something sent."""
        headers = {"HX-Request": "true", "HX-Target": "annee"} if script else {}
        return self.asked("post", page, {"base": "0", **fields}, headers=headers)

    def get(self, page: str, **fields: Any) -> Any:
        """Something asked."""
        return self.asked("get", f"{page}?{urlencode(fields, doseq=True)}", None)

    def asked(self, method: str, page: str, fields: Any, **more: Any) -> Any:
        """The answer; what is wrong with it is noted."""
        address, begun = f"/partie/{self.match.code}/{page}", time.process_time()
        answer = getattr(self.client, method)(address, fields, **more)
        took = time.process_time() - begun
        sent = {name: str(value)[:40] for name, value in (fields or {}).items()}
        if answer.status_code >= 500 or took > most():
            self.wrong.append(f"{answer.status_code} {took:.2f} s {page[:80]} {sent}")
        leads = answer.headers.get("Location", "")
        if leads and (not leads.startswith(("/partie/", "/compte/", "/table/")) or len(leads) > LONGEST_ADDRESS):
            self.wrong.append(f"leads to {leads[:60]} ({len(leads)}) {sent}")
        return answer


@pytest.fixture
def alices(match: Match, alice: Player, client_of: Browser) -> Stranger:
    """Alice herself, at her worst."""
    return Stranger(client_of(alice), match)


@pytest.fixture
def king(match: Match) -> int:
    """The King of Alice's."""
    return int(match.rules.view(match.realm, match.seats.get(name="j1").name)["own"]["king"])


def text_of(match: Match, seat: str = "j1") -> str:
    """The sheet of a seat as the site has it."""
    sheet = match.seats.get(name=seat).sheets.filter(step=match.step + 1).order_by("-sequence").first()
    return sheet.text if sheet else ""


# Odd bytes and giants


def test_no_act_with_anything_odd_fails(alices: Stranger, king: int) -> None:
    for act, odd in sample(product(ACTS, ODD), 12):
        alices.post(do=f"{act}:{odd}", person=king, season=1, script=len(odd) % 2 == 0)
    assert alices.wrong == []


def test_no_field_with_anything_odd_fails(alices: Stranger, king: int) -> None:
    acts = ("save", "put:1: EX", "note:5", "todo", "keep", "route:5")
    for field, odd, act in sample(product(FIELDS, ODD, acts), 40):
        alices.post(**{"do": act, "person": king, "season": 1, field: odd}, script=len(odd) % 2 == 0)
        alices.post("outils/plans/", **{"do": "keep", "name": "n", "plan": "ME", "person": king, field: odd})
    assert alices.wrong == []


def test_no_form_of_an_order_with_anything_odd_fails(alices: Stranger, king: int) -> None:
    more = ("sex", "race", "temper", "talents", "nobody", "units", "target")
    for kind, odd in sample(product(KINDS, ODD), 20):
        fields = {f"{PREFIX}{name}": odd for name in (*KINDS[kind].__struct_fields__, *more)}
        for person, season in ((king, 1), (0, "")):
            alices.post(do=f"form:{kind}", person=person, season=season, **fields)
    assert alices.wrong == []


def test_no_address_with_anything_odd_fails(alices: Stranger, match: Match, king: int) -> None:
    for page, name, odd in sample(product(PAGES, ASKED, ODD), 30):
        alices.get(page, **{name: odd[:5000]})
    for kind in sample(KINDS, 4):
        alices.get("", personne=king, saison=1, ordre=kind, choix=["9" * 300] * 200)
    for page in ("sol/1.zzz.svg", f"sol/{'9' * 30}.abc.svg", f"couches/{'9' * 30}.abc.svg"):
        assert alices.get(page).status_code == 404
    assert alices.wrong == []


def test_a_province_is_never_a_number_that_python_refuses(alices: Stranger) -> None:
    for typed in ("9" * 5000, "٣" * 5000, "٣", "²", "-1", "163", "0"):
        assert alices.get("", province=typed).status_code == 200
        assert alices.post(do="put:1: EX", province=typed, script=True).status_code == 200
    assert alices.wrong == []


# Giants that the rules allow


def giant(king: int, people: list[int]) -> dict[str, str]:
    """Texts as large as a sheet may be."""
    return {
        "refused": f"@{king}\n" + "zzzz\n" * 1999,
        "misspelt": "@ROYAUME\n" + "TRAITEE 3\n" * 1999,
        "heads": "\n".join(f"@{number}\n1: EX" for number in range(1, 1000)),
        "reminders": f"@{king}\n" + "; TODO encore\n" * 1999,
        "blank": "\n" * (LONGEST_TEXT - 1),
        "wide": f"@{king}\n1: " + "M" * 59_000,
        "disband": "\n".join(f"@{one}\n" + "\n".join(f"{season}: DI *" for season in range(1, 6)) for one in people),
    }


def crowd(world: Any) -> None:
    """Thirty people and three hundred units of Alice's King, all in his province."""
    king = world.characters[world.kingdoms[1].king]
    for _ in range(28):
        builders.person(world, 1, king.province or world.kingdoms[1].home, TA=3)
    builders.units(world, 1, king.province or world.kingdoms[1].home, *["LE"] * 300)


def test_no_text_however_large_takes_a_second_or_makes_a_giant_page(alices: Stranger, match: Match, king: int) -> None:
    bend(match, crowd)
    people = [one["number"] for one in match.rules.view(match.realm, SeatName("j1"))["own"]["characters"]]
    for name, text in giant(king, people).items():
        match.seats.get(name="j1").sheets.all().delete()
        assert alices.post(do="save", text=text, person=king, season=1).status_code == 302, name
        for act in ("put:2: EX", "all:PLAN {FL}", "write:" + "/".join(f"@{one}/3: EX" for one in people), "undo"):
            page = alices.post(do=act, person=king, season=1, back="board", script=True)
            assert len(page.content) < 700_000, (name, act, len(page.content))
        for page in ("", "ordres/", "outils/gens/", "outils/cour/"):
            assert len(alices.get(page).content) < 700_000, (name, page)
        settled = alices.post(do="both", seen="0", base="0", text=text + "\n; encore")
        assert settled.status_code in (302, 409)
    assert alices.wrong == []


def test_two_giants_are_made_one_within_a_second() -> None:
    heads = "\n".join(f"@{number}\n1: EX" for number in range(1, 1000))
    begun = time.process_time()
    text = both("@ROYAUME\nTRAITE 3\n", heads)
    assert time.process_time() - begun < most()
    assert text.count("\n") == 2 + 2 * 999 and both(text, heads) == text


def test_many_lines_are_put_as_if_one_after_the_other() -> None:
    chance, lines = Random(1), list[tuple[int, str]]()
    for _ in range(200):
        section = chance.randrange(4)
        order = (
            f"{chance.randrange(1, 6)}: {chance.choice(['EX', 'DE', 'MO 3'])}"
            if section
            else f"DON {chance.randrange(9)} 1"
        )
        lines.append((section, chance.choice([order, order, "PLAN {FL}" if section else "ELECTION", "rien"])))
    for start in ("", "; mes ordres\n@2\n\n3: EX\n\n@1\n5: RIEN\n\n\n", "@1\n1: EX\n@ROYAUME\nVOTE BLANC\n@1\n2: EX"):
        text = start
        for section, line in lines:
            text = cells.put(text, section, line)
        assert cells.put_all(start, lines) == text


def test_of_many_tasks_a_page_shows_the_gravest_and_counts_the_others(alices: Stranger, king: int) -> None:
    alices.post(do="save", text=f"@{king}\n" + "zzzz\n" * 500)
    page = html.unescape(alices.get("").content.decode())
    part = page[page.index('id="annee-taches"') :]
    assert part.count('value="hush:') == 60
    assert re.search(r"Et \d+ autres, à voir", part)


# Lines that smuggle others


def test_a_line_that_is_sent_is_one_line_of_its_own_section(alices: Stranger, match: Match, king: int) -> None:
    for odd in ("1: EX\n@7\n1: DI *", "1: EX\r@7\r1: DI *", "1: EX\u2028@7\u20281: DI *", "1: EX\x0b@7\x851: DI *"):
        alices.post(do=f"put:{odd}", person=king, season=1)
        alices.post(do="put", line=[odd, odd], person=king, season=1)
        lines = text_of(match).strip("\n").split("\n")
        assert lines[0] == f"@{king}" and not any(line.startswith("@") for line in lines[1:]), lines
    before = text_of(match)
    for odd in ("@7", " @7", "@ROYAUME ; x"):
        alices.post(do=f"put:{odd}", person=king, season=1)
        alices.post(do=f"all:{odd}", person=king, season=1)
    assert text_of(match) == before


def test_nothing_is_written_for_the_dead_or_for_others(alices: Stranger, match: Match, king: int) -> None:
    dead: list[int] = []

    def dies(world: Any) -> None:
        who = builders.person(world, 1, world.kingdoms[1].home)
        who.died, who.province = match.step, 0
        dead.append(who.number)

    bend(match, dies)
    foreign = match.realm.kingdoms[2].king
    for person in (*dead, foreign):
        for act in ("put:1: EX", "route:5", "rest", "year", "clear", "form:Explore"):
            alices.post(do=act, person=person, season=1)
    assert not re.search(rf"^@({dead[0]}|{foreign})$", text_of(match), re.MULTILINE)
    assert alices.wrong == []


def test_a_line_is_told_by_its_own_number_whatever_signs_end_lines_elsewhere(alices: Stranger, king: int) -> None:
    alices.post(do="save", text=f"@{king}\n; a\u2028b\u2028c\nzzzz\n")
    page = html.unescape(alices.get("").content.decode())
    assert f'value="hush:error/missing_colon/{king}/zzzz"' in page


# Windows and years


def test_a_page_of_last_year_writes_nothing_into_this_one(alices: Stranger, match: Match, king: int) -> None:
    page = alices.get("").content.decode()
    year = re.search(r'name="turn" value="(\d+)"', page)[1]  # type: ignore[index]
    assert all('name="turn"' in form for form in forms_to_orders(page))
    alices.post(do="put:1: EX", person=king, season=1, turn=year)
    assert text_of(match)
    resolve(match)
    match.refresh_from_db()
    text = f"@{king}\n2: EX\n"
    for act in ("put:1: DE", "save", "seal", "undo", "all:PLAN {FL}"):
        for script in (False, True):
            sent = {"text": text} if act in ("save", "seal") else {}
            answer = alices.post(do=act, person=king, season=1, turn=year, script=script, **sent)
            told = html.unescape(answer.content.decode())
            assert answer.status_code == (200 if script else 409) and "déjà jouée" in told, act
            assert not sent or text in told  # what was typed is still in its field
            assert "HX-Trigger" not in answer.headers
            assert text_of(match) == ""
    alices.post(do="save", text=text, turn=int(year) + 1)
    assert text_of(match) == text


def forms_to_orders(page: str) -> Iterator[str]:
    """The forms of a page that change the sheet."""
    return (
        form for form in re.findall(r"<form[^>]*/ordres/[^>]*>.*?</form>", page, re.DOTALL) if 'method="post"' in form
    )


@pytest.mark.parametrize("page", ["ordres/", "?personne=royaume", "outils/cour/", "outils/plans/"])
def test_every_form_that_writes_orders_names_its_year(alices: Stranger, page: str) -> None:
    forms = [*forms_to_orders(alices.client.get(f"/partie/{alices.match.code}/{page}").content.decode())]
    assert forms and all('name="turn"' in form for form in forms)


def test_a_paused_or_finished_match_takes_no_orders(alices: Stranger, match: Match, king: int) -> None:
    for status in ("paused", "finished"):
        Match.objects.filter(pk=match.pk).update(status=status)
        for act in ("put:1: EX", "save", "seal", "all:PLAN {FL}", "write:@1/1: EX", "undo"):
            for script in (False, True):
                answer = alices.post(do=act, person=king, season=1, text=f"@{king}\n1: EX", script=script)
                assert answer.status_code in (200, 302, 403, 409)
        assert text_of(match) == ""
    assert alices.wrong == []


# Others


def test_nobody_writes_for_another(match: Match, bob: Player, charlie: Player, client_of: Browser, king: int) -> None:
    for client in (client_of(bob), client_of(charlie), Client()):
        stranger = Stranger(client, match)
        for page in ("ordres/", "", "spectateur/", "outils/plans/", "outils/gens/"):
            for act in ("put:1: EX", "save", "seal:anyway", "todo", "note:5", "keep"):
                stranger.post(
                    page, do=act, person=king, season=1, text=f"@{king}\n1: EX", note="x", name="n", plan="ME"
                )
        assert stranger.wrong == []
    assert text_of(match) == ""
    assert not Jotting.objects.exclude(owner=bob).exists() and not KeptPlan.objects.exclude(owner=bob).exists()


def test_whoever_takes_over_a_seat_reads_nothing_of_its_former_player(
    alices: Stranger, match: Match, alice: Player, charlie: Player, client_of: Browser, king: int
) -> None:
    alices.post(do="put:1: PR TA", person=king, season=1)
    alices.post(do="save", base="1", text=f"@{king}\n1: PR TA\n; secret d'Aline\n")
    alices.post(do="todo", note="secret d'Aline")
    alices.post(do="note:5", note="secret d'Aline")
    alices.post("outils/plans/", do="keep", name="secret d'Aline", plan="ME", person=king)
    assert "secret d'Aline" in html.unescape(alices.get("").content.decode())
    match.seats.filter(user=alice).update(user=charlie, taken_over=timezone.now(), notes="")
    heir = client_of(charlie)
    for page in ("", "ordres/", "?province=5", "outils/plans/", "outils/cour/", "outils/gens/", "outils/essai/"):
        answer = heir.get(f"/partie/{match.code}/{page}")
        assert answer.status_code == 200 and "secret d" not in html.unescape(answer.content.decode()), page
    heir.post(f"/partie/{match.code}/ordres/", {"do": "undo"})
    heir.post(f"/partie/{match.code}/ordres/", {"do": "put:1: EX", "person": king, "season": 1})
    assert text_of(match) == f"@{king}\n1: EX\n"
    one = Jotting.objects.filter(owner=alice).first()
    assert one is not None
    heir.post(f"/partie/{match.code}/ordres/", {"do": f"done:{one.pk}"})
    assert Jotting.objects.filter(pk=one.pk).exists()


def test_the_files_of_a_map_are_those_of_its_reader(alices: Stranger, bob: Player, client_of: Browser) -> None:
    page = alices.get("").content.decode()
    files = set(re.findall(r"/partie/[^\"#]*/(?:sol|couches)/[^\"#]*\.svg", page))
    assert len(files) == 2
    for client in (client_of(bob), Client()):
        assert [client.get(file).status_code for file in files] == [404, 404]
    other = set(re.findall(r"/partie/[^\"#]*/(?:sol|couches)/[^\"#]*\.svg",
                           client_of(bob).get(f"/partie/{alices.match.code}/").content.decode()))  # fmt: skip
    assert not files & other


def test_stories_of_other_seats_are_told_to_nobody_before_the_end(alices: Stranger) -> None:
    for page in ("bilan/1/", "bilan/2/", "histoire/", "statistiques/", "film/", "carte.svg", "outils/gens/"):
        plain = PASSING.sub("", alices.get(page).content.decode())
        for seat in ("j2", "j1", "j99"):
            assert PASSING.sub("", alices.get(page, seigneur=seat).content.decode()) == plain, (page, seat)


PASSING = re.compile(
    r'name="csrfmiddlewaretoken" value="\w+"|\??seigneur=j\d+|/\?"|\d+ j \d+ h|(?<=class="left">)[^<]+'
)


# Jottings


def test_a_task_is_hushed_however_long_its_line_is(alices: Stranger, match: Match, king: int) -> None:
    lines = [f'NOM C{king} "{"é" * 300}{end}"' for end in "ab"]
    alices.post(do="save", text="@ROYAUME\n" + "\n".join(lines))
    page = html.unescape(alices.get("").content.decode())
    found = re.findall(r'value="(hush:error/[^\n]*?é+[ab]"?)" aria-label', page)
    assert len(found) == 2
    alices.post(do=found[0])
    page = html.unescape(alices.get("").content.decode())
    assert found[0] not in page and found[1] in page


def test_jottings_and_plans_fill_no_disk(alices: Stranger, match: Match, alice: Player, king: int) -> None:
    for number in range(MOST):
        Jotting.objects.create(match=match, owner=alice, sort="hushed", subject=f"error/{number}")
    for number in range(9):
        alices.post(do=f"hush:error/new/{number}")
        alices.post(do="todo", note=f"à faire {number}")
        alices.post(do=f"note:{number + 1}", note="x" * 60_000)
    assert Jotting.objects.filter(owner=alice).count() <= MOST
    assert Jotting.objects.filter(subject="error/new/8").exists()  # the oldest gives way
    for number in range(plans.MOST_KEPT + 5):
        alices.post("outils/plans/", do="keep", name=f"plan {number}", plan="ME", person=king)
    assert KeptPlan.objects.filter(owner=alice).count() == plans.MOST_KEPT
    alices.post("outils/plans/", do="keep", name="plan 0", plan="FL", person=king)  # over the one of that name
    assert KeptPlan.objects.get(owner=alice, name="plan 0").text == "FL"
    assert alices.wrong == []


def test_a_note_is_on_a_province_of_the_map_or_on_none(alices: Stranger, alice: Player) -> None:
    for odd in ("0", "163", "999999999", "-1", "9" * 5000, "٣"):
        alices.post(do=f"note:{odd}", note="ici", script=True)
    assert not Jotting.objects.filter(owner=alice).exists()
    assert alices.get("").status_code == 200 and alices.wrong == []


def test_two_windows_that_keep_a_plan_of_one_name_break_nothing(alices: Stranger, alice: Player, king: int) -> None:
    for _ in range(2):
        KeptPlan.objects.create(owner=alice, name="même", text="ME", duel=False)
    assert alices.post("outils/plans/", do="keep", name="même", plan="FL", person=king).status_code == 302
