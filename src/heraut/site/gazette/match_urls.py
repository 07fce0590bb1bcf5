"""Addresses of its pages of a match, below /partie/."""

from django.urls import path

from heraut.site.gazette import author_views, editor_views, feed, views

urlpatterns = [
    path("<slug:code>/gazette/", views.page, name="match_gazette"),
    path("<slug:code>/gazette/numero/<int:number>/", views.issue_page, name="gazette_issue"),
    path("<slug:code>/gazette/archives/", views.archive, name="gazette_archive"),
    path("<slug:code>/gazette/numeros.atom", feed.feed, name="gazette_feed"),
    path("<slug:code>/gazette/lire/<slug:article>/", views.article_page, name="gazette_article"),
    path("<slug:code>/gazette/piece/<slug:piece>/", views.piece, name="gazette_piece"),
    path("<slug:code>/gazette/presse/", views.order_printing, name="gazette_press"),
    path("<slug:code>/gazette/presse/<slug:printing>/", views.printing, name="gazette_printing"),
    path("<slug:code>/gazette/ecrire/", author_views.write, name="gazette_write"),
    path("<slug:code>/gazette/articles/", author_views.own_articles, name="gazette_own"),
    path("<slug:code>/gazette/articles/<slug:article>/", author_views.draft, name="gazette_draft"),
    path("<slug:code>/gazette/redaction/", editor_views.page, name="gazette_desk"),
]
