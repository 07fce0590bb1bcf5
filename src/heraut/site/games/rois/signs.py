"""The signs of `static/play/rois_signs.svg`: types of units by their codes, what happens in a year, the seasons."""

from __future__ import annotations

from functools import cache

from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

# What happens, by the kind of its event; whatever is not here has no sign
OF_EVENTS = {
    "moved": "boot", "reacted": "boot", "on_guard": "shield", "explored": "compass", "feature_discovered": "tower",
    "hero_discovered": "hand", "gathered": "chest", "teleported": "flame", "lost_in_fog": "compass",
    "recruited": "banner", "ally_recruited": "coin", "mercenaries_hired": "TR", "left_units": "banner",
    "picked_up": "banner", "disbanded": "banner", "leaderless": "torn", "trained": "star", "hero_refused": "hand",
    "hero_hired": "hand", "hero_dismissed": "boot", "practised": "book", "invented": "flask", "level_gained": "star",
    "aptitude_gained": "star", "heir_announced": "crown", "veil_lifted": "skull", "body_lost": "skull",
    "not_renamed": "quill", "item_given": "gift", "item_received": "gift", "gold_given": "coin",
    "gold_received": "coin", "spy_report": "eye", "noticed": "eye", "trailed": "eye", "invention_stolen": "flask",
    "track_lost": "eye", "track_kept": "eye", "trail_report": "eye", "spell_cast": "flame", "spell_failed": "flame",
    "spell_suffered": "flame", "mind_read": "eye", "resurrected": "flame", "ignored": "cross", "taxes": "coin",
    "paid": "coin", "unit_unpaid": "coin", "hero_unpaid": "coin", "donation_sent": "gift",
    "donation_received": "gift", "donation_ignored": "gift", "treason": "torn", "relation_changed": "scroll",
    "treaty_offered": "scroll", "treaty_unanswered": "scroll", "escorted": "boot", "science_received": "flask",
    "may_call": "bell", "call_ignored": "bell", "election_called": "bell", "vote_held": "bell",
    "crowned_emperor": "crown", "final_scores": "crown", "new_king": "crown", "eliminated": "torn", "crowned": "crown",
    "valhalla": "skull",
    "encounter": "claw", "searched": "tower", "nothing_special": "tower", "secret_hoard": "chest",
    "secret_captive": "hand", "secret_library": "book", "secret_spring": "flask", "secret_map": "compass",
    "ravaged": "claw", "item_missing": "eye", "gold_missing": "coin", "stopped_by_guards": "shield",
    "item_used": "flame", "duel": "sword", "duel_refused": "sword", "battle": "swords", "retreated": "boot",
    "no_refuge": "torn", "leader_killed": "skull", "leader_swept_along": "boot", "leader_hides": "boot",
    "conquered": "banner", "province_lost": "torn", "hero_gone": "boot", "drowned": "FL", "werebeast": "WE",
}  # fmt: skip


@cache
def sign(name: str) -> SafeString:
    """A sign as an ornament beside words that say the same; nothing for no name."""
    if not name:
        return SafeString("")
    return format_html(
        '<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><use href="{}#{}"/></svg>',
        static("play/rois_signs.svg"),
        name,
    )
