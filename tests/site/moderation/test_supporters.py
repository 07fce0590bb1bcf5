"""Supporters of the site: a flag of the staff, off by default, and what is for them alone (GP-SITE-36)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.common.refusals import Refused
from heraut.site.lobby.quick_match import play_at_once
from heraut.site.lobby.tables import join
from heraut.site.matches.models import Match
from heraut.site.moderation.models import Membership
from heraut.site.moderation.supporters import dues, is_supporter, term
from heraut.site.privacy.export import everything_about
from tests.site.lobby.builders import new_table
from tests.site.moderation.builders import new_staff

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]
FORM = {"title": "Table", "preset": "weekly", "lords": 31, "early": "no"}


@pytest.mark.rule("GP-SITE-36")
def test_the_terms_of_the_original() -> None:
    assert (dues(date(2026, 1, 1)), dues(date(2026, 11, 30)), dues(date(2026, 12, 1))) == (12, 2, 1)
    assert term(date(2026, 3, 4)) == date(2026, 12, 31)


@pytest.mark.rule("GP-SITE-36")
def test_off_by_default(alice: Player, client_of: Browser) -> None:
    at = client_of(new_staff("Kalan"))
    assert "Soutien" not in at.get("/moderation/arbitre/joueur/Alice/").content.decode()
    form = {"do": "soutien", "until": "2099-12-31"}
    assert at.post("/moderation/arbitre/joueur/Alice/", form).status_code == 404
    assert not Membership.objects.exists()
    answer = client_of(alice).post("/tables/nouvelle/", {**FORM, "map": "MOYEN-ORIENT"})
    assert answer.status_code == 302
    day = timezone.localdate()
    Membership.objects.create(player=alice, since=day, until=day)  # from a time when the site had some
    assert not is_supporter(alice) and "Soutient le site" not in Client().get("/joueurs/Alice/").content.decode()


@pytest.mark.rule("GP-SITE-36")
def test_the_staff_notes_a_supporter_and_his_profile_says_so(
    alice: Player, client_of: Browser, settings: LazySettings
) -> None:
    settings.SUPPORTERS = True
    at, year = client_of(new_staff("Kalan")), timezone.localdate().year
    page = at.get("/moderation/arbitre/joueur/Alice/").content.decode()
    assert f"{year}-12-31" in page and f"{dues(timezone.localdate())} euro" in page
    at.post("/moderation/arbitre/joueur/Alice/", {"do": "soutien", "until": f"{year}-12-31"})
    assert is_supporter(alice) and not is_supporter(alice, date(year + 1, 1, 1))
    assert "Soutient le site" in Client().get("/joueurs/Alice/").content.decode()
    assert str(everything_about(alice)["peace"]["supporter"][0]["until"]) == f"{year}-12-31"
    at.post("/moderation/arbitre/joueur/Alice/", {"do": "fin-soutien"})
    assert "Soutient le site" not in Client().get("/joueurs/Alice/").content.decode()


@pytest.mark.rule("GP-SITE-36")
def test_a_scale_for_supporters_alone(alice: Player, bob: Player, client_of: Browser, settings: LazySettings) -> None:
    settings.SUPPORTERS, settings.MEMBERS_ONLY = True, frozenset({"MOYEN-ORIENT", "private"})
    supporter = {"since": timezone.localdate(), "until": timezone.localdate()}
    Membership.objects.create(player=alice, **supporter)
    orient = {**FORM, "map": "MOYEN-ORIENT"}
    page = client_of(bob).post("/tables/nouvelle/", orient)
    assert page.status_code == 200 and "réservée aux soutiens" in page.content.decode()
    assert client_of(alice).post("/tables/nouvelle/", orient).status_code == 302
    table = Match.objects.get()
    with pytest.raises(Refused, match="members_only"):
        join(table, bob, "Bob de Narvik")
    join(table, alice, "Alice de Narvik")
    small = {**FORM, "map": "SCANDINAVIE", "lords": 10}
    assert client_of(bob).post("/tables/nouvelle/", {**small, "private": "on"}).status_code == 200
    assert client_of(bob).post("/tables/nouvelle/", small).status_code == 302
    private = new_table(alice, private=True)
    join(private, bob, "Bob de Narvik")  # he is its host's guest
    play_at_once(bob, "gloire", "Bob", {}, "")  # and matches to try are for all
