"""Orders offered as sentences, withdrawn, mended at a touch; the guided first turn; what the map shows of them."""

from __future__ import annotations

import re
from html import unescape

import pytest

from heraut.games.gloire.atlas import atlas
from heraut.site.accounts.models import Player
from heraut.site.matches.models import Match, Seat, Sheet
from heraut.site.matchpage.models import GuidedTurn
from tests.site.matchpage.conftest import keep, resolve

pytestmark = pytest.mark.django_db


class Trial:
    """A guest's match to try."""

    def __init__(self, client, **post):
        self.client = client
        self.begun = client.post("/jouer/", post)
        self.match = Match.objects.get()
        self.seat = Seat.objects.get(match=self.match, user__isnull=False)
        self.url = f"/partie/{self.match.code}/"

    def page(self, address="", **headers):
        return (
            unescape(self.client.get(self.url + address, headers=headers).content.decode())
            .replace("\xa0", " ")
            .replace("\u202f", " ")
        )

    def give(self, **fields):
        last = self.sheet
        return self.client.post(f"{self.url}ordres/", {"base": last.sequence if last else 0, "back": "board", **fields})

    @property
    def sheet(self):
        return Sheet.objects.filter(seat=self.seat).order_by("sequence").last()

    @property
    def text(self):
        return self.sheet.text if self.sheet else ""

    @property
    def view(self):
        return self.match.rules.view(self.match.realm, self.seat.name)

    def offers(self, address=""):
        """The offers of the card: their codes, whether they are given, the line and what their buttons do."""
        found = re.findall(r'<li class="proposal[^>]*data-offer="([^"]*)">(.*?)</li>', self.page(address), re.S)
        return dict(reversed(found))

    def press(self, body):
        """Presses the button of an offer."""
        fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', body.replace('"Seigneur', "'")))
        line = re.search(r'name="line" value="(.*?)"><', body, re.S)
        act = re.search(r'name="do" value="([^"]+)"', body)[1]
        figure = re.search(r'name="figure"[^>]*value="(\d+)"', body)
        fields = {"do": act, **({"line": line[1]} if line else {}), **({"figure": figure[1]} if figure else {})}
        return self.give(**fields)

    def guide(self):
        """The titles of the steps that are done, and of the one that is open; None without a card."""
        page = self.page()
        card = re.search(r'<section id="premiers-pas".*?</section>', page, re.S)
        if not card or "<ol>" not in card[0]:
            return None
        return int(re.search(r'guide-count">(\d+) sur 6', card[0])[1]), re.search(
            r'<div class="guide-step"[^>]*><p[^>]*><b>(.*?)</b>', card[0]
        )[1]

    def next_step(self):
        """Presses the button of the open step."""
        card = re.search(r'<section id="premiers-pas".*?</section>', self.page(), re.S)[0]
        form = re.search(
            r'<form[^>]*action="([^"]+)"[^>]*>((?:(?!</form>).)*)<button class="button small primary"', card, re.S
        )
        fields = {}
        for name, value in re.findall(r'name="(\w+)" value="((?:[^"]|"(?! ?>))*)">', form[2]):
            fields.setdefault(name, []).append(value)
        fields.pop("csrfmiddlewaretoken", None)
        if "premiers-pas" in form[1]:
            return self.client.post(form[1], {**fields, "do": "seen"})
        return self.client.post(form[1], fields)


@pytest.fixture
def trial(client, db):
    return Trial(client, lord="Odile de Hohenbourg")


# Offers


def test_raising_and_attacking_are_one_touch_that_wins_and_a_second_one_takes_it_back(trial):
    offer = trial.offers()["ARM ATT"]
    assert (
        "Lever des hommes et attaquer" in offer
        and "1 300 écus" in offer
        and "9" in re.search(r": (\d+) chances", offer)[1]
    )
    trial.press(offer)
    assert re.fullmatch(r'ARM \S+ 1300 "Odile de Hohenbourg"\nATT "Odile de Hohenbourg" \S+\n', trial.text)
    given = trial.offers()["ARM ATT"]
    assert 'aria-pressed="true"' in given and 'value="drop:1,2"' in given
    trial.press(given)
    assert not trial.text.strip()


def test_the_tax_comes_with_what_is_given_back(trial):
    offer = trial.offers()["IMP RED"]
    assert "bonheur 20,0 → 24,0" in offer and "1 980 écus" in offer and "gain 219" in offer
    trial.press(offer)
    home = next(iter(trial.view["own"]["lands"]))
    assert trial.text == f"IMP 4 {home}\nRED 1980 {home}\n"


def test_the_rule_of_an_offer_opens_on_the_page_itself(trial):
    offer = trial.offers()["ARM ATT"]
    pop = re.search(r'popovertarget="([^"]+)"', offer)[1]
    about = re.search(
        r'popovertarget=[^>]* aria-label="(Règle : [^"]+ \(GP-ATT-01\))"', offer.replace("\N{NO-BREAK SPACE}", " ")
    )
    assert about and "attaquer" in about[1]
    text = re.search(rf'<div class="pop" id="{re.escape(pop)}" popover role="dialog"[^>]*>(<p[^>]*>)\w', offer)
    assert text and "autofocus" in text[1]  # the text takes the focus, and is read aloud by that


def test_an_offer_shows_the_figure_that_the_draft_has(trial):
    home = next(iter(trial.view["own"]["lands"]))
    trial.give(do="save", text=f"IMP 7 {home}")
    given = trial.offers()["IMP"]
    assert "au niveau 7" in given and 'value="drop:1"' in given


def test_a_tax_that_is_given_tells_what_comes_of_its_own_level(trial, home):
    assert "au niveau 3 : bonheur" in trial.offers(f"?terre={home}")["IMP"]
    trial.give(do="save", text=f"IMP 4 {home}")
    given = trial.offers(f"?terre={home}")["IMP"]
    assert "au niveau 4 : bonheur" in given and "niveau 3" not in given


def test_what_knights_cost_at_most_is_said_to_be_the_most(trial):
    trial.give(do="save", text="CHE 2")
    page = trial.page("ordres/")
    assert "coûte au plus" in page and "Trésor après le tour : au moins" in page
    trial.give(do="save", text="ESP BOUH")
    assert "au moins" not in re.search(r'class="treasury-left">(.*?)</p>', trial.page("ordres/"), re.S)[1]


def test_every_figure_says_its_bounds_beside_the_field(trial):
    page = trial.page()
    labels = re.findall(r'<label for="(p[^"]+)"><span class="visually-hidden">[^<]+ </span>([^<]+)</label>', page)
    assert labels and all(re.search(r"^de \d[\d\s]* à \d", words) for _, words in labels)


def test_a_land_is_found_by_typing_the_beginning_of_its_name(trial):
    for typed in ("kola", "KOL", "Kola"):
        assert re.search(r'<h2 class="with-arms"[^>]*>Kola</h2>', trial.page(f"?terre={typed}"))
    assert trial.client.get(f"{trial.url}?terre=%00<script>").status_code == 200


def test_a_name_that_no_land_has_is_said_to_be_none_at_its_field(trial):
    page = trial.page("?terre=zzz").replace("\N{NO-BREAK SPACE}", " ")
    assert re.search(r'<input id="terre"[^>]* value="zzz" aria-invalid="true" aria-describedby="terre-faute">', page)
    assert re.search(r'id="terre-faute">Aucune terre ne s.{1,6}appelle « zzz »\.</p>', page)
    assert "terre-faute" not in trial.page() + trial.page("?terre=kola")


# Mends


@pytest.fixture
def home(trial):
    return next(iter(trial.view["own"]["lands"]))


def mends(trial):
    """Why, and what the button says, of each line that can be mended."""
    return re.findall(r'<p class="mend">(.*?) <button[^>]*value="(mend:\d+)">(.*?)</button>', trial.page())


def test_men_without_a_knight_are_given_to_one(trial, home):
    trial.give(do="save", text=f"ARM {home} 1300")
    ((why, act, words),) = mends(trial)
    assert "garnison" in why and words == "Les donner à Odile de Hohenbourg"
    trial.give(do=act)
    assert trial.text == f'ARM {home} 1300 "Odile de Hohenbourg"' and mends(trial) == []


def test_a_tax_alone_is_followed_by_help(trial, home):
    trial.give(do="save", text=f"IMP 4 {home}")
    ((why, act, words),) = mends(trial)
    assert "20,0 → 12,0" in why and words == "Rendre 1 980 écus"
    trial.give(do=act)
    assert trial.text == f"IMP 4 {home}\nRED 1980 {home}\n" and mends(trial) == []


def test_a_felony_becomes_a_declaration_of_war(trial, home):
    realm = trial.match.realm
    near = atlas("SCANDINAVIE").places[home].neighbours[0]
    other = next(seat for seat in realm.lords if seat != trial.seat.name)
    realm.lands[near].owner = other
    keep(trial.match, realm)
    trial.give(do="save", text=f'ATT "Odile de Hohenbourg" {near}')
    ((_, act, words),) = mends(trial)
    assert words == "Déclarer la guerre d'abord"
    trial.give(do=act)
    assert trial.text.startswith("GUE ") and realm.lords[other].name in trial.text


def test_an_attack_without_men_gets_the_smallest_levy_that_wins_and_one_without_retreat_gets_one(trial, home):
    near = next(n for n in atlas("SCANDINAVIE").places[home].neighbours if trial.view["lands"][n]["owner"] is None)
    trial.give(do="save", text=f'ATT "Odile de Hohenbourg" {near} 0')
    ((why, act, words),) = mends(trial)
    assert "260" in why and words == "Lever pour 1 300 écus"
    trial.give(do=act)
    ((why, act, words),) = mends(trial)
    assert "dernier homme" in why and words == "Rompre sous 208 hommes"
    trial.give(do=act)
    assert trial.text.splitlines()[0] == f'ATT "Odile de Hohenbourg" {near}' and mends(trial) == []


def test_nobody_mends_a_line_that_needs_it_not(trial, home):
    trial.give(do="save", text="CHE 1")
    for place in ("1", "99", "0", "x", "1,2"):
        trial.give(do=f"mend:{place}")
    assert trial.text == "CHE 1"


# The guided first turn


def test_the_match_to_try_begins_with_who_one_is_how_one_wins_and_how_long_it_lasts(trial):
    assert trial.begun.headers["Location"] == f"{trial.url}presentation/"
    page = trial.page("presentation/")
    assert "petit seigneur" in page and "Par la renommée" in page and "tour par semaine" in page
    assert f'src="{trial.url}carte.svg"' in page and f'href="{trial.url}"' in page


def test_by_its_buttons_alone_one_has_a_second_land_on_the_first_turn(trial):
    done = []
    while (now := trial.guide())[0] < 5:
        done.append(now)
        trial.next_step()
    assert [count for count, _ in done] == [0, 1, 2, 3, 4]
    assert [title.split()[0] for _, title in done] == ["Vous", "Levez", "Attaquez", "Imposez", "Appelez"]
    assert len(trial.sheet.kept.splitlines()) == len(trial.text.strip().splitlines()) == 8
    assert trial.guide()[1] == "Scellez, puis lisez le bilan du tour 1"
    trial.give(do="seal")
    resolve(trial.match)
    trial.match.refresh_from_db()
    assert len(trial.view["own"]["lands"]) == 2
    assert trial.guide() == (5, "Scellez, puis lisez le bilan du tour 1")
    trial.page("bilan/1/")
    assert trial.guide() is None


def test_a_step_is_undone_by_itself_and_opens_again(trial):
    trial.next_step()
    trial.next_step()
    assert trial.guide()[0] == 2
    undo = re.search(r'value="(drop:\d+)"><button class="link-button" aria-label="Défaire', trial.page())[1]
    trial.give(do=undo)
    assert trial.guide()[0] == 1 and not trial.text.strip()


def test_the_lesson_is_skipped_for_good_and_comes_back_when_it_is_asked_for(trial):
    trial.client.post(f"{trial.url}premiers-pas/", {"do": "skip"})
    assert trial.guide() is None and "Me remontrer le premier tour" in trial.page()
    assert GuidedTurn.objects.get().skipped
    trial.client.post(f"{trial.url}premiers-pas/", {"do": "again"})
    assert trial.guide()[0] == 0


def test_whoever_has_played_this_game_is_not_taught_it_in_a_match_with_others(alice, bob, match, client_of):
    Match.objects.filter(pk=match.pk).update(step=0)
    page = client_of(alice).get(f"/partie/{match.code}/").content.decode()
    assert "<ol>" in re.search(r'<section id="premiers-pas".*?</section>', page, re.S)[0]
    other = Match.objects.create(code="autre", game="gloire", title="Une autre", step=3, status="over")
    Seat.objects.create(match=other, name="j1", user=alice)
    assert 'id="premiers-pas"' not in client_of(alice).get(f"/partie/{match.code}/").content.decode()
    assert 'id="premiers-pas"' not in client_of(bob).get(f"/partie/{match.code}/spectateur/").content.decode()


def test_odd_words_to_the_guide_change_nothing(trial):
    for sent in ({"do": "seen", "step": "x" * 500}, {"do": "fly"}, {}):
        assert trial.client.post(f"{trial.url}premiers-pas/", sent).status_code == 302
    assert GuidedTurn.objects.get(player=Player.objects.get()).seen == []


# The map


def test_prepared_orders_stand_on_the_map_and_follow_the_sheet(trial, home):
    near = atlas("SCANDINAVIE").places[home].neighbours[0]
    trial.give(do="save", text=f'CHE 1\nARM {home} 1300 "Odile de Hohenbourg"\nATT "Odile de Hohenbourg" {near}')
    layer = re.search(r'<svg id="carte-ordres".*?</svg>', trial.page(), re.S)[0]
    assert 'class="arrow k-ATT"' in layer and ">3</text>" in layer and ">2</text>" in layer and ">1</text>" not in layer
    answer = trial.client.post(
        f"{trial.url}ordres/",
        {"do": "drop:3", "base": trial.sheet.sequence, "back": "board"},
        headers={"HX-Request": "true", "HX-Target": "panel", "HX-Current-URL": f"http://x{trial.url}?terre={near}"},
    ).content.decode()
    layer = re.search(r'<svg id="carte-ordres".*?</svg>', answer, re.S)[0]
    assert 'data-hx-swap-oob="true"' in layer and "k-ATT" not in layer
    assert f'data-land="{home}"' in answer  # the card of the land that is open where the script is


def test_nobody_else_sees_prepared_orders_on_the_map(match, alice, bob, client, client_of):
    land = next(name for name, one in match.realm.lands.items() if one.owner == "j1")
    client_of(alice).post(f"/partie/{match.code}/ordres/", {"text": f"IMP 3 {land}", "base": "0"})
    drawn = [
        "<circle" in re.search(r'<svg id="carte-ordres".*?</svg>|$', page, re.S)[0]
        for page in (
            reader.get(f"/partie/{match.code}/").content.decode()
            for reader in (client_of(alice), client_of(bob), client)
        )
    ]
    assert drawn == [True, False, False]
