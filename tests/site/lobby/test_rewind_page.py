"""The arbiter's page: a rewind is prepared, looked at, carried out; a turn that is kept back; who may do what."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.clock.models import Rewind
from heraut.site.clock.rewind import rewinds_due
from heraut.site.lobby.forms import TableForm
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Match
from tests.site.clock.test_rewind import other_order
from tests.site.conftest import new_player
from tests.site.matches.builders import give_orders, pass_deadline, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice: Player, bob: Player, charlie: Player) -> Match:
    """Two turns of Gloire; its host does not play."""
    match = running(alice, bob, bots=1)
    Match.objects.filter(pk=match.pk).update(host=charlie)
    for _ in range(2):
        give_orders(match, alice)
        pass_deadline(match)
    return match


def desk(client: Client, match: Match, **sent: Any) -> str:
    """The page, after this was sent."""
    place = f"/table/{match.code}/hote/retour/"
    return (client.post(place, sent, follow=True) if sent else client.get(place)).content.decode()


def test_a_host_who_plays_is_promised_no_rewind(match: Match, alice: Player, client_of: Any) -> None:
    Match.objects.filter(pk=match.pk).update(host=alice)
    page = client_of(alice).get(f"/table/{match.code}/").content.decode()
    assert f"/table/{match.code}/hote/retour/" not in page and "ne peut ni la verrouiller" in page


def test_a_rewind_is_prepared_looked_at_and_carried_out(match: Match, charlie: Player, client_of: Any) -> None:
    host = client_of(charlie)
    assert f"/table/{match.code}/hote/retour/" in host.get(f"/table/{match.code}/").content.decode()
    page = desk(host, match, do="prepare", kind="order", first="1", seat="j1", text=other_order(match, 1))
    assert "0 sur 2" in page and 'http-equiv="refresh"' in page
    rewinds_due()
    page = desk(host, match)
    assert "Prêt" in page and "<ins>" in page and "IMP 1" not in page  # the public chronicle holds no order
    looked_at = Rewind.objects.get().pk
    assert f'name="rewind" value="{looked_at}"' in page
    assert "Donnez un motif" in desk(host, match, do="apply", reason="", rewind=looked_at)
    desk(host, match, do="apply", reason="Mal lu", rewind=looked_at)
    rewinds_due()
    match.refresh_from_db()
    assert match.branch == 1 and not Rewind.objects.exists()


def test_a_rewind_that_took_the_place_of_the_one_looked_at_is_not_carried_out_for_it(
    match: Match, charlie: Player, bob: Player, client_of: Any
) -> None:
    host = client_of(charlie)
    desk(host, match, do="prepare", kind="reopen", first="2")
    looked_at = Rewind.objects.get().pk
    mediator = new_player("Juge")
    match.mediators.add(mediator)
    desk(client_of(mediator), match, do="prepare", kind="reopen", first="1")
    for act in ("apply", "drop"):
        assert "celui qui l&#39;a remplacé" in desk(host, match, do=act, reason="Mal lu", rewind=looked_at)
    assert Rewind.objects.get().status == "ready"
    desk(host, match, do="drop", rewind=Rewind.objects.get().pk)
    assert not Rewind.objects.exists()


def test_bad_input_is_answered_and_kept(match: Match, charlie: Player, client_of: Any) -> None:
    host = client_of(charlie)
    page = desk(host, match, do="prepare", kind="order", first="1", seat="j1", text="IMP 3 Nulle-Part\n<b>danser</b>")
    assert "refusées par la décision de ce tour" in page and "&lt;b&gt;danser&lt;/b&gt;" in page
    assert "Nulle-Part</" not in page.partition("errorlist")[2].partition("</ul>")[0]
    assert "de 1 à 2" in desk(host, match, do="prepare", kind="reopen", first="9")
    assert "errorlist" in desk(host, match, do="prepare", kind="order", first="x", seat="j77")
    assert "effacez ce texte" in desk(host, match, do="prepare", kind="reopen", first="2", text="IMP 1")
    assert "errorlist" in desk(host, match, do="prepare", first="2"), "what is to be done is nobody's guess"
    assert host.post(f"/table/{match.code}/hote/retour/", {"do": "danser"}).status_code == 404
    assert not Rewind.objects.exists()


def test_whoever_plays_sees_no_rewind_and_no_lock(match: Match, alice: Player, charlie: Player, client_of: Any) -> None:
    desk(client_of(charlie), match, do="prepare", kind="reopen", first="2")
    Match.objects.filter(pk=match.pk).update(host=alice)
    page = desk(client_of(alice), match)
    assert "siège dans cette partie" in page and "<del>" not in page and 'value="lock"' not in page
    for act in ("prepare", "apply", "drop", "lock", "unlock", "resolve"):
        sent = {"do": act, "kind": "reopen", "first": "2", "reason": "x"}
        assert client_of(alice).post(f"/table/{match.code}/hote/retour/", sent).status_code == 403
    match.mediators.add(charlie)
    assert "<del>" in desk(client_of(charlie), match)


def test_a_turn_that_is_kept_back_is_shown_and_a_host_who_plays_may_publish_it(
    match: Match, alice: Player, client_of: Any
) -> None:
    held = timezone.now() + timedelta(hours=1)
    odd = [{"kind": "absence", "missing": 4, "of": 5}, {"kind": "impure"}, {"kind": "invariant"}]
    Match.objects.filter(pk=match.pk).update(host=alice, held_until=held, anomalies=odd, deadline=timezone.now())
    page = desk(client_of(alice), match)
    assert "4 des 5 seigneurs" in page and "deux résultats" in page and "promesse du jeu" in page
    assert "Cela ne se peut pas" in desk(client_of(alice), match, do="reopen", hours="0")
    desk(client_of(alice), match, do="publish")
    match.refresh_from_db()
    assert match.held_until is not None and match.held_until <= timezone.now()


def test_locking_and_resolving_are_buttons_with_a_reason(match: Match, charlie: Player, client_of: Any) -> None:
    host = client_of(charlie)
    assert "verrouillés" in desk(host, match, do="lock", reason="Une panne")
    match.refresh_from_db()
    assert match.status == "paused" and match.paused_until is None
    assert "verrouillés jusqu" in host.get(f"/table/{match.code}/").content.decode()
    desk(host, match, do="unlock")
    desk(host, match, do="resolve", reason="Tous d'accord")
    match.refresh_from_db()
    assert match.deadline is not None and match.deadline <= timezone.now()


def test_a_table_chooses_how_long_an_odd_turn_is_kept_back(alice: Player, client_of: Any) -> None:
    form: TableForm = adapter("gloire").table_form(player=alice)
    assert "hold" in form.fields and "hold" not in adapter("fief").table_form(player=alice).fields
    sent = {**{bound.name: bound.initial for bound in form if bound.initial not in (None, "", False)}, "lords": "4"}
    sent |= {"title": "Une table prudente", "hold": "45", "lord": "Aline", "play": "on"}
    client_of(alice).post("/tables/nouvelle/?jeu=gloire", sent)
    table = Match.objects.get(title="Une table prudente")
    assert table.hold == 45
    assert "examiné 45 minutes au plus" in client_of(alice).get(f"/table/{table.code}/").content.decode()
