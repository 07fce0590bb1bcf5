"""Addresses and names for the templates of forums: `{{ forum_url(scope, "thread", thread.number) }}`."""

from __future__ import annotations

from heraut.site.forum import following
from heraut.site.forum.models import Forum, Post, Thread
from heraut.site.forum.reading import page_of_place
from heraut.site.forum.scopes import Scope


def forum_url(scope: Scope, page: str, *places: object) -> str:
    """The address of a page of the forum that is being read."""
    return scope.url(page, *places)


def post_url(scope: Scope, post: Post) -> str:
    """Where a post stands in its thread."""
    return f"{scope.url('thread', post.thread.number)}?page={page_of_place(post.place)}#m{post.number}"


def thread_url(thread: Thread) -> str:
    """Where a thread of any forum goes on."""
    return following.thread_url(thread)


def forum_name(forum: Forum) -> str:
    """What a forum is called."""
    return following.name_of(forum)
