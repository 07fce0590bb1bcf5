"""Addresses of letters that no game's own page answers, below /partie/."""

from django.urls import path

from heraut.site.messaging.letter_files import letter_file

urlpatterns = [
    path("<slug:code>/lettres/lettres.<slug:form>", letter_file, name="match_letter_file"),
]
