"""The style guide: every component of the pages on one page, for those who build them. Only with HERAUT_DEBUG=1."""

from __future__ import annotations

from datetime import timedelta

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

TINCTURES = ("gules", "azure", "vert", "or", "purpure")


class Sample(forms.Form):
    """One field of each sort, two of them wrong."""

    lord = forms.CharField(label="Nom du seigneur", help_text="De 1 à 30 caractères.")
    men = forms.IntegerField(label="Hommes", max_value=500)
    land = forms.ChoiceField(label="Terre", choices=[("narvik", "Narvik"), ("thule", "Thulé")])
    day = forms.DateField(label="Jour", widget=forms.DateInput({"type": "date"}))
    pace = forms.ChoiceField(
        label="Cadence", widget=forms.RadioSelect, choices=[("week", "Chaque vendredi"), ("fast", "Chaque heure")]
    )
    sealed = forms.BooleanField(label="Sceller mes ordres", help_text="Le tour part dès que tous ont scellé.")
    orders = forms.CharField(label="Ordres", widget=forms.Textarea)


def styleguide(request: HttpRequest) -> HttpResponse:
    """All components, with words of no account."""
    if not settings.DEBUG:
        raise Http404
    form = Sample({"lord": "", "men": "1200", "land": "thule", "pace": "week", "orders": "ATT Galahad Thulé 200"})
    figures = {
        "form": form,
        "soon": timezone.now() + timedelta(hours=5, minutes=12),
        "later": timezone.now() + timedelta(days=3, hours=4),
        "numbers": range(1, 31),
        "names": ("Aubert de Narvik", "Mélusine", "Hawkmoon", "Perceval", "Yseult"),
        "tinctures": TINCTURES,
    }
    return render(request, "styleguide.html", figures)
