"""Addresses of the forums of the site, and of the code of conduct, below /."""

from django.urls import path

from heraut.site.forum import views
from heraut.site.forum.conduct import conduct
from heraut.site.forum.entrances import READ, on_board
from heraut.site.forum.post_page import one_post

urlpatterns = [
    path("conduite/", conduct, name="conduct"),
    path("forum/", views.index, name="forum"),
    path("forum/<slug:board>/", on_board(views.threads), name="forum_board"),
    path("forum/<slug:board>/nouveau/", on_board(views.new), name="forum_board_new"),
    path("forum/<slug:board>/recherche/", on_board(views.searched, READ), name="forum_board_search"),
    path("forum/<slug:board>/<int:thread>/", on_board(views.one_thread), name="forum_board_thread"),
    path("forum/<slug:board>/message/<int:number>/", on_board(one_post), name="forum_board_post"),
]
