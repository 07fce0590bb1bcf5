"""The address where receipts are checked; records are downloaded from the page of their match (`matchpage/urls.py`)."""

from django.urls import path

from heraut.site.matches import views

app_name = "matches"
urlpatterns = [path("verifier-un-recu/", views.check, name="receipt")]
