"""The arbiter's page of a match: the turn that is kept back, the lock, and rewinds, prepared before they are done.

Rewinding, locking and resolving are for a host who plays no part in the match, its mediators and the referee; a turn
that is kept back is the business of a host who plays as well, for he is shown no order of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from allauth.core import ratelimit
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from heraut.engine.protocol import Ruled
from heraut.site.accounts.models import Player
from heraut.site.accounts.views import player_of
from heraut.site.clock import hold, rewind
from heraut.site.clock.models import AGREED, ASKED, ORDER, OVERTAKEN, READY, REOPEN, RULING, Rewind
from heraut.site.clock.rewind_diff import of_rewind
from heraut.site.common.input_cleaning import whole_number
from heraut.site.common.paging import page_of
from heraut.site.common.words import lang, say
from heraut.site.lobby.forms import ReasonForm
from heraut.site.lobby.table_views import found
from heraut.site.matches import host_actions
from heraut.site.matches import models as m
from heraut.site.matches.host_actions import is_host, is_mediator
from heraut.site.matches.models import Match
from heraut.site.matches.services import Closed
from heraut.site.regency.in_force import seated

WORD, LENGTH = "tours", 4


class RewindForm(forms.Form):
    """What is to be corrected, from which step on; a step is a turn, or one decision."""

    kind = forms.ChoiceField(widget=forms.RadioSelect)
    first = forms.IntegerField(min_value=1)
    seat = forms.ChoiceField(required=False)
    text = forms.CharField(
        required=False, max_length=rewind.LONGEST, widget=forms.Textarea({"rows": 8, "spellcheck": "false"})
    )

    def __init__(self, match: Match, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = (ORDER, RULING, REOPEN) if isinstance(match.rules, Ruled) else (ORDER, REOPEN)
        seats = [(seat.name, seat.lord or seat.name) for seat in match.seats.all()]
        for name, choices in (("kind", [(kind, say(f"rewind.kind_{kind}")) for kind in kinds]), ("seat", seats)):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices
        self.fields["first"].initial = match.step
        for name, field in self.fields.items():
            decision = "_decision" if name == "first" and match.pace.by_decision else ""
            field.label, field.help_text = say(f"rewind.field_{name}{decision}"), say(f"rewind.field_{name}_hint")


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, code: str) -> HttpResponse:
    """What the arbiter may do, and the rewind that is being prepared. Raises Http404, PermissionDenied."""
    match, player = found(request, code), player_of(request)
    if not (is_host(match, player) or is_mediator(match, player)):
        raise PermissionDenied
    if match.status not in (m.RUNNING, m.PAUSED, m.OVER):
        return redirect("table", code)
    form = RewindForm(match)
    if request.method == "POST":
        if not ratelimit.consume(request, action="rewind"):
            messages.error(request, say("rewind_refusal.often"))
        elif request.POST.get("do") == "prepare":
            form = RewindForm(match, request.POST)
            if prepared(match, player, form):
                return redirect("host_rewind", code)
        else:
            carried_out(request, match, player)
            return redirect("host_rewind", code)
    return render(request, "lobby/rewind.html", context(request, match, player, form))


def context(request: HttpRequest, match: Match, player: Player, form: RewindForm) -> dict[str, Any]:
    """What the page shows."""
    neutral = rewind.may_rewind(match, player)
    waiting = Rewind.objects.filter(match=match).first() if neutral else None
    held = match.held_until is not None
    shown: dict[str, Any] = {
        "match": match,
        "neutral": neutral,
        "form": form if neutral and match.step else None,
        "rewind": waiting,
        "computing": waiting is not None and waiting.status in (ASKED, AGREED),
        "anomalies": [anomaly_words(match, player, one) for one in match.anomalies] if held else [],
        "reason_form": ReasonForm(auto_id="why_%s"),
        "act_form": ReasonForm(auto_id="act_%s"),
        "locked": match.status == m.PAUSED and match.paused_until is None,
        "running": match.status == m.RUNNING,
    }
    if waiting is not None:
        shown["asked"] = say(f"rewind.asked_{waiting.kind}", turn=rewind.turn_of(match, min(waiting.first, match.step)))
        count = waiting.step - waiting.first + 1
        status = waiting.status if waiting.status != READY or rewind.stands(waiting) else OVERTAKEN
        shown["status"] = say(f"rewind.status_{status}", done=waiting.done, all=count)
        if status == READY:
            lines, language = of_rewind(waiting), lang()
            read = lambda turns: [lines.diff(turn, None, language) for turn in turns]  # noqa: E731  a passer-by's view
            shown["turns"] = page_of(request, lines.turns, word=WORD, length=LENGTH, read=read)
    return shown


def anomaly_words(match: Match, player: Player, anomaly: Mapping[str, Any]) -> str:
    """What is odd, in words; without figures to whoever plays where it is a secret who does."""
    discreet = anomaly["kind"] == "absence" and seated(match, player) and hold.counts_are_secret(match)
    return say(f"rewind.odd_{anomaly['kind']}{'_discreet' * discreet}", **anomaly)


def prepared(match: Match, player: Player, form: RewindForm) -> bool:
    """Whether a rewind was begun as the form asks for it; if not, the form says why. Raises PermissionDenied."""
    check_neutral(match, player)
    if not form.is_valid():
        return False
    data = form.cleaned_data
    text = str(data["text"]).replace("\r\n", "\n").strip()
    try:
        rewind.ask(match, player, data["kind"], data["first"], seat=data["seat"], text=text)
    except rewind.CannotRewind as refusal:
        field = {"no_step": "first", "owed_nothing": "seat"}.get(refusal.key, "text")
        form.add_error(field if refusal.key not in ("closed", "under_way") else None, refusal.words)
        return False
    return True


def check_neutral(match: Match, player: Player) -> None:
    """Raises PermissionDenied to whoever plays a part in the match."""
    if not rewind.may_rewind(match, player):
        raise PermissionDenied


# The buttons


def carried_out(request: HttpRequest, match: Match, player: Player) -> None:
    """Does what a button says, and tells so, or why not. Raises Http404, PermissionDenied."""
    act = ACTS.get(request.POST.get("do", ""))
    if act is None:
        raise Http404
    if request.POST["do"] not in FOR_PLAYING_HOSTS:
        check_neutral(match, player)
    try:
        with refusing():
            act(match, player, request.POST)
    except rewind.CannotRewind as refusal:
        messages.error(request, refusal.words)
    else:
        messages.success(request, say(f"rewind.did_{request.POST['do']}"))


@contextmanager
def refusing() -> Iterator[None]:
    """What the acts refuse, in one way."""
    try:
        yield
    except Closed:
        raise rewind.CannotRewind("closed") from None
    except ValueError:
        raise rewind.CannotRewind("bad_act") from None


def waiting(match: Match, sent: QueryDict) -> Rewind:
    """The rewind whose page was looked at. Raises CannotRewind if another has taken its place, or none."""
    found = Rewind.objects.filter(match=match, pk=whole_number(sent.get("rewind", "")) or 0).first()
    if found is None:
        raise rewind.CannotRewind("replaced")
    return found


def reason(sent: QueryDict) -> str:
    """The reason that was given. Raises CannotRewind."""
    form = ReasonForm(sent)
    if not form.is_valid():
        raise rewind.CannotRewind("no_reason")
    return str(form.cleaned_data["reason"])


def apply(match: Match, player: Player, sent: QueryDict) -> None:
    """Lets the rewind be carried out."""
    rewind.agree(waiting(match, sent), reason(sent))


def drop(match: Match, player: Player, sent: QueryDict) -> None:
    """Gives the rewind up."""
    rewind.give_up(waiting(match, sent))


def lock(match: Match, player: Player, sent: QueryDict) -> None:
    """Closes the orders until they are unlocked."""
    host_actions.lock(match, player, reason(sent))


def unlock(match: Match, player: Player, sent: QueryDict) -> None:
    """Opens them again."""
    host_actions.lift(match, player)


def resolve(match: Match, player: Player, sent: QueryDict) -> None:
    """Ends the turn at once."""
    host_actions.resolve_now(match, player, reason(sent))


def publish(match: Match, player: Player, sent: QueryDict) -> None:
    """Publishes the turn that is kept back. Raises CannotRewind."""
    if not hold.publish_held(match, player):
        raise rewind.CannotRewind("closed")


def reopen(match: Match, player: Player, sent: QueryDict) -> None:
    """Opens the orders of the turn that is kept back once more."""
    hold.reopen_held(match, player, whole_number(sent.get("hours", ""), 3) or 0)


ACTS: Mapping[str, Callable[[Match, Player, QueryDict], None]] = {
    "apply": apply,
    "drop": drop,
    "lock": lock,
    "unlock": unlock,
    "resolve": resolve,
    "publish": publish,
    "reopen": reopen,
}
FOR_PLAYING_HOSTS = ("publish", "reopen")
