"""Other realms that one seat cannot tell from the given one: what it may not know, changed at random (FI-INF).

`disguise` changes everything that is hidden at this moment: the seat's view, its question, what it is offered and why
its orders are refused stay the same. `scramble` leaves out what a step without answers brings to light by the rules,
so that the events of such a step stay the same too. What silence brings to light, and why, stands in `Silence`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable

import msgspec

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.fief.board.pawns import SERIES_TOKENS
from heraut.games.fief.board.places import EVERY_VILLAGE
from heraut.games.fief.cards import EVERY_LORD, IS_WOMAN
from heraut.games.fief.entries import Deal, DealCount, Permission, PlayerAt
from heraut.games.fief.identities import CARDS, IN, MOVE, PURCHASE, REBELS, SOLDIER, Presents
from heraut.games.fief.questions import asked
from heraut.games.fief.state import Deposit, Family, Paper, Plan, Realm, Stack, VillagePlan, copy
from heraut.games.fief.tables import CONSTANTS, Tokens
from heraut.games.fief.tasks import Act, AimedDice, Aiming, Battle, Crossing, HeirConsent, Refill, Window
from tests.games.fief.silence import EVERY_FIELD, Silence

UNIT = CONSTANTS.unit
ENTRY, EXIT = ("ask", "pass", "camp", "refuse"), ("ask", "grant", "refuse")
LINES = {CARDS: "DEFAUSSER soleil", PURCHASE: "RECRUTER 1, Bourg", MOVE: "MARCHER Arnaud, Sigy"}


def scramble(realm: Realm, seat: Seat, rng: Rng) -> Realm:
    """Everything that this seat may not know, and that a silent step does not tell it."""
    other, me = copy(realm), realm.seats.index(seat)
    silence = Silence(realm)
    strangers = [player for player, one in enumerate(realm.families) if player != me and one.alive]
    secret_deals(other, me, rng)
    secret_heir(other, me, rng)
    for player in strangers:
        one = other.families[player]
        one.paper = ballot_paper(other, one.paper, silence.dead_papers(player), rng)
        one.deposits = deposits(one.deposits, silence.later_phases(), rng)
        keep_count(one, rng, counted=silence.closes_turn)
        if silence.obeys(player):
            continue  # orders given in advance, carried out now: what they come to depends on purse, hand, tokens
        one.purse = silence.purse(player, rng)
        if not silence.strikes:
            battle_plans(other, player, silence.free_fields(player), silence.places, rng)
            if silence.leaves_alone(player):
                shift_tokens(other, player, rng, crowds=not silence.counts_crowds)
                forget_steps(other, player, rng)
    policies(other, strangers, me, rng, read=silence.at_gates(me))
    shuffle_cards(other, me, silence.closed_hands(me), silence.dealt(me), rng)
    return other


def disguise(realm: Realm, seat: Seat | None, rng: Rng) -> Realm:
    """Everything that this seat may not know, what silence would tell in a moment too; of a passer-by: all secrets."""
    other, me = copy(realm), realm.seats.index(seat) if seat is not None else None
    strangers = [player for player, one in enumerate(realm.families) if player != me and one.alive]
    questions = asked(realm)
    # some question is open: of those whom instructions could spare it, one has given none
    spared = next((player for player in questions if me not in questions), None)
    secret_deals(other, me, rng)
    secret_heir(other, me, rng)
    secret_tasks(other, me, rng)
    for player in strangers:
        one = other.families[player]
        one.purse = UNIT * rng.randint(0, 30)
        if player != spared:
            one.paper = ballot_paper(other, one.paper, ("candidate", "votes", "crowns"), rng)
            battle_plans(other, player, dict.fromkeys(EVERY_VILLAGE, EVERY_FIELD), (), rng)
        one.deposits = deposits(one.deposits, LINES, rng)
        keep_count(one, rng)
        shift_tokens(other, player, rng, counted=fighting_stacks(other))
        forget_steps(other, player, rng)
    policies(other, strangers, me, rng)
    shown = isinstance(realm.tasks[-1], Refill) and me in questions  # the discards are shown to whoever may take one
    shuffle_cards(other, me, (), None if shown else 0, rng)
    return other


# Cards (FI-INF-01, FI-INF-02)


def shuffle_cards(realm: Realm, me: int, closed: Iterable[int], dealt: int | None, rng: Rng) -> None:
    """The cards of other hands, of the pile and of the face-down discards change places; hands keep their sizes.

    `closed` hands stay, and the `dealt` cards on top of the pile; None: pile and discards stay as they are. Cards of
    hands that this seat has been shown stay too: in deals to which it is a party, and the heir it is asked about.
    """
    shown = {card for deal in realm.deals for card in deal.cards if me in (deal.proposer, deal.addressee)}
    shown |= {task.lord for task in realm.tasks if isinstance(task, HeirConsent) and me == task.spouse}
    hands = [one for player, one in enumerate(realm.families) if player != me and player not in closed]
    hidden = [card for one in hands for card in one.hand if card not in shown]
    top: tuple[int, ...] = ()
    if dealt is not None:
        cut = len(realm.draw) - dealt
        top = realm.draw[cut:]
        hidden += [*realm.draw[:cut], *realm.dropped]
    rng.shuffle(hidden)
    for one in hands:
        kept = [card for card in one.hand if card in shown]
        size = len(one.hand) - len(kept)
        one.hand = tuple(sorted([*kept, *hidden[:size]]))
        del hidden[:size]
    if dealt is not None:
        size = len(realm.dropped)
        realm.dropped, realm.draw = tuple(hidden[:size]), (*hidden[size:], *top)


# Soldiers (FI-INF-01, FI-INF-03): totals are public, and where somebody stands; how many, and in which tokens, is not


def shift_tokens(
    realm: Realm, player: int, rng: Rng, *, crowds: bool = True, counted: Callable[[Stack], bool] = lambda stack: False
) -> None:
    """A token goes to another stack, or two change places; one is changed, where the series has the pieces.

    Unless `crowds`, no village has more tokens than before. A `counted` stack keeps its points.
    """
    if not realm.settings.hidden_stacks:
        return  # FI-INF-05
    mine = [stack for stack in realm.stacks if stack.player == player and stack.series == SOLDIER]
    loose = [stack for stack in mine if not counted(stack)]
    rng.shuffle(loose)
    if len(loose) > 1:
        (give if crowds and rng.random() < 0.7 else swap)(loose[0], loose[1], rng)
    if mine and crowds:
        change(realm, rng.choice(mine), rng)


def swap(one: Stack, other: Stack, rng: Rng) -> None:
    """Two stacks exchange a token for one of another value."""
    pairs = [(a, b) for a in range(3) for b in range(3) if a != b and one.tokens[a] and other.tokens[b]]
    if pairs:
        a, b = rng.choice(pairs)
        one.tokens, other.tokens = moved(one.tokens, a, b), moved(other.tokens, b, a)


def moved(tokens: Tokens, gone: int, come: int) -> Tokens:
    """One token gone, another one come."""
    ones, threes, sixes = (have - (place == gone) + (place == come) for place, have in enumerate(tokens))
    return ones, threes, sixes


def give(rich: Stack, poor: Stack, rng: Rng) -> None:
    """A stack gives a token, and keeps one."""
    place = rng.choice([value for value in range(3) if rich.tokens[value]])
    if sum(rich.tokens) > 1:
        rich.tokens, poor.tokens = moved(rich.tokens, place, -1), moved(poor.tokens, -1, place)


def change(realm: Realm, stack: Stack, rng: Rng) -> None:
    """A three for ones, or ones for a three, or a six for threes."""
    used = [
        sum(s.tokens[place] for s in realm.stacks if (s.player, s.series) == (stack.player, SOLDIER))
        for place in range(3)
    ]
    coins = [(-3, 1, 0), (3, -1, 0), (0, 2, -1), (0, -2, 1)]
    after = [tuple(have + more for have, more in zip(stack.tokens, coin, strict=True)) for coin in coins]
    found = [
        tokens
        for coin, tokens in zip(coins, after, strict=True)
        if min(tokens) >= 0
        and (
            not realm.settings.stock_limits
            or all(have + more <= most for have, more, most in zip(used, coin, SERIES_TOKENS[SOLDIER], strict=True))
        )
    ]
    if found:
        stack.tokens = rng.choice(found)  # type: ignore[assignment]


def fighting_stacks(realm: Realm) -> Callable[[Stack], bool]:
    """Stacks whose points a battle has revealed (FI-INF-04)."""
    battle = next((task for task in reversed(realm.tasks) if isinstance(task, Battle)), None)
    if battle is None or not battle.round:
        return lambda stack: False
    parties = {party for camp in battle.camps for party in camp.parties}
    return lambda stack: stack.village == battle.village and (stack.player, stack.position != IN) in parties


def forget_steps(realm: Realm, player: int, rng: Rng) -> None:
    """How far his soldiers have come this turn: steps are seen, not which tokens have made them (FI-MOV-09)."""
    if realm.phase == MOVE:
        for stack in realm.stacks:
            if stack.player == player and stack.series == SOLDIER and realm.settings.hidden_stacks:
                stack.steps, stack.solo = rng.randint(0, CONSTANTS.steps), rng.random() < 0.5


# Instructions (FI-DP-R3, FI-DP-43): private


def battle_plans(realm: Realm, player: int, fields: dict[int, frozenset[str]], near: Iterable[int], rng: Rng) -> None:
    """The general plan, in the fields that are free everywhere, and those of single villages."""
    one = realm.families[player]
    everywhere = frozenset.intersection(EVERY_FIELD, *fields.values())
    one.plan = other_plan(realm, one.plan, everywhere, rng)
    plans = {village: other_plan(realm, plan, fields.get(village, EVERY_FIELD), rng) for village, plan in one.plans}
    place = rng.choice(EVERY_VILLAGE)
    if place not in near:
        plans[place] = other_plan(realm, Plan(), EVERY_FIELD, rng)
    one.plans = tuple(VillagePlan(*entry) for entry in plans.items())


def other_plan(realm: Realm, plan: Plan, fields: frozenset[str], rng: Rng) -> Plan:
    """The plan with other words in these fields."""
    seats = list(map(str, realm.seats))
    words: dict[str, list[object]] = {
        "aim": ["none", "all", "1", "2", "3", f"lord {rng.choice(EVERY_LORD)}"],
        "target": ["strongest", "weakest", *seats],
        "ask": ["never", "last", "1", "4", "20"],
        "grant": ["always", "never", "ask", "500"],
        "run": ["", "end", "rounds", "5"],
        "losses": ["soldiers", "guards"],
        "lords": [tuple(sorted(EVERY_LORD, key=lambda _: rng.random()))],
        "join": ["", "out", *seats],
        "combine": ["", "none", "+".join(seats)],
        "holder": ["hold", "sortie"],
        "arrest": ["fight", "surrender"],
    }
    return msgspec.structs.replace(plan, **{field: rng.choice(words[field]) for field in sorted(fields)})


def ballot_paper(realm: Realm, paper: Paper, parts: Iterable[str], rng: Rng) -> Paper:
    """The paper with other names in these parts, or none."""
    some = tuple(lord for lord in EVERY_LORD if rng.random() < 0.3)
    words = {"candidate": (None, Presents.NOBODY, *some), "votes": (None, some), "crowns": (None, some)}
    return msgspec.structs.replace(paper, **{part: rng.choice(words[part]) for part in parts})


def deposits(given: tuple[Deposit, ...], phases: Iterable[int], rng: Rng) -> tuple[Deposit, ...]:
    """Other orders in advance for these phases."""
    others = [one for one in given if one.phase not in phases]
    wanted = [phase for phase in phases if rng.random() < 0.5]
    return (*others, *(Deposit(phase, (LINES[phase],), ask=rng.random() < 0.5) for phase in wanted))


def policies(
    realm: Realm, strangers: list[int], me: int, rng: Rng, read: Container[tuple[int, int]] = frozenset()
) -> None:
    """What gatekeepers would answer, in general and for this turn; but (keeper, mover) who is `read` in this step."""
    for player in strangers:
        one = realm.families[player]
        one.entry = tuple(old if (player, n) in read else rng.choice(ENTRY) for n, old in enumerate(one.entry))
        one.exit = tuple(old if (player, n) in read else rng.choice(EXIT) for n, old in enumerate(one.exit))
    pairs = [(keeper, rng.choice(range(len(realm.seats)))) for keeper in strangers]
    realm.permits = (
        *(one for one in realm.permits if me in one[:2] or one[:2] in read),  # it has given them, or been told of them
        *(Permission(*pair, rng.choice(EVERY_VILLAGE), rng.choice(ENTRY)) for pair in pairs if pair not in read),
    )


# The rest


def keep_count(one: Family, rng: Rng, *, counted: bool = False) -> None:
    """How many turns a player has let default, and whether he has spoken in this one: told once he is absent.

    When turns are `counted` in this step, whoever becomes absent still does, and nobody else.
    """
    if one.silent >= CONSTANTS.silent_turns:
        one.spoke = one.spoke if counted else rng.random() < 0.5
        return
    counts = [(silent, spoke) for silent in range(CONSTANTS.silent_turns) for spoke in (False, True)]
    if counted:
        counts = [count for count in counts if grows_absent(*count) == grows_absent(one.silent, one.spoke)]
    one.silent, one.spoke = rng.choice(counts)


def grows_absent(silent: int, spoke: bool) -> bool:
    """Whether this is the turn that makes a player absent (FI-DP-R7)."""
    return not spoke and silent + 1 >= CONSTANTS.silent_turns


def secret_deals(realm: Realm, me: int, rng: Rng) -> None:
    """What others propose to each other: whether, who to whom, how many before (FI-DP-32); in silence they die."""
    number = len(realm.seats)
    pairs = [(a, b) for a in range(number) for b in range(number) if a != b and me not in (a, b)]
    realm.deal_counts = (
        *(entry for entry in realm.deal_counts if me in entry[:2]),
        *(DealCount(a, b, rng.randint(1, 9)) for a, b in pairs if a < b and rng.random() < 0.5),
    )
    talking = any(isinstance(task, Window) for task in realm.tasks)
    proposed = [pair for pair in pairs if rng.random() < 0.4] if talking else []
    realm.deals = (
        *(deal for deal in realm.deals if me in (deal.proposer, deal.addressee)),
        *(Deal(rng.randint(1, 9), *pair, gives=UNIT * rng.randint(1, 9), promise="?") for pair in proposed),
    )


def secret_tasks(realm: Realm, me: int, rng: Rng) -> None:
    """What waits in the pile of tasks: orders in advance, soldiers at a gate, aims; what was said beside them."""
    for task in realm.tasks:
        if isinstance(task, Act) and task.player != me and (task.lines or task is not realm.tasks[-1]):
            task.lines, task.ends = (rng.choice(list(LINES.values())),), rng.random() < 0.5
        elif isinstance(task, Crossing) and task.player != me and any(task.march.soldiers):
            troop = (rng.randint(1, 5), rng.randint(0, 5), rng.randint(0, 3))
            task.march = msgspec.structs.replace(task.march, soldiers=troop)  # FI-INF-06
        elif isinstance(task, Battle):
            own = [choice for choice in task.choices if choice.player == me]
            task.choices = (
                *own,
                *(Aiming(p, None, "", (AimedDice(3, 1),)) for p in (*range(len(realm.seats)), REBELS) if p != me),
            )
    besiegers = [PlayerAt(village, player) for village, player, _ in realm.attacks]
    guests = [PlayerAt(village, player) for village, player, _ in realm.guests]
    realm.stubborn = redrawn(realm.stubborn, besiegers, me, rng)  # what they do if another takes the place (FI-PAS-13)
    realm.allies_of = redrawn(realm.allies_of, guests, me, rng)  # whom they have come to help (FI-PAS-15)
    if realm.phase == MOVE:  # who will not be asked for attacks (FI-DP-R11)
        players = [PlayerAt(0, player) for player in range(len(realm.seats))]
        realm.declared = tuple(p for _, p in redrawn([PlayerAt(0, p) for p in realm.declared], players, me, rng))


def secret_heir(realm: Realm, me: int, rng: Rng) -> None:
    """Whom the royal couple would make its heir, and where: told to none but the two of them if it comes to nothing."""
    for task in realm.tasks:
        if isinstance(task, HeirConsent) and me not in (task.player, task.spouse):
            task.lord = rng.choice([lord for lord in EVERY_LORD if not IS_WOMAN[lord]])
            task.village = rng.choice(EVERY_VILLAGE)


def redrawn(said: Iterable[PlayerAt], all_could: Iterable[PlayerAt], me: int, rng: Rng) -> tuple[PlayerAt, ...]:
    """What players have said in secret, drawn anew for all but this one."""
    own = [one for one in said if one.player == me]
    return (*own, *(one for one in dict.fromkeys(all_could) if one.player != me and rng.random() < 0.5))
