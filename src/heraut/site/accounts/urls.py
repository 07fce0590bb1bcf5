"""Addresses of the account; those of django-allauth come after them."""

from allauth.account.views import email, login, password_set
from django.urls import path

from heraut.site.accounts import views
from heraut.site.accounts.barring import told_why
from heraut.site.accounts.code_page import CodePage

urlpatterns = [
    path("", views.account, name="account"),
    path("langue/", views.language, name="language"),
    path("apparence/", views.theme, name="theme"),
    path("invite/", views.invite, name="invite"),
    path("garder/", views.claim, name="claim"),
    path("login/", told_why(login), name="account_login"),
    path("email/", views.once_claimed(email), name="account_email"),
    path("email/reprendre/<str:key>/", views.take_back, name="take_back_account"),
    path("confirm-email/", CodePage.as_view(), name="account_email_verification_sent"),
    path("password/set/", views.once_claimed(password_set), name="account_set_password"),
    path("demo/", views.demo, name="demo"),
]
