"""The language of templates, Jinja2 (docs/adr/0028): what they may call, and by which name."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from django.template import defaultfilters
from django.templatetags.static import static
from django.urls import reverse
from jinja2 import ChainableUndefined, Environment, select_autoescape

from heraut.site.accounts import template_functions as accounts
from heraut.site.common import main_menu, template_functions, words
from heraut.site.forum import template_functions as forum
from heraut.site.heraldry import template_functions as heraldry
from heraut.site.lobby import template_functions as lobby
from heraut.site.matches import bot_names
from heraut.site.matchpage import sharing
from heraut.site.moderation.sanctions import ban_told


@lru_cache(maxsize=4096)  # a page has dozens, the next one mostly the same
def url(name: str, *args: object, **kwargs: object) -> str:
    """The address of a page: `{{ url("match", match.code) }}`."""
    return reverse(name, args=args, kwargs=kwargs)


FUNCTIONS: tuple[Callable[..., Any], ...] = (
    url,
    static,
    words.say,
    words.word_of,
    words.colon,
    words.moment,
    words.countdown,
    main_menu.main_pages,
    main_menu.current_place,
    template_functions.other_page,
    template_functions.fixed,
    template_functions.left_behind,
    accounts.player_name,
    heraldry.arms,
    heraldry.blazon,
    bot_names.strongest,
    bot_names.bot_words,
    bot_names.bot_choice,
    lobby.lobby_map,
    lobby.lobby_picture,
    lobby.road_words,
    lobby.offered_lord,
    lobby.seat_arms,
    lobby.choice_words,
    lobby.choice_picture,
    lobby.choice_act,
    lobby.trophy_words,
    forum.forum_url,
    forum.post_url,
    sharing.shared_words,
    sharing.shared_picture,
    sharing.site_picture,
    ban_told,
)

FILTERS: dict[str, Callable[..., Any]] = {
    "day": words.day,
    "local": words.local,
    "retold": words.retold,
    "thread_url": forum.thread_url,
    "forum_name": forum.forum_name,
    "capfirst": defaultfilters.capfirst,
    "date": defaultfilters.date,
    "floatformat": defaultfilters.floatformat,
    "json_script": defaultfilters.json_script,
    "linebreaks": defaultfilters.linebreaks_filter,
    "linebreaksbr": defaultfilters.linebreaksbr,
    "truncatechars": defaultfilters.truncatechars,
    "urlencode": defaultfilters.urlencode,
}


# What is put into a page is escaped; a mail's text is not read as HTML
ESCAPED = select_autoescape(disabled_extensions=("txt",), default_for_string=True, default=True)


def environment(**options: Any) -> Environment:
    """What reads all templates: what is missing in one says nothing, nor does what it would hold."""
    options |= {"undefined": ChainableUndefined, "cache_size": -1, "autoescape": ESCAPED}
    made = Environment(**options)  # noqa: S701  `ESCAPED` is among them
    made.globals |= {function.__name__: function for function in FUNCTIONS}
    made.filters |= FILTERS
    return made
