"""The kinds of acts that the public chronicle of a match tells of. They join packages: one writes them, others wait for
them. So that nobody waits for what nobody writes, each is named here, and whatever holds one is of this type.
"""

from __future__ import annotations

from typing import Literal

from django.db.models import Q

ActivityKind = Literal[  # each names its sentence: `[activity]` in the words of the site
    "opened", "opened_after", "excluded", "bots_admitted", "bots_chosen", "cancelled", "closed",
    "muster", "muster_again", "muster_failed", "started",
    "pause", "lift_vote", "lift", "lock", "unlock", "extend", "delay", "outage",
    "resolved_now", "held", "reopened", "published", "stuck", "carried_over",
    "rewind_asked", "rewound_order", "rewound_ruling", "rewound_reopen",
    "silent", "offered", "appointed", "stays", "resigned", "taken_over", "came_back", "stand_in", "deserted",
    "regency", "bot_regency", "regency_over",
    "ruled_close", "ruled_eliminate", "trial_over", "trial_left",
    "mediator_named", "mediator_left", "noted", "note_edited", "report_read", "banned", "ban_lifted",
    "treaty_signed", "treaty_kept", "treaty_broken", "treaty_said_broken",
    "editor_begins", "editor_resigns", "editor_dismissed", "article_removed",
    "line_removed", "post_removed", "player_post_removed", "thread_locked", "thread_opened",
]  # fmt: skip


def of_kind(*kinds: ActivityKind) -> Q:
    """Acts of one of these kinds, for a query: Django would ask for any word."""
    return Q(kind__in=kinds)
