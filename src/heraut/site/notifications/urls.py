"""Addresses of mails: refusing letters, and the page that stands for a mail server."""

from django.urls import path

from heraut.site.notifications import views

app_name = "notifications"
urlpatterns = [
    path("", views.letters, name="letters"),
    path("<int:number>/", views.letter, name="letter"),
    path("stop/<int:player>/<str:key>/<str:choice>/", views.stop, name="stop"),
]
