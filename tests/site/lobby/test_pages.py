"""The pages of the lobby, by view and by person."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone, translation

from heraut.site.accounts.guests import new_guest
from heraut.site.accounts.models import Player
from heraut.site.clock.resolution import claim, compute, open_step, publish, resolve_due
from heraut.site.common.words import say
from heraut.site.lobby.actions import HOST_ACTS, PLAYER_ACTS
from heraut.site.lobby.quick_match import play_at_once, too_many
from heraut.site.lobby.takeover import ask_replacement
from heraut.site.lobby.waiting_list import places
from heraut.site.matches import host_actions
from heraut.site.matches import models as m
from heraut.site.matches.adapters import names
from heraut.site.matches.models import Match
from heraut.site.matches.orders import save_orders
from heraut.site.messaging.reading import addressees
from tests.site.conftest import new_player
from tests.site.lobby.builders import after, kinds, lords, neighbours, new_table, running, seat_of, sit
from tests.site.messaging.builders import write

Browser = Callable[[Player], Client]
QUERIES = 20


def text(client: Client, address: str, status: int = 200, **form: Any) -> str:
    """What a page says."""
    response = client.post(address, form, follow=True) if form else client.get(address)
    assert response.status_code == status, (address, response.status_code)
    return response.content.decode()


def ask(client: Client, match: Match, act: str, who: str = "joueur", **form: Any) -> int:
    """The status that answers a button."""
    return client.post(f"/table/{match.code}/{who}/{act}/", form).status_code


# home


def test_a_passer_by_is_shown_what_this_is_and_where_to_sit(client: Client, alice: Player) -> None:
    table = new_table(alice)
    page = text(client, "/")
    assert "La Table ronde" in page and f"/table/{table.code}/" in page
    assert 'action="/jouer/"' in page
    assert "2 à 100 joueurs" in page and "Rois aventuriers" in page


def test_a_passer_by_plays_at_once_against_nine_bots(client: Client, db: None) -> None:
    response = client.post("/jouer/")
    match = Match.objects.get()
    assert response.headers["Location"] == f"/partie/{match.code}/presentation/"
    assert (match.status, match.private, match.pace.early) == (m.RUNNING, True, True)
    assert match.seats.filter(bot__startswith="player:", user=None).count() == 9
    guest = match.seats.get(user__isnull=False).user
    assert guest is not None and guest.guest
    save_orders(seat_of(match, guest), "", seal=True)
    assert resolve_due() == 1
    page = client.post("/jouer/", follow=True)
    assert Match.objects.count() == 1  # a guest goes back to the one he has, and is told so
    assert page.redirect_chain == [(f"/partie/{match.code}/", 302)] and "déjà" in page.content.decode()


def test_a_guest_may_try_each_game_once(client: Client, db: None) -> None:
    for name in ("daifen", "fief", "gloire", "fief", "daifen"):
        page = client.post("/jouer/", {"jeu": name, "race": "orcs"}, follow=True)
        assert page.redirect_chain[-1][0].startswith(f"/partie/{Match.objects.get(game=name).code}/")
        client.get("/")
    assert sorted(Match.objects.values_list("game", flat=True)) == ["daifen", "fief", "gloire"]
    home = client.get("/").content.decode()
    for name in ("gloire", "daifen", "fief"):
        assert f'name="jeu" value="{name}"' in home
    assert Player.objects.count() == 1


def test_a_guest_who_asks_in_two_windows_has_one_match(db: None) -> None:
    guest = new_guest("fr")
    first, second, other = (
        play_at_once(guest, "gloire"),
        play_at_once(guest, "gloire", bot="master"),
        play_at_once(guest, "fief"),
    )
    assert first == second != other and Match.objects.count() == 2


def test_a_player_has_five_trial_matches_at_most(alice: Player, client_of: Browser) -> None:
    client = client_of(alice)
    for _ in range(6):
        client.post("/jouer/")
    assert Match.objects.count() == 5
    for game in ("gloire", "daifen"):
        assert client.post("/jouer/", {"jeu": game}).headers["Location"] == f"/jouer/?jeu={game}"
        page = client.get(f"/jouer/?jeu={game}").content.decode()
        assert "Vous avez déjà 5 parties d&#39;essai" in page and 'name="race"' not in page, "said before anything else"
        for match in Match.objects.all():
            assert f'href="/partie/{match.code}/"' in page and f'action="/table/{match.code}/joueur/finir/"' in page


@pytest.mark.parametrize("game", ["daifen", "rois"])
def test_whom_one_wants_to_be_is_asked_in_the_colours_of_the_game_and_the_lot_comes_last(
    game: str, client: Client
) -> None:
    page = client.get(f"/jouer/?jeu={game}").content.decode()
    assert re.findall(r'name="race" value="(\w+)"', page)[-1] == "any"
    assert page.count(f'<li class="card royal" data-game="{game}">') == page.count('name="race"')


@pytest.mark.parametrize("game", ["gloire", "daifen", "fief", "vassaux", "rois"])
def test_a_player_ends_a_trial_himself_and_its_end_says_so(
    game: str, alice: Player, bob: Player, client_of: Browser
) -> None:
    match = play_at_once(alice, game)
    act = f"/table/{match.code}/joueur/finir/"
    client_of(bob).post(act)
    match.refresh_from_db()
    assert match.status == m.RUNNING, "it is not his"
    client_of(alice).post(act)
    match.refresh_from_db()
    assert match.over and not too_many(alice)
    for page in ("fin/", "", "bilan/", "histoire/", "film/", "partie.json"):
        answer = client_of(alice).get(f"/partie/{match.code}/{page}", follow=True)
        assert answer.status_code == 200 and ("y a mis fin" in answer.content.decode() or page != "fin/")


def test_a_player_ends_no_match_of_others_and_none_with_deadlines(
    alice: Player, bob: Player, client_of: Browser
) -> None:
    match = play_at_once(alice, "gloire")
    others, act = match.seats.filter(user=None)[:1], f"/table/{match.code}/joueur/finir/"
    pace = match.pace_data

    def ended() -> bool:
        client_of(alice).post(act)
        match.refresh_from_db()
        return match.over

    match.seats.filter(pk__in=[others[0].pk]).update(user=bob, bot="")
    assert not ended(), "a friend plays there too"
    match.seats.filter(user=bob).update(user=None, bot="classic")
    for fields in ({"pace_data": {**pace, "seconds": 60}}, {"private": False}, {"host": bob}, {"status": m.PAUSED}):
        Match.objects.filter(pk=match.pk).update(**fields)
        assert not ended(), fields
        Match.objects.filter(pk=match.pk).update(pace_data=pace, private=True, host=alice, status=m.RUNNING)
    assert ended()


def test_a_player_ends_a_trial_of_two_at_his_screen(alice: Player, client_of: Browser) -> None:
    match = play_at_once(alice, "vassaux", way="ecran")
    assert match.seats.filter(user=None).count() == 0, "his companion has the other host"
    client_of(alice).post(f"/table/{match.code}/joueur/finir/")
    match.refresh_from_db()
    assert match.over


def test_a_trial_that_is_ending_is_not_ended_again(alice: Player, client_of: Browser) -> None:
    match = play_at_once(alice, "daifen")
    host_actions.rule(match, "close")
    client_of(alice).post(f"/table/{match.code}/joueur/finir/")
    match.refresh_from_db()
    assert not match.over and match.rulings.count() == 1 and not match.activities.filter(kind="trial_left").exists()


@pytest.mark.parametrize("game", ["gloire", "daifen"])
def test_a_trial_ends_though_its_turn_is_being_computed(game: str, alice: Player, client_of: Browser) -> None:
    match = play_at_once(alice, game)
    Match.objects.filter(pk=match.pk).update(deadline=timezone.now())
    turn = claim(only=match.pk)
    assert turn is not None
    computed = compute(turn.match, open_step(turn.match, timezone.now()), timezone.now())
    client_of(alice).post(f"/table/{match.code}/joueur/finir/")
    assert not publish(turn, computed), "what was being computed is not played any more"
    match.refresh_from_db()
    assert match.over and match.claimed_until is None and not match.rulings.filter(step=None).exists()
    assert not too_many(alice) and [*match.activities.filter(kind="trial_left")]


@pytest.mark.rule("GP-SITE-15")
def test_my_matches_say_what_is_missing(alice: Player, bob: Player, client_of: Browser) -> None:
    match = running(alice, bob)
    client = client_of(alice)
    assert "pas donné d" in text(client, "/")
    assert f'datetime="{after(match.deadline).isoformat(timespec="seconds")}"' in text(client, "/")
    save_orders(seat_of(match, alice), "")
    assert "Enregistrés, pas scellés" in text(client, "/")
    save_orders(seat_of(match, alice), "", seal=True)
    page = text(client, "/")
    assert "Ordres scellés" in page and "Alice de Narvik" in page
    assert "pas donné d" in text(client_of(bob), "/")


def test_the_rules_are_one_click_from_home(client: Client, db: None) -> None:
    assert "/regles/" in text(client, "/")
    assert "GP-ATT-01" in text(client, "/regles/gloire/")


def test_the_home_page_needs_few_queries(
    alice: Player, bob: Player, client_of: Browser, django_assert_max_num_queries: Any
) -> None:
    for number in range(4):
        running(alice, bob, bots=number)
        new_table(alice, 9)
    client = client_of(alice)
    with django_assert_max_num_queries(QUERIES):
        assert client.get("/").context["user"] == alice


def test_tables_need_few_queries_and_are_light(
    alice: Player, client_of: Browser, django_assert_max_num_queries: Any
) -> None:
    crowd = neighbours(30)
    table = new_table(alice, 40)
    sit(table, *crowd)
    match = running(*crowd, host=alice)
    client = client_of(alice)
    for address in (f"/table/{table.code}/", f"/table/{match.code}/", "/tables/", "/tables/nouvelle/", "/regles/"):
        with django_assert_max_num_queries(QUERIES):
            assert len(client.get(address).content) < 150_000, address


def test_a_finished_match_is_in_the_hall_of_fame(client: Client, alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    match.status, match.ended, match.step = m.OVER, match.started, 12
    match.result_data = {"scores": {"j1": 0.0, "j2": 1.0}, "road": "conquest"}
    match.save()
    page = text(client, "/palmares/")
    assert "Bob de Narvik" in page and "par la conquête" in page
    Match.objects.update(private=True)
    assert "Bob de Narvik" not in text(client, "/palmares/")


# tables


@pytest.mark.rule("GP-SITE-11")
def test_the_list_shows_open_places_and_can_be_narrowed(client: Client, alice: Player, bob: Player) -> None:
    table = new_table(alice)
    sit(table, alice, bob)
    assert "1 place libre" in text(client, "/tables/")
    assert "La Table ronde" in text(client, "/tables/?place=SCANDINAVIE&pace=weekly&game=gloire")
    assert "La Table ronde" not in text(client, "/tables/?place=EUROPE")
    assert "La Table ronde" not in text(client, "/tables/?pace=hourly")


def test_a_private_table_is_in_no_list_and_opens_by_its_link(client: Client, alice: Player) -> None:
    table = new_table(alice, private=True)
    assert "La Table ronde" not in text(client, "/tables/") + text(client, "/")
    assert "La Table ronde" in text(client, f"/table/{table.code}/")


@pytest.mark.rule("GP-SITE-12")
def test_a_password_keeps_strangers_out(alice: Player, bob: Player, client_of: Browser) -> None:
    table = new_table(alice, private=True, password="sésame")
    address, browser = f"/table/{table.code}/", client_of(bob)
    assert "Inscrits" not in text(browser, address)
    assert ask(browser, table, "confirmer") == 404
    assert browser.post(f"{address}rejoindre/", {"lord": "Bob"}).status_code == 404
    assert "pas le mot de passe" in text(browser, f"{address}entrer/", table_password="sésamo")
    assert "Inscrits" in text(browser, f"{address}entrer/", table_password="sésame")
    text(browser, f"{address}rejoindre/", lord="Bob le Bref")
    assert lords(table) == ["Bob"]
    assert "Inscrits" in text(client_of(alice), address)  # its host needs none


def test_sitting_down_and_leaving(alice: Player, bob: Player, client_of: Browser) -> None:
    table = new_table(alice)
    browser, address = client_of(bob), f"/table/{table.code}/rejoindre/"
    assert "commence par une lettre" in text(browser, address, lord="1er")
    assert "Bohémond" in text(browser, address, lord="Bohémond", word="ma graine")
    assert table.seats.get().word == "ma graine"
    assert ask(browser, table, "quitter") == 302
    assert not table.seats.exists()


def test_waiting_behind_a_full_table(alice: Player, bob: Player, charlie: Player, client_of: Browser) -> None:
    table = new_table(alice, 2)
    sit(table, alice, bob)
    browser = client_of(charlie)
    assert "liste d'attente" in text(browser, f"/table/{table.code}/").replace("&#39;", "'").replace("’", "'")
    text(browser, f"/table/{table.code}/rejoindre/", lord="Charles", behind="on")
    assert [seat.user for seat in places(table).behind] == [charlie]


def test_the_last_to_confirm_goes_straight_to_the_match(alice: Player, bob: Player, client_of: Browser) -> None:
    table = new_table(alice, 2)
    sit(table, alice, bob)
    response = client_of(alice).post(f"/table/{table.code}/joueur/confirmer/")
    assert response.headers["Location"] == f"/partie/{table.code}/"


def test_a_word_in_the_seed_is_shown_to_nobody(alice: Player, bob: Player, client_of: Browser) -> None:
    table = new_table(alice)
    sit(table, bob)
    table.seats.update(word="abracadabra", notes="entre nous")
    for reader in (alice, bob):
        page = text(client_of(reader), f"/table/{table.code}/")
        assert "abracadabra" not in page and "entre nous" not in page


# opening a table

FORM = {"title": "Le Lac gelé", "preset": "weekly", "map": "SCANDINAVIE", "play": "on", "lord": "Aliénor"}


def opened(client: Client, **changes: str) -> Match:
    """The table that this form opens."""
    response = client.post("/tables/nouvelle/", FORM | changes)
    assert response.status_code == 302, response.context["form"].errors
    return Match.objects.get()


def refused(client: Client, **changes: str) -> dict[str, list[str]]:
    """What is wrong with this form."""
    response = client.post("/tables/nouvelle/", FORM | changes)
    assert response.status_code == 200 and not Match.objects.exists()
    errors: dict[str, list[str]] = response.context["form"].errors
    return errors


@pytest.mark.rule("GP-OPT-04")
@pytest.mark.parametrize(
    ("preset", "weekdays", "seconds"),
    [("weekly", (4,), 0), ("twice", (1, 4), 0), ("daily", (0, 1, 2, 3, 4, 5, 6), 0), ("hourly", (4,), 3600)],
)
def test_a_preset_is_enough(
    alice: Player, client_of: Browser, preset: str, weekdays: tuple[int, ...], seconds: int
) -> None:
    table = opened(client_of(alice), preset=preset)
    assert (table.pace.weekdays, table.pace.seconds, table.options) == (
        weekdays,
        seconds,
        {"map": "SCANDINAVIE", "lords": 10},
    )
    assert table.seats.get().lord == "Aliénor"


def test_details_change_the_preset(alice: Player, client_of: Browser) -> None:
    details = {"weekdays": ["0", "2"], "time": "20:30", "zone": "America/Montreal", "early": "yes", "grace": "0"}
    table = opened(client_of(alice), **details, missed="5", lords="7", bots="on")  # type: ignore[arg-type]
    pace = table.pace
    assert (pace.weekdays, pace.hour, pace.minute, pace.zone) == ((0, 2), 20, 30, "America/Montreal")
    assert (pace.early, pace.grace, pace.missed) == (True, 0, 5)
    assert (table.options["lords"], table.bots) == (7, "player")


def test_an_evening_among_friends_counts_in_minutes(alice: Player, client_of: Browser) -> None:
    assert opened(client_of(alice), minutes="10").pace.seconds == 600


def test_a_neutral_host_does_not_sit(alice: Player, client_of: Browser) -> None:
    assert not opened(client_of(alice), play="", lord="").seats.exists()


@pytest.mark.rule("GP-OPT-05", "GP-SITE-12")
def test_a_private_table_may_change_any_figure_and_shows_it(alice: Player, client_of: Browser, client: Client) -> None:
    table = opened(
        client_of(alice),
        private="on",
        figure_start_treasury="9000",
        figure_retreat_losses="0 ; 0,1 ; 0,2 ; 0,3 ; 0,4",
        figure_happiness_ceiling="-",
    )
    assert table.options["start_treasury"] == 9000
    assert table.options["retreat_losses"] == [0.0, 0.1, 0.2, 0.3, 0.4]
    assert table.options["happiness_ceiling"] is None
    page = text(client, f"/table/{table.code}/")
    assert "9000" in page and "5000" in page


@pytest.mark.rule("GP-OPT-05")
@pytest.mark.parametrize("figure", ["beaucoup", "1,5", "-3", "1e309", "-inf", "nan"])
def test_a_figure_that_cannot_be_played_is_refused(alice: Player, client_of: Browser, figure: str) -> None:
    assert refused(client_of(alice), private="on", figure_start_treasury=figure)


@pytest.mark.rule("GP-OPT-05")
def test_a_public_table_changes_no_figure(alice: Player, client_of: Browser) -> None:
    assert "__all__" in refused(client_of(alice), figure_man_price="1")


@pytest.mark.rule("GP-OPT-06")
def test_a_secret_last_turn_is_not_told(alice: Player, client_of: Browser, client: Client) -> None:
    table = opened(client_of(alice), turn_limit="937", turn_limit_secret="on")
    page = text(client, f"/table/{table.code}/")
    assert "en secret" in page and not re.search(r"\b937\b", page)


@pytest.mark.parametrize(
    "changes",
    [{"lord": "1"}, {"preset": "yearly"}, {"map": "LUNE"}, {"lords": "1"}, {"lords": "99"}, {"password": "sésame"}],
)
def test_what_cannot_be_opened_says_why(alice: Player, client_of: Browser, changes: dict[str, str]) -> None:
    assert refused(client_of(alice), **changes)


def test_a_guest_opens_no_table(db: None, client_of: Browser) -> None:
    response = client_of(new_guest("fr")).post("/tables/nouvelle/", FORM)
    assert response.headers["Location"] == "/compte/garder/"
    assert not Match.objects.exists()


# who may do what

HOST_FORM = {"reason": "vendanges", "days": "3", "hours": "5"}


@pytest.mark.parametrize("act", HOST_ACTS)
@pytest.mark.parametrize("who", ["passer-by", "guest", "player", "stranger"])
def test_only_the_host_has_the_powers_of_the_host(
    alice: Player, bob: Player, charlie: Player, client: Client, client_of: Browser, act: str, who: str
) -> None:
    browsers = {"passer-by": lambda: client, "guest": lambda: client_of(new_guest("fr"))}
    browsers |= {"player": lambda: client_of(bob), "stranger": lambda: client_of(charlie)}
    for match in (running(alice, bob), new_table(alice)):
        before = kinds(match)
        form = HOST_FORM | {"seat": str(seat_of(match, bob).pk) if match.started else ""}
        status = ask(browsers[who](), match, act, "hote", **form)
        assert status == (302 if who == "passer-by" else 403)
        assert kinds(match) == before


@pytest.mark.parametrize("act", [*PLAYER_ACTS, *HOST_ACTS])
def test_no_act_happens_by_a_link(alice: Player, bob: Player, client_of: Browser, act: str) -> None:
    match = running(alice, bob)
    for who in ("joueur", "hote"):
        assert client_of(alice).get(f"/table/{match.code}/{who}/{act}/").status_code == 405


def test_the_host_and_whoever_runs_the_site_have_a_desk(
    alice: Player, bob: Player, client: Client, client_of: Browser
) -> None:
    match = running(alice, bob)
    address = f"/table/{match.code}/"
    for reader in (client, client_of(bob)):
        assert "Le bureau de l" not in text(reader, address)
    for reader in (client_of(alice), client_of(new_player("Kalan", is_staff=True))):
        assert "Le bureau de l" in text(reader, address)


def test_the_desk_works(alice: Player, bob: Player, charlie: Player, client_of: Browser) -> None:
    match = running(alice, bob, host=charlie)
    host = client_of(charlie)
    seat = str(seat_of(match, bob).pk)
    for act in ("pause", "lever", "prolonger", "offrir", "automate"):
        assert ask(host, match, act, "hote", **HOST_FORM, seat=seat) == 302
    assert kinds(match)[-5:] == ["pause", "lift", "extend", "offered", "stand_in"]
    page = text(client_of(alice), f"/table/{match.code}/")
    assert page.count("vendanges") == 2


def test_a_host_never_reads_orders(alice: Player, bob: Player, charlie: Player, client_of: Browser) -> None:
    match = running(alice, bob, host=charlie)
    save_orders(seat_of(match, bob), "RIEN # mon grand secret")
    assert "grand secret" not in text(client_of(charlie), f"/table/{match.code}/")


def test_an_act_without_reason_is_refused_in_words(alice: Player, bob: Player, client_of: Browser) -> None:
    match = running(alice, bob)
    page = text(client_of(alice), f"/table/{match.code}/hote/pause/", days="3", reason="")
    assert "Raison" in page and match.activities.filter(kind="pause").count() == 0


def test_a_stranger_takes_an_offered_lord_over(alice: Player, bob: Player, charlie: Player, client_of: Browser) -> None:
    match = running(alice, bob)
    ask_replacement(seat_of(match, bob))
    browser, seat = client_of(charlie), seat_of(match, bob)
    assert "Reprendre ce seigneur" in text(browser, f"/table/{match.code}/")
    assert "Reprendre ce seigneur" not in text(client_of(alice), f"/table/{match.code}/")
    response = browser.post(f"/table/{match.code}/joueur/reprendre/", {"seat": seat.pk})
    assert response.headers["Location"] == f"/partie/{match.code}/"
    assert seat_of(match, charlie).pk == seat.pk


def test_a_seat_of_another_match_is_not_touched(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    mine, other = running(charlie, bob), running(alice, bob)
    assert ask(client_of(charlie), mine, "offrir", "hote", seat=str(seat_of(other, bob).pk)) == 404


def test_a_match_that_is_paused_shows_until_when_and_the_vote(alice: Player, bob: Player, client_of: Browser) -> None:
    match = running(alice, bob)
    ask(client_of(alice), match, "pause", "hote", **HOST_FORM)
    assert "Voter la fin" in text(client_of(bob), f"/table/{match.code}/")
    assert "Voter la fin" not in text(client_of(alice), f"/table/{match.code}/")
    told = client_of(bob).post(f"/table/{match.code}/joueur/voter/", follow=True).content.decode()
    assert "c&#39;est elle qui lève la pause" in told
    match.refresh_from_db()
    assert match.status == m.RUNNING and after(match.deadline)


def test_who_may_leave_is_told_what_becomes_of_his_letters(alice: Player, bob: Player, client_of: Browser) -> None:
    match = running(alice, bob)
    for seat in (seat_of(match, alice), seat_of(match, bob)):
        write(seat, addressees(seat)[0], f"De {seat.user.username}", mark="EJ")
    page, letters = text(client_of(alice), f"/table/{match.code}/"), f"/partie/{match.code}/lettres/lettres.txt"
    assert f'href="{letters}"' in page and "Emportez-les d&#39;abord" in page
    assert "De Bob" in text(client_of(alice), letters)
    host_actions.resign(seat_of(match, alice))
    text(client_of(alice), letters, 404)
    kept = [one["text"] for one in client_of(alice).get("/compte/donnees/").json()["correspondence"]]
    assert kept == ["De Alice"]


def test_pages_speak_english_too(alice: Player, bob: Player, client_of: Browser) -> None:
    alice.language = "en"
    alice.save()
    match = running(alice, bob)
    with translation.override("en"):
        client = client_of(alice)
        for address in ("/", "/tables/", "/tables/nouvelle/", "/palmares/", f"/table/{match.code}/"):
            assert 'lang="en"' in text(client, address)


def test_the_crowned_are_told_with_their_game(alice: Player, bob: Player, client_of: Browser) -> None:
    match = running(alice, bob)
    Match.objects.filter(pk=match.pk).update(status=m.OVER, ended=match.started)
    assert 'data-label="Jeu">Gloire et Pouvoir</td>' in text(client_of(alice), "/palmares/")


def test_who_has_sat_down_is_told_what_comes_next(alice: Player, bob: Player, client_of: Browser) -> None:
    public, private = new_table(alice), new_table(alice, 2, bots="player", private=True)
    filled = new_table(alice, 9, bots="player")
    for table in (public, private, filled):
        sit(table, bob)
    his = client_of(bob)
    assert "Un courriel vous le demandera" in text(his, f"/table/{public.code}/")
    told = unescape(text(his, f"/table/{filled.code}/"))
    assert "plus tôt si l'hôte le décide" in told and "commence quand la table est complète" not in told
    assert "quand l'hôte la lance" in unescape(text(his, f"/table/{private.code}/"))
    sit(private, alice)
    assert private.status == m.RUNNING
    page = text(his, f"/table/{private.code}/")
    assert f'href="/partie/{private.code}/"' in page and "quand l&#39;hôte" not in page


def test_a_host_who_waits_is_told_when_it_begins_and_has_a_link_to_share(
    alice: Player, bob: Player, client_of: Browser
) -> None:
    public, private = new_table(alice), new_table(alice, 2, bots="player", private=True)
    filled = new_table(alice, 9, bots="player")
    for table in (public, private, filled):
        sit(table, alice)
    hers = client_of(alice)
    told = {table: unescape(text(hers, f"/table/{table.code}/")) for table in (public, private, filled)}
    assert "Un courriel vous le demandera" in told[public]
    assert "commence quand vous la lancez" in told[private]
    assert "plus tôt si vous le décidez" in told[filled]
    assert all(f'id="link" readonly value="http://testserver/table/{table.code}/"' in told[table] for table in told)
    assert 'id="link"' not in text(client_of(bob), f"/table/{public.code}/")


def test_a_muster_asks_only_who_has_not_confirmed(alice: Player, bob: Player, client_of: Browser) -> None:
    table = new_table(alice, bots="player")
    for player in (alice, bob):
        sit(table, player)
    assert ask(client_of(alice), table, "rassembler", "hote") == 302
    hers, his = (text(client_of(one), f"/table/{table.code}/") for one in (alice, bob))
    assert "dites que vous êtes là" not in hers and "on attend les autres" in hers
    assert "dites que vous êtes là" in his and ">Confirmé<" in his and ">Attendu<" in his
    assert "les inscrits confirment" in text(Client(), f"/table/{table.code}/")


def test_a_host_alone_is_told_that_bots_take_the_other_places(alice: Player, bob: Player, client_of: Browser) -> None:
    table = new_table(alice, bots="player")
    sit(table, alice)
    assert "Commencer maintenant, 2 automates aux places libres" in text(client_of(alice), f"/table/{table.code}/")
    sit(table, bob)
    assert "Appeler le rassemblement sans attendre" in text(client_of(alice), f"/table/{table.code}/")


def test_a_second_table_of_a_host_bears_a_number_until_the_first_is_over(client_of: Browser, alice: Player) -> None:
    host = client_of(alice)

    def proposed() -> str:
        page = unescape(host.get("/tables/nouvelle/?jeu=gloire").content.decode())
        found = re.search(r'name="title" value="([^"]*)"', page)
        assert found is not None
        return found[1]

    first = proposed()
    assert first == f"{say('game.gloire')}, chez Alice"
    for title in (first, f"{first} (2)"):
        assert proposed() == title
        Match.objects.filter(pk=new_table(alice).pk).update(title=title)
    assert proposed() == f"{first} (3)"
    Match.objects.filter(title=first).update(status=m.OVER)
    assert proposed() == first


@pytest.mark.parametrize("game", names())
def test_a_table_among_friends_opens_as_it_stands(client_of: Browser, alice: Player, game: str) -> None:
    host = client_of(alice)
    page = host.get(f"/tables/nouvelle/?jeu={game}").content.decode()
    form = page.split("friends", 1)[1].split("</form>", 1)[0]
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form))
    answer = host.post(f"/tables/nouvelle/?jeu={game}", {name: unescape(value) for name, value in fields.items()})
    assert answer.status_code == 302
    table = Match.objects.get(host=alice)
    assert table.private and table.bots and table.pace.at_leisure and table.game == game
    assert table.title == f"{say(f'game.{game}')}, chez Alice"  # in lists and mails alike, tables of a host differ
    answer = host.get(f"/table/{table.code}/").content.decode()
    assert 'data-copy="link"' in answer
    host.post(f"/table/{table.code}/hote/commencer/")
    table.refresh_from_db()
    assert table.status == m.RUNNING
