"""The first page, the page of matches, profiles: what is shown to whom, and what is not."""

from __future__ import annotations

import io
import re
import tarfile
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.core.cache import caches
from django.test import Client
from django.utils import timezone
from msgspec import to_builtins

from heraut.site.accounts.guests import new_guest
from heraut.site.accounts.models import Player
from heraut.site.clock.resolution import resolve_due
from heraut.site.lobby.muster import begin
from heraut.site.lobby.my_matches import seats_of, told
from heraut.site.lobby.presets import PRESETS, SEALED
from heraut.site.lobby.quick_match import play_at_once
from heraut.site.lobby.tables import enlist, open_table
from heraut.site.lobby.waiting_list import registered
from heraut.site.matches import models as m
from heraut.site.matches.adapters import adapter
from heraut.site.matches.attendance import reliability
from heraut.site.matches.models import Match, Presence, Seat
from heraut.site.matches.orders import save_orders
from heraut.site.matches.winners import winners
from heraut.site.matchpage.since import PAUSE
from heraut.site.notifications.listener import last_news
from heraut.site.notifications.models import Letter
from heraut.site.notifications.outbox import post
from heraut.site.regency.naming import accept, name, name_bot, today
from tests.site.lobby.builders import running, seat_of
from tests.site.matches.builders import pass_deadline

Browser = Callable[[Player], Client]
MANY = 60


def read(client: Client, address: str) -> str:
    """What a page says."""
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return str(answer.content.decode())


def continent(*players: Player) -> Match:
    """A public continent under way, where it is a secret who plays."""
    pace = adapter("daifen").paces["normal"]
    table = open_table(players[0], "Les Brumes", adapter("daifen").quick, pace, game="daifen", bots="player")
    for player in players:
        enlist(table, player, f"{player.username} le Voilé", "")
    table.refresh_from_db()
    if table.started is None:
        begin(table, list(registered(table)), timezone.now())
        table.refresh_from_db()
    return table


def resolve(match: Match) -> None:
    """The deadline passes, and nobody is waited for any longer."""
    Match.objects.filter(pk=match.pk).update(pace_data={**match.pace_data, "grace": 0})
    pass_deadline(match)


def over(match: Match, scores: dict[str, float]) -> None:
    """Ends a match so."""
    result = {"scores": scores, "road": "conquest"}
    Match.objects.filter(pk=match.pk).update(status=m.OVER, ended=timezone.now(), result_data=result, deadline=None)


# the first page


def test_lists_of_games_lead_to_what_is_made_before_a_battle(client: Client, db: None) -> None:
    for address in ("/", "/apprendre/"):
        page = read(client, address)
        for made in ("/ost/", "/champ/"):
            assert page.count(f'href="{made}"') == 1
            assert client.get(made).status_code == 200


def test_an_empty_site_is_a_page_worth_opening(client: Client, db: None) -> None:
    page = read(client, "/")
    assert page.count("Jouer tout de suite</button>") == 5 and "Bientôt dans le navigateur" not in page
    assert "Aucune partie publique" in page and "Ouvrir une table" in page


def test_who_leads_is_what_a_passer_by_may_know(alice: Player, bob: Player, client: Client) -> None:
    match = running(alice, bob)
    page = read(client, "/")
    assert "mène" in page and f"/partie/{match.code}/spectateur/" in page
    hidden = continent(alice, bob)
    page = read(client, "/")
    assert "royaumes en vie" in page and hidden.title in page
    assert "le Voilé" not in page
    Match.objects.update(private=True)
    caches["pieces"].clear()
    page = read(client, "/")
    assert match.title not in page and hidden.title not in page


def test_a_race_is_asked_for_before_a_continent_to_try(client: Client, db: None) -> None:
    asked = client.post("/jouer/", {"jeu": "daifen", "niveau": "novice"}).headers["Location"]
    assert asked == "/jouer/?jeu=daifen&niveau=novice"  # a page that may be shown again, in another language for one
    page = read(client, asked)
    assert not Match.objects.exists() and page.count('name="race"') == 6
    assert 'name="niveau" value="novice"' in page
    client.post("/jouer/", {"jeu": "daifen", "race": "dragons"})
    assert not Match.objects.exists() and not Player.objects.exists()
    client.post("/jouer/", {"jeu": "daifen", "race": "nains"})
    match = Match.objects.get()
    seat = match.seats.get(user__isnull=False)
    assert match.realm.kingdoms[seat.name].race == "nains"
    assert client.post("/jouer/", {"jeu": "daifen"}).headers["Location"] == f"/partie/{match.code}/"  # the one he has


def test_who_plays_against_bots_alone_is_awaited_alone(alice: Player, client_of: Browser) -> None:
    browser = client_of(alice)
    browser.post("/jouer/", {"jeu": "gloire"})
    page = read(browser, "/")
    assert "Le tour finit dès que vous scellez." in page and "tous les joueurs" not in page


def test_of_whom_it_is_a_secret_who_plays_nobody_is_told_that_he_is_alone(alice: Player, client_of: Browser) -> None:
    match = continent(alice)
    Match.objects.filter(pk=match.pk).update(pace_data=to_builtins(PRESETS[SEALED]))
    browser = client_of(alice)
    assert "dès que tous les joueurs ont scellé" in read(browser, "/")
    Match.objects.filter(pk=match.pk).update(private=True)
    assert "dès que vous scellez" in read(browser, "/")  # he has opened it to try the game


def test_with_another_at_the_table_all_are_awaited(alice: Player, bob: Player, client_of: Browser) -> None:
    match = running(alice, bob)
    Match.objects.filter(pk=match.pk).update(pace_data=to_builtins(PRESETS[SEALED]))
    assert "dès que tous les joueurs ont scellé" in read(client_of(alice), "/")


def test_a_race_may_be_left_to_the_lot_but_not_unsaid(alice: Player, bob: Player, client_of: Browser) -> None:
    pace = adapter("daifen").paces["normal"]
    table = open_table(bob, "Les Brumes", adapter("daifen").quick, pace, game="daifen")
    browser, address = client_of(alice), f"/table/{table.code}/rejoindre/"
    page = read(browser, f"/table/{table.code}/")
    assert 'value="any" required id="id_race_5" checked' in page, "so that the button does what it says"
    browser.post(address, {"lord": "Alix"})
    assert not table.seats.exists()
    browser.post(address, {"lord": "Alix", "race": "any"})
    assert table.seats.get().choices.get("race", "") == ""


def test_home_and_table_count_ties_alike(alice: Player, bob: Player, client_of: Browser) -> None:
    match = running(alice, bob, bots=2)
    for player in (alice, bob):  # of four who have the same renown
        seat = seat_of(match, player)
        place = len(match.realm.lords) - list(match.rules.view(match.realm, None)["order"]).index(seat.name)
        ending = "er" if place == 1 else "e"
        assert f"{place}{ending} en renommée" in read(client_of(player), "/")


# the return


def later(match: Match, player: Player) -> None:
    """The last look was a while ago."""
    ago = timezone.now() - PAUSE - timedelta(minutes=1)
    assert Presence.objects.filter(match=match, player=player).update(last=ago) == 1


@pytest.mark.rule("GP-SITE-15")
def test_the_return_says_what_has_happened_and_what_is_asked(alice: Player, bob: Player, client_of: Browser) -> None:
    match, browser = running(alice, bob), client_of(alice)
    read(browser, f"/partie/{match.code}/")
    assert "Depuis" not in read(browser, "/")
    later(match, alice)
    resolve(match)
    page = read(browser, "/")
    assert "Depuis votre visite de" in page and "écus" in page and "Bilan du tour 1" in page
    assert "<title>(1) " in page and page.count("button primary") == 1
    band = read(browser, f"/partie/{match.code}/")
    assert 'id="depuis"' in band and f"/partie/{match.code}/bilan/1/" in band
    read(browser, f"/partie/{match.code}/bilan/")
    assert 'id="depuis"' not in read(browser, f"/partie/{match.code}/")
    assert "Depuis" not in read(browser, "/") and "Bilan du tour 1" not in read(browser, "/")
    save_orders(seat_of(match, alice), "", seal=True)
    page = read(browser, "/")
    assert "<title>Accueil" in page and "button primary" not in page


def test_a_match_is_looked_at_once_not_at_every_page(alice: Player, bob: Player, client_of: Browser) -> None:
    match, browser = running(alice, bob), client_of(alice)
    read(browser, f"/partie/{match.code}/")
    first = Presence.objects.get(player=alice)
    read(browser, f"/partie/{match.code}/ordres/")
    read(browser, f"/partie/{match.code}/")
    assert Presence.objects.get(player=alice).last == first.last
    assert not Presence.objects.filter(player=bob).exists()


def test_what_a_player_is_told_is_his_own(alice: Player, bob: Player, client_of: Browser) -> None:
    """Two players of one match read of their own treasuries alone, whoever reads first."""
    match = running(alice, bob)
    for player in (alice, bob):
        read(client_of(player), f"/partie/{match.code}/")
        later(match, player)
    home = next(land.name for land in match.realm.lands.values() if land.owner == seat_of(match, alice).name)
    save_orders(seat_of(match, alice), f"IMP 3 {home}")
    resolve(match)
    realm = Match.objects.get(pk=match.pk).realm
    for player in (alice, bob):
        own = realm.lords[seat_of(match, player).name]
        other = next(lord for lord in realm.lords.values() if lord is not own)
        page = read(client_of(player), "/").replace("\u202f", "").replace("\xa0", "")
        assert f"trésor {own.treasury} écus" in page
        assert own.treasury != other.treasury
        assert f"trésor {other.treasury} écus" not in page


def test_the_urgent_comes_first(alice: Player, bob: Player, client_of: Browser) -> None:
    calm, hurried = running(alice, bob), running(alice, bob)
    Match.objects.filter(pk=calm.pk).update(title="Sans hâte", deadline=timezone.now() + timedelta(days=5))
    Match.objects.filter(pk=hurried.pk).update(title="Cette nuit", deadline=timezone.now() + timedelta(hours=3))
    page = read(client_of(alice), "/")
    assert page.index("Cette nuit") < page.index("Sans hâte") and "due u1" in page and "due u2" in page
    save_orders(seat_of(hurried, alice), "", seal=True)
    page = read(client_of(alice), "/")
    assert page.index("Sans hâte") < page.index("Cette nuit")


# matches


@pytest.mark.rule("GP-SITE-14")
def test_who_was_replaced_is_told_so_and_offered_his_own_seat_nowhere(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    match = running(alice, bob)
    Seat.objects.filter(match=match, user=alice).update(offered=True, bot="player:loyal", missed=3)
    words = "un automate joue à votre place, et votre siège est offert à qui veut le reprendre."
    act = f"/table/{match.code}/joueur/rester/"
    for address in ("/", f"/partie/{match.code}/", f"/partie/{match.code}/bilan/"):
        page = read(client_of(alice), address)
        assert words in page and f'action="{act}"' in page and f'name="back" value="{address}"' in page
        assert words not in read(client_of(bob), address) and words not in read(client_of(charlie), address)
    for address in ("/", "/tables/"):
        assert "Seigneurs à reprendre" not in read(client_of(alice), address)
        assert "Seigneurs à reprendre" in read(client_of(charlie), address)
    table = f"/table/{match.code}/"
    for back in ("https://ailleurs.example/", "//ailleurs.example/", "accueil", "/" + "x" * 2048):
        assert client_of(alice).post(act, {"back": back})["location"] == table, back
    for back in (address, "/"):
        assert client_of(alice).post(act, {"back": back})["location"] == back
    assert words not in read(client_of(alice), "/")


def test_what_a_regent_or_a_bot_answers_is_no_answer_to_give(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    ruled, left, mine = (running(alice, bob) for _ in range(3))
    days = today(alice), today(alice) + timedelta(days=2)
    name_bot(seat_of(ruled, alice), "player:loyal", *days)
    accept(name(seat_of(left, alice), charlie.username, *days, orders=True).pk, charlie)
    page = read(client_of(alice), "/")
    assert "1 réponse à donner" in page and "un automate joue pour vous" in page and "un régent joue pour vous" in page
    assert told(alice.pk, seats_of(alice))[0].match == mine
    assert "1 réponse à donner" in read(client_of(charlie), "/"), "the regent's"


def test_matches_are_found_by_game_map_state_and_player(alice: Player, bob: Player, client: Client) -> None:
    match = running(alice, bob)
    over(running(alice, bob), {"j1": 0.0, "j2": 1.0})
    page = read(client, "/parties/")
    assert "2 parties" in page and f'data-label="Tour">{match.coming_turn}</td>' in page, (
        "the turn that is being played"
    )
    for asked, count in (
        ("state=running", 1), ("state=finished", 1), ("game=gloire", 2), ("game=fief", 0), ("place=SCANDINAVIE", 2),
        ("place=EUROPE", 0), ("player=alice", 2), ("player=Personne", 0), ("state=x&game=y&place=z", 0),
    ):  # fmt: skip
        assert client.get(f"/parties/?{asked}").context["matches"].paginator.count == count, asked
    assert "Bob de Narvik" in read(client, "/parties/?state=finished")
    Match.objects.filter(pk=match.pk).update(private=True)
    assert "1 partie<" in read(client, "/parties/")


def test_where_nobody_has_chosen_nobody_is_told_to_choose_otherwise(alice: Player, client: Client) -> None:
    for address in ("/parties/", "/joueurs/Alice/"):
        page = read(client, address)
        assert "Aucune partie encore" in page and "Élargissez" not in page, address
    assert "Élargissez le choix" in read(client, "/parties/?game=fief")


def test_many_matches_take_as_few_queries_as_some(
    alice: Player, bob: Player, client: Client, django_assert_max_num_queries: Any
) -> None:
    match = running(alice, bob)
    over(match, {"j1": 1.0, "j2": 0.0})
    match.refresh_from_db()
    seats = list(match.seats.all())
    for number in range(MANY):
        match.pk, match.code = None, f"autre{number}"
        match.save(force_insert=True)
        for seat in seats:
            seat.pk, seat.match = None, match
            seat.save(force_insert=True)
    with django_assert_max_num_queries(4):
        page = read(client, "/parties/")
    assert "page=2" in page
    with django_assert_max_num_queries(9):
        read(client, "/joueurs/Alice/")
    with django_assert_max_num_queries(8):
        read(client, "/")


# profiles


def test_a_private_match_that_is_over_stays_in_the_sight_of_its_players_alone(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    match = running(alice, bob)
    over(match, {"j1": 0.0, "j2": 1.0})
    Match.objects.update(private=True, title="Le Gué")
    for player in (alice, bob):
        page = read(client_of(player), "/")
        assert (
            f"/partie/{match.code}/fin/" in page and "Bob de Narvik" in page and f"/joueurs/{player.username}/" in page
        )
        assert "Le Gué" in read(client_of(player), f"/joueurs/{player.username}/")
    assert "Le Gué" not in read(client_of(charlie), "/") + read(client_of(charlie), "/joueurs/Alice/")
    assert "Le Gué" not in read(client_of(bob), "/joueurs/Alice/")
    Match.objects.update(ended=timezone.now() - timedelta(days=6))
    assert "Le Gué" not in read(client_of(alice), "/")
    assert "Le Gué" in read(client_of(alice), "/joueurs/Alice/")


@pytest.mark.parametrize(
    ("scores", "subject"),
    [({"j1": 0.0, "j2": 1.0}, "Bob de Narvik l’emporte"), ({"j1": 0.5, "j2": 0.5}, "la partie est finie")],
)
def test_who_has_won_is_said_by_letters_from_their_first_line(
    alice: Player, bob: Player, scores: dict[str, float], subject: str
) -> None:
    match = running(alice, bob)
    over(match, scores)
    match.refresh_from_db()
    assert winners(match) == [seat.lord for seat in match.seats.all() if scores[seat.name] == 1]
    Player.objects.update(mail_reports=False)
    post(last_news(match))
    letter = Letter.objects.filter(kind="over").first()
    assert letter is not None and letter.subject.endswith(subject.replace("’", "'"))


def test_a_profile_shows_results_and_reliability(alice: Player, bob: Player, client: Client) -> None:
    match = running(alice, bob)
    save_orders(seat_of(match, alice), "", seal=True)
    resolve(match)
    assert reliability(alice).percent == 100 and reliability(bob).percent == 0
    page = read(client, "/joueurs/Alice/")
    assert "100 %" in page.replace("\u202f", " ").replace("\xa0", " ") and match.title in page
    for secret in (alice.email, "mail", alice.time_zone):
        assert secret not in page.replace("mailto:heraut@127.0.0.1", "")
    over(match, {"j1": 1.0, "j2": 0.0})
    assert '<td class="num">1</td><td class="num">1</td><td class="num">0</td>' in read(client, "/joueurs/Alice/")


@pytest.mark.rule("DA-FOG-08")
def test_a_profile_tells_nothing_of_a_continent_until_it_is_over(alice: Player, bob: Player, client: Client) -> None:
    def shown(address: str) -> str:
        return re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", read(client, address))

    addresses = ("/joueurs/Alice/", "/parties/?player=Alice", "/joueurs/Bob/", "/parties/?player=Bob&game=daifen")
    before = {address: shown(address) for address in addresses}
    match = continent(alice, bob)
    save_orders(seat_of(match, alice), "", seal=True)
    resolve(match)
    assert Presence.objects.get(player=alice).given == 1 and Presence.objects.get(player=bob).owed == 1
    assert {address: shown(address) for address in addresses} == before
    over(match, {"j1": 1.0})
    assert "Les Brumes" in shown("/joueurs/Alice/") and "Les Brumes" in shown("/parties/?player=Alice")
    assert reliability(alice).given == 1


def test_private_matches_and_guests_are_nobody_s_business(alice: Player, client: Client, db: None) -> None:
    match = play_at_once(alice, "gloire")
    assert match.title not in read(client, "/joueurs/Alice/")
    save_orders(seat_of(match, alice), "", seal=True)
    resolve_due()
    assert reliability(alice).owed == 0
    guest = new_guest("fr")
    assert client.get(f"/joueurs/{guest.username}/").status_code == 404
    assert client.get("/joueurs/Personne/").status_code == 404
    Player.objects.filter(pk=alice.pk).update(is_active=False)
    assert client.get("/joueurs/Alice/").status_code == 404


# footer, shared links


def test_every_page_leads_to_source_host_notice_rules_api_and_status(
    client: Client, db: None, settings: Any, tmp_path: Any
) -> None:
    page = read(client, "/")
    for address in ("/source.tar.gz", "mailto:", "/mentions/", "/regles/", "/api/", "/etat/"):
        assert f'href="{address}' in page, address
    settings.SOURCE, settings.CONTACT, settings.DATA = "https://example.org/src", "https://example.org/host", tmp_path
    (tmp_path / "legal.fr.txt").write_text("Éditrice : Ide <script>.\n\nHébergeur : ici.", encoding="utf-8")
    page = read(client, "/mentions/")
    assert 'href="https://example.org/src"' in page and 'href="https://example.org/host"' in page
    assert "<p>Éditrice : Ide &lt;script&gt;.</p>" in page and "<p>Hébergeur : ici.</p>" in page
    assert "horloge" in read(client, "/etat/")


def test_the_source_is_what_runs_here(client: Client, db: None) -> None:
    answer = client.get("/source.tar.gz")
    with tarfile.open(fileobj=io.BytesIO(answer.content), mode="r:gz") as archive:
        names = archive.getnames()
        file = archive.extractfile("heraut-source/src/heraut/site/about.py")
        assert file is not None and b"def packed_source" in file.read()
    assert not any("__pycache__" in name or "heraut-data" in name for name in names)


def test_a_shared_link_has_words_and_a_picture_without_secrets(alice: Player, bob: Player, client: Client) -> None:
    match = continent(alice, bob)
    for address in (f"/table/{match.code}/", f"/partie/{match.code}/"):
        page = read(client, address)
        head = page[: page.index("</head>")]
        assert 'property="og:image" content="http' in head and "/cards/daifen.png" in head
        assert 'name="description" content="Daifen' in head and "Alice" not in head and "le Voilé" not in head
    assert "tour 1, en cours" in head
    trial = play_at_once(alice, "gloire")
    head = read(client, f"/partie/{trial.code}/").partition("</head>")[0]
    assert "og:title" in head and "partie privée" in head and 'og:title" content="Une partie' in head


def test_links_to_the_first_page_and_to_a_player_have_a_picture(client: Client, alice: Player) -> None:
    for address, title in (("/", "stratégie"), (f"/joueurs/{alice.username}/", "Alice")):
        page = client.get(address).content.decode()
        found = re.search(r'og:image" content="([^"]+)"', page)
        assert found is not None and title in page
        name = found[1].partition("/static/")[2].partition("?")[0]
        assert name.endswith(".png") and finders.find(name) is not None
