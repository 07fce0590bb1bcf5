"""What players read of a step: what happened, the state of both hosts, whose turn it is; and refusals in words.

The words are in `text/`; everything comes from a seat's view and the events that it may know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from heraut.engine.layout import fold, heading, table, title
from heraut.engine.protocol import Event, Json, Refusal
from heraut.engine.words import catalogue
from heraut.games.vassaux.grammar import name_group
from heraut.games.vassaux.herald import Herald, fixed_names, groups_as_text
from heraut.games.vassaux.identities import Holder, unit_of
from heraut.games.vassaux.instructions import Outlook
from heraut.games.vassaux.notation import write
from heraut.games.vassaux.orders import ABOUT
from heraut.games.vassaux.prospects import (
    Reactor,
    Span,
    Threat,
    field_of,
    first_reaction,
    nameable,
    reactors_told,
    sample,
    threat,
    touching,
)
from heraut.games.vassaux.scene import placed, scene, spot
from heraut.games.vassaux.tables import (
    CONSTANTS,
    STEP,
)

HIDDEN = {"declared"}  # the announcement before it says the same, and so does the act after it; told only if alone


def report(view: Json, events: Sequence[Event], lang: str) -> str:
    """What a seat is told of a step: what happened, with its dice, both hosts, and what it owes."""
    herald = Herald(view, lang)
    lines = [*head(herald, "report"), *happenings(herald, events), *hosts(herald), *scene(herald), *owed(herald)]
    return "\n".join(lines) + "\n"


def chronicle(view: Json, events: Sequence[Event], lang: str) -> str:
    """What everyone may read of a step."""
    herald = Herald(view, lang)
    public = [event for event in events if event.seen_by is None]
    return "\n".join([*head(herald, "chronicle"), *happenings(herald, public)]) + "\n"


def explain(refusal: Refusal, lang: str) -> str:
    """A refusal in words: the line, the reason, the remedy and the rule."""
    data = {key: groups_as_text(key, value) for key, value in refusal.data.items()}
    return catalogue(__package__, lang).explain(msgspec.structs.replace(refusal, data=data), fixed_names(lang))


# The parts of a report


def head(herald: Herald, key: str) -> list[str]:
    """The game, the battle, the page and its reader."""
    battle, place = herald.battle, herald.view["seat"]
    turn = battle.get("turn", 0)
    scene = herald.names["scenario"][battle["settings"]["scenario"]]
    if not turn:
        name = herald.page("deployment")
    elif key == "report" and place is not None:
        name = herald.page("report", turn=turn, place=place)
    else:
        name = herald.page("chronicle", turn=turn)
    return title(herald.page("game"), scene, name)


def happenings(herald: Herald, events: Sequence[Event]) -> list[str]:
    """What happened, sentence by sentence."""
    lines = [*heading(herald.page("happened")), ""]
    told = as_told(events) or list(events)
    for event in told:
        lines += fold(herald.say(event), "  · ", "    ")
    return lines if told else [*lines, "  " + herald.page("quiet")]


def as_told(events: Iterable[Event]) -> list[Event]:
    """The events of which there is something to tell.

    Those of one unit who fall one after another are told at once; that their leader is among them tells of his death.
    """
    told: list[Event] = []
    for event in events:
        last = told[-1] if told and told[-1].kind == "fallen" else None
        if event.kind in HIDDEN or (last is not None and is_its_leader(last, event)):
            continue
        if last is not None and falls_on(last, event):
            told[-1] = fallen_at_once(last, event)
        else:
            told.append(event)
    return told


def falls_on(last: Event, event: Event) -> bool:
    """Whether more of the same fall by the same blow."""
    same = (one.kind == "fallen" and (one.rule, one.data["unit"], one.data["cause"]) for one in (last, event))
    return event.kind == "fallen" and len(set(same)) == 1


def fallen_at_once(last: Event, event: Event) -> Event:
    """Both told as one."""
    joined = {key: [*last.data[key], *event.data[key]] for key in ("figures", "places")}
    leader = last.data["leader"] or event.data["leader"]
    return msgspec.structs.replace(last, data={**last.data, **joined, "leader": leader})


def is_its_leader(last: Event, event: Event) -> bool:
    """Whether an event tells only that the vassal is dead who was among those who have just fallen."""
    return (
        event.kind == "vassal_fell" and bool(last.data["leader"]) and unit_of(last.data["unit"]) == event.data["unit"]
    )


def hosts(herald: Herald) -> list[str]:
    """Both hosts: dice, losses, and their units one by one."""
    battle = herald.battle
    lines = heading(herald.page("hosts"))
    if battle.get("initiative", Holder.NOBODY) != Holder.NOBODY:
        lines += ["", "  " + herald.page("initiative", place=battle["initiative"], re=list(battle["re"]))]
    for place, host in enumerate(battle["hosts"]):
        figures = {"lost": host.get("eliminated", 0), "discard": 0, "invocation": 0, **host, "place": place}
        lines += ["", *fold(herald.page("host", **figures), "  ", "  ")]
        rows = [unit_row(herald, unit) for unit in battle["units"].values() if unit["seat"] == place]
        lines += table(herald.page("head"), rows, "><<>>>>>>><")
    return lines


def unit_row(herald: Herald, unit: Json) -> tuple[str, ...]:
    """One unit in the table of its host."""
    sheet = unit["sheet"]
    place = herald.battle["at"].get(str(unit["leader"]))
    fallen = not unit["leader"] and unit.get("post")  # who has stayed out has never stood anywhere (SV-DEP-02)
    gone = fallen and not unit["men"] and not unit.get("band")
    state = [herald.page("gone" if gone else "done" if unit.get("ordered") else "waits")]
    state += [herald.page(key) for key in ("alert", "fortified") if unit.get(key)]
    leader = spot(place) if place else herald.page("nobody" if fallen else "absent")
    name = sheet["name"] or herald.nameless(unit)
    figures = (
        len(unit["men"]),
        len(unit.get("band", ())),
        sheet["mv"],
        sheet["at"],
        sheet["df"],
        sheet["ps"],
        sheet["cd"],
    )
    return (str(unit["id"]), name, leader, *map(str, figures), ", ".join(state))


def owed(herald: Herald) -> list[str]:
    """Whose turn it is, and what only its reader knows: the secret number of the duel, his own instructions."""
    asked, place = herald.view["asked"], herald.view["seat"]
    lines = []
    if place is not None and herald.battle["hosts"][place].get("number"):
        lines += ["", "  " + herald.page("secret", number=herald.battle["hosts"][place]["number"])]
    if place is not None:
        lines += instructions(herald, herald.battle["hosts"][place].get("instructions"))
    if asked is None:
        return lines
    if asked[0] != place:
        return [*lines, "", "  " + herald.page("their_turn", place=asked[0])]
    if herald.battle["hosts"][1 - place]["silences"] >= CONSTANTS.silences:
        lines += ["", "  " + herald.page("may_claim")]
    return [*lines, *question(herald, asked[1])]


def question(herald: Herald, kind: str) -> list[str]:
    """What is asked, an answer that would do, and the figures that it may name; first what may be interrupted."""
    field, lines = field_of(herald.view), []
    if kind == "react":
        outlook = Outlook(field)
        able = reactors_told(outlook)
        lines, example = interruptible(herald, threat(outlook), able), write(first_reaction(able))
    else:
        example = write(sample(field))
    told = {"question": kind, "sample": example, "seconds": advised_seconds(kind)}
    lines += ["", *fold(herald.page("your_turn", **told), "  ", "  ")]
    for key, men in nameable(field):
        lines += fold(herald.page(key, figures=placed(herald.battle, men)), "  ", "    ") if men else []
    if met := touching(field):
        pairs = " · ".join(f"{man}\u00a0→ {', '.join(map(name_group, groups))}" for man, groups in met.items())
        lines += fold(herald.page("touching", pairs=pairs), "  ", "    ")
    return lines


def interruptible(herald: Herald, declared: Threat, able: Sequence[Reactor]) -> list[str]:
    """The order that may be interrupted: its way and its aim, the points still open, who could react, and how."""
    order = {**declared._asdict(), "many": 1 if herald.is_lord(declared.unit) else 2}
    order |= {"step": STEP, "path": " → ".join(map(spot, declared.path)), "spans": spans_told(herald, declared.open)}
    said = [herald.page("threat", **order), herald.page("way" if declared.path else "no_way", **order)]
    for one in able:
        orders = [f"{code} ({spans_told(herald, points)})" for code, points in one.orders.items()]
        said.append(herald.page("reactor", unit=one.unit, alert=one.alert, orders=" · ".join(orders)))
    said += [] if able else [herald.page("no_reactor")]
    return [*heading(herald.page("interruptible")), "", *(line for one in said for line in fold(one, "  · ", "    "))]


def spans_told(herald: Herald, spans: Iterable[Span]) -> str:
    """Points of a way in words, neighbours taken together."""
    return ", ".join(
        herald.page("span", first=first, last=last) if first != last else str(first) for first, last in spans
    )


def instructions(herald: Herald, kept: Json | None) -> list[str]:
    """What the reader has said in advance (SV-DPR-02)."""
    said = [(about, kept[about]) for about in ABOUT if kept[about] not in (None, [])] if kept else []
    sentences = [sentence for about, what in said for sentence in herald.instruction(about, what)]
    lines = ["", "  " + herald.page("instructions")] if said else []
    return lines + [line for sentence in sentences for line in fold(sentence, "  · ", "    ")]


def advised_seconds(question: str) -> int:
    """How long players at one table may take to answer, if they want an hourglass (SV-TRN-06, SV-DPR-01)."""
    return CONSTANTS.timer_orders if question == "activate" else CONSTANTS.timer_other
