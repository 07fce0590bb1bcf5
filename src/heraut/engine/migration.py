"""Rules change, matches go on: the state of a match in progress is carried over, and its record says from where.

What was played before is verified by the release that plays the older rules, from the record as it was then
(`earlier`); what follows is verified by this release, from the state that was carried over.
"""

from __future__ import annotations

import msgspec

from heraut.engine.decoding import decode
from heraut.engine.protocol import A, Game, S
from heraut.engine.record import NO_STATE, CarriedOver, Record, RecordError, carried_seal, is_last_state, rng_of

# The releases of this program that play older rules, as `Migration.release` names them.
FIRST_RELEASE = "0.1.0 (commit ab711282a134c4ec3e43d2fc56ede2c233664348)"
SECOND_RELEASE = "0.2.0 (commit d4426a39d491fd13137ce9e60c0b8b735f77c4dc)"


def check_rules(game: Game[S, A], record: Record) -> None:
    """Raises RecordError unless the coming step is taken under the rules of this program."""
    found, known = record.rules_version, game.rules_version
    if found == known:
        return
    if found in game.migrations:
        raise RecordError("older_rules", found=found, known=known, release=game.migrations[found].release)
    raise RecordError("other_rules", found=found, known=known)


def present_state(game: Game[S, A], rules_version: str, state: bytes) -> bytes:
    """A state dumped under these rules, as the rules of this program dump it. Raises RecordError if they cannot."""
    if rules_version == game.rules_version:
        return state
    versions = list(game.migrations)
    if rules_version not in versions:
        raise RecordError("other_rules", found=rules_version, known=game.rules_version)
    carried = decode(state)
    for version in versions[versions.index(rules_version) :]:
        carried = game.migrations[version].carry(carried)
    return game.dump(game.load(msgspec.json.encode(carried)))


def carry_over(game: Game[S, A], record: Record) -> Record:
    """The record of a match that goes on under the rules of this program: the same one if it does already.

    Raises RecordError when the stored state is not the sealed one, or is of rules that cannot be carried over.
    """
    if record.rules_version == game.rules_version:
        return record
    rng_of(record)  # refuses a missing or foreign seed
    if not is_last_state(record, bytes(record.state)):
        raise RecordError("stale_state")
    found, state = record.rules_version, present_state(game, record.rules_version, bytes(record.state))
    over = CarriedOver(len(record.steps), found, carried_seal(record, found, state), msgspec.Raw(state))
    return msgspec.structs.replace(
        record, rules_version=game.rules_version, carried=(*record.carried, over), state=over.state
    )


def earlier(record: Record) -> Record | None:
    """The record as it stood before the match was carried over the last time; None if it never was.

    The release that plays those rules verifies it. It holds no state to go on from: the match went on elsewhere.
    """
    if not record.carried:
        return None
    *before, last = record.carried
    return msgspec.structs.replace(
        record,
        rules_version=last.rules_version,
        steps=record.steps[: last.after],
        branches=tuple(branch for branch in record.branches if branch.rules_version != record.rules_version),
        carried=tuple(before),
        drafts={},
        entered={},
        state=NO_STATE,
    )
