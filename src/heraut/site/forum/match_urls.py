"""Addresses of the forum of a match, below /partie/."""

from django.urls import path

from heraut.site.forum import views
from heraut.site.forum.entrances import READ, in_match
from heraut.site.forum.post_page import one_post

urlpatterns = [
    path("<slug:code>/forum/", in_match(views.threads), name="match_forum"),
    path("<slug:code>/forum/nouveau/", in_match(views.new), name="match_forum_new"),
    path("<slug:code>/forum/recherche/", in_match(views.searched, READ), name="match_forum_search"),
    path("<slug:code>/forum/<int:thread>/", in_match(views.one_thread), name="match_forum_thread"),
    path("<slug:code>/forum/message/<int:number>/", in_match(one_post), name="match_forum_post"),
]
