"""Settings of the site, all read from the environment; without any, an embedded site on SQLite.

HERAUT_DATA       folder of the database and the secret key                            default: ./heraut-data
HERAUT_DATABASE   postgres://user:password@host:port/name                              default: SQLite in HERAUT_DATA
HERAUT_URL        the address that players use, for links in mails                     default: http://127.0.0.1:8000
HERAUT_HOSTS      host names answered to, separated by commas                          default: the host of HERAUT_URL
HERAUT_MAIL       smtp://user:password@host:port (smtps: TLS), or page: a local page   default: page
HERAUT_MAIL_PICTURES  0: no map in the mails of reports, each of which takes half a second to draw
HERAUT_MAIL_FROM  the sender of mails                                                  default: heraut@ the host
HERAUT_MAIL_IN    host:port where the worker takes answers to letters by SMTP            default: none are taken
HERAUT_MAIL_REPLY the domain of the addresses that letters are answered at               default: none
HERAUT_CONTACT    where whoever runs the site is written to: an address, or a page     default: HERAUT_MAIL_FROM
HERAUT_SOURCE     where the source of this very site is                                default: the site packs it
HERAUT_PROXIES    how many proxies of one's own stand before the site, for rate limits      default: 0
HERAUT_PATIENCE   seconds that a request waits for an SQLite locked by another program  default: 3; `heraut worker`: 20
HERAUT_SECRET     the key of sessions and receipts                                     default: one made in HERAUT_DATA
HERAUT_OUTBOUND   networks of one's own that webhooks and pushes may reach (10.2.0.0/16,…),
                  by http too; without it nothing but public addresses, by https        default: none
HERAUT_SIGNUP     0: nobody new comes in, neither players nor guests                   default: 1
HERAUT_GUEST_DAYS days after which a guest who does nothing is removed; 0: never       default: 30
HERAUT_TABLE_DAYS days after which a table that nobody comes to is closed; 0: never    default: 60
HERAUT_SUPPORTERS 1: the staff may mark players as supporters of the site              default: 0
HERAUT_MEMBERS_ONLY  what is for supporters alone: maps (MOYEN-ORIENT,…), and private tables by the word private
HERAUT_DEBUG      1: error pages for developers, never on the open network             default: 0
HERAUT_DEMO       1: a one-click way in as the demo player, never on the open network  default: 0
"""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from heraut.games.registry import GAMES
from heraut.site.common.data_folder import private_database, secret_key
from heraut.site.common.environment import YES, check

check(os.environ)

HERE = Path(__file__).resolve().parent
PATIENCE = float(os.environ.get("HERAUT_PATIENCE", "3"))  # `busy.py`


def envbool(name: str, default: str = "0") -> bool:
    """Whether a variable is set to 1, true or yes."""
    return (os.environ.get(name) or default).lower() in YES


def envlist(name: str, default: str = "") -> list[str]:
    """What a variable names, apart by commas; where it names nothing, the default."""
    return [one.strip() for one in (os.environ.get(name) or default).split(",") if one.strip()]


def database(url: str, folder: Path) -> dict[str, Any]:
    """The database of this address; SQLite in the data folder without one."""
    if not url:
        pragmas = (
            "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA foreign_keys=ON;"
            "PRAGMA mmap_size=134217728;"  # each thread has a cache of its own, all share the map
        )
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": private_database(folder),
            "CONN_MAX_AGE": None,
            "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": PATIENCE, "init_command": pragmas},
        }
    parts = urlsplit(url)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": parts.path.lstrip("/"),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
    }


def brief(record: logging.LogRecord) -> bool:
    """Leaves one line of what a visitor does wrong, a false Host or a body too long: tracebacks are of our faults."""
    if getattr(record, "status_code", 500) < 500:
        record.exc_info = record.exc_text = None
    return True


DATA = Path(os.environ.get("HERAUT_DATA", "heraut-data")).resolve()
URL = os.environ.get("HERAUT_URL", "http://127.0.0.1:8000").rstrip("/")
HOST = urlsplit(URL).hostname or "127.0.0.1"
SECURE = URL.startswith("https://")

SECRET_KEY = os.environ.get("HERAUT_SECRET") or secret_key(DATA)
DEBUG = envbool("HERAUT_DEBUG")
DEMO = envbool("HERAUT_DEMO")
ALLOWED_HOSTS = envlist("HERAUT_HOSTS", f"{HOST},127.0.0.1,localhost")
CSRF_TRUSTED_ORIGINS = [URL]
ROOT_URLCONF = "heraut.site.urls"
WSGI_APPLICATION = "heraut.site.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES = {"default": database(os.environ.get("HERAUT_DATABASE", ""), DATA)}
LOCAL = "django.core.cache.backends.locmem.LocMemCache"
CACHES = {
    "default": {  # for rate limits alone, which all processes count together; the table is `accounts.models.Count`
        "BACKEND": "heraut.site.accounts.rate_limits.Counts",
        "LOCATION": "counts",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    },
    # finished fragments (`matchpage/fragments.py`), in the memory of each process: forms, tables and boards, up to
    # 60 kB each; sheets as they were typed, as large, of which each save makes another; sums and the like, about 1 kB
    "pieces": {"BACKEND": LOCAL, "LOCATION": "pieces", "TIMEOUT": None, "OPTIONS": {"MAX_ENTRIES": 500}},
    "sheets": {"BACKEND": LOCAL, "LOCATION": "sheets", "TIMEOUT": None, "OPTIONS": {"MAX_ENTRIES": 150}},
    "lines": {"BACKEND": LOCAL, "LOCATION": "lines", "TIMEOUT": None, "OPTIONS": {"MAX_ENTRIES": 2_000}},
}

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "allauth",
    "allauth.account",
    "heraut.site.accounts",
    "heraut.site.matches",
    "heraut.site.regency",
    "heraut.site.notifications",
    "heraut.site.clock",
    "heraut.site.lobby",
    "heraut.site.learn",
    "heraut.site.matchpage",
    "heraut.site.messaging",
    "heraut.site.moderation",
    "heraut.site.forum",
    "heraut.site.gazette",
    "heraut.site.treaties",
    "heraut.site.bots",
    "heraut.site.seasons",
    "heraut.site.tournaments",
    "heraut.site.absence",
    "heraut.site.spectators",
    "heraut.site.api",
    *(entry.packages.site for entry in GAMES.values() if entry.packages.site),  # for their templates and static files
]

MIDDLEWARE = [
    "heraut.site.common.busy.BusyDatabase",
    "django.middleware.gzip.GZipMiddleware",  # before what writes into a page; its answers differ in length at random
    "django.middleware.security.SecurityMiddleware",
    "heraut.site.common.headers.SecurityHeaders",
    "heraut.site.common.input_cleaning.CleanInput",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "heraut.site.api.bearer.BearerMiddleware",
    "heraut.site.accounts.language.PlayerLanguage",
    "heraut.site.error_pages.NothingToRead",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "heraut.site.moderation.traces.Traces",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [HERE / "jinja2"],
        "APP_DIRS": True,
        "OPTIONS": {
            "environment": "heraut.site.templating.environment",
            "context_processors": [
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "heraut.site.common.context.site",
                "heraut.site.accounts.context.look",
                "heraut.site.notifications.context.mail",
            ],
        },
    },
    {"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True},  # what libraries bring themselves
]

FORM_RENDERER = "django.forms.renderers.TemplatesSetting"  # fields as jinja2/django/forms shows them

# Accounts (django-allauth): a code by e-mail, argon2, rate limits
AUTH_USER_MODEL = "accounts.Player"
AUTHENTICATION_BACKENDS = ["heraut.site.accounts.sessions.Accounts"]
PASSWORD_HASHERS = ["heraut.site.accounts.hashers.Argon2"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_CHANGE = True
ALLAUTH_USER_CODE_FORMAT = {"length": 8, "allowed_chars": "BCDFGHJKMNPQRSTVWXYZ23456789"}  # GP-SITE-03
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 60 * 15
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # to change the address; the password serves for five minutes
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_USERNAME_VALIDATORS = "heraut.site.accounts.names.VALIDATORS"
ALLAUTH_TRUSTED_PROXY_COUNT = int(os.environ.get("HERAUT_PROXIES", "0"))
ACCOUNT_RATE_LIMITS = {
    "login_failed": "10/m/ip,60/h/ip",  # and by account and address together (accounts/allauth_adapter.py)
    "guest": "30/h/ip",
    "table_password": "20/5m/ip",
    "letter": "8/m/user,60/h/user",
    "treaty": "10/m/user,60/h/user",
    "letter_refused": "10/h/user",
    "talk": "20/m/user,400/h/user",
    "article": "20/m/user,200/h/user",
    "piece": "10/m/user,40/h/user",
    "gazette": "20/m/user,120/h/user",
    "press": "20/m/ip,120/h/ip",
    "post": "6/m/user,60/h/user",
    "draft": "40/m/user,900/h/user",
    "report": "5/m/user,20/h/user",
    "search": "30/m/ip,600/h/ip",
    "device": "20/h/user",
    "rehearse": "30/m/user,600/h/user",
    "try_out": "6/m/user,30/h/user",
    "hook": "20/h/user",
    "table": "20/h/user,60/d/user",
    "enter": "20/m/user,100/h/user",
    "host": "30/m/user,200/h/user",
    "appoint": "10/h/user",
    "fault": "6/h/user,20/d/user",
    "relation": "20/h/user,60/d/user",
    "appeal": "10/h/user",
    "rewind": "10/m/user,60/h/user",
    "keep": "30/5m/user,200/d/user",
    "regency": "10/h/user",
    "absence": "60/h/user",
    "comment": "6/m/user,60/h/user",
}
ACCOUNT_FORMS = {
    "login": "heraut.site.accounts.forms.LoginForm",
    "signup": "heraut.site.accounts.forms.SignupForm",
    "add_email": "heraut.site.accounts.forms.AddressForm",
    "change_email": "heraut.site.accounts.forms.OtherAddressForm",
    "confirm_email_verification_code": "heraut.site.accounts.forms.AddressCodeForm",
    "change_password": "heraut.site.accounts.forms.ChangePasswordForm",
    "reset_password": "heraut.site.accounts.forms.ResetForm",
    "confirm_password_reset_code": "heraut.site.accounts.forms.ResetCodeForm",
    "reset_password_from_key": "heraut.site.accounts.forms.NewPasswordForm",
    "reauthenticate": "heraut.site.accounts.forms.ReauthenticateForm",
}
ACCOUNT_ADAPTER = "heraut.site.accounts.allauth_adapter.AccountAdapter"
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if SECURE else "http"
LOGIN_REDIRECT_URL = "/"
LOGIN_URL = "account_login"
MESSAGE_TAGS = {25: "good", 30: "warn", 40: "bad"}  # success, warning, error, as heraut.css calls them

# Cookies and transport
SESSION_ENGINE = "heraut.site.accounts.sessions"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if SECURE else None
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if SECURE else 0
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# Bodies: a sheet of orders has 60,000 characters at most (`saving.py`), each of at most four bytes, which a form sends
# as three characters a byte: 720,000 bytes; the other fields of a form are short. Proxies and server take more.
DATA_UPLOAD_MAX_MEMORY_SIZE = 800_000

# Words and time
LANGUAGE_CODE = "fr"
LANGUAGES = [("fr", "Français"), ("en", "English")]
USE_I18N = USE_TZ = True
TIME_ZONE = "Europe/Paris"

# Files
STATIC_URL = "/static/"
STATICFILES_DIRS = [HERE / "static"]
STATIC_ROOT = DATA / "static"  # filled by `heraut prepare`, served by `wsgi.py`
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "heraut.site.common.versions.VersionedFiles"},
}

# What nobody uses (lobby/cleanup.py)
GUEST_DAYS = int(os.environ.get("HERAUT_GUEST_DAYS", "30"))
TABLE_DAYS = int(os.environ.get("HERAUT_TABLE_DAYS", "60"))

SIGNUP = envbool("HERAUT_SIGNUP", "1")

# Supporters of the site (moderation/supporters.py)
SUPPORTERS = envbool("HERAUT_SUPPORTERS")
MEMBERS_ONLY = frozenset(envlist("HERAUT_MEMBERS_ONLY"))

# Who runs the site, and what of (`about.py`)
SOURCE = os.environ.get("HERAUT_SOURCE", "")
CONTACT = os.environ.get("HERAUT_CONTACT", "")

# Mail
MAIL = os.environ.get("HERAUT_MAIL", "page")
MAIL_PICTURES = envbool("HERAUT_MAIL_PICTURES", "1")
DEFAULT_FROM_EMAIL = os.environ.get("HERAUT_MAIL_FROM", f"Héraut <heraut@{HOST}>")
MAIL_IN = os.environ.get("HERAUT_MAIL_IN", "")
MAIL_REPLY = os.environ.get("HERAUT_MAIL_REPLY", "")
EMAIL_BACKEND = "heraut.site.notifications.outbox.OutboxBackend"

# Requests to addresses that others have typed (common/outbound.py)
OUTBOUND = os.environ.get("HERAUT_OUTBOUND", "")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s", "datefmt": "%Y-%m-%d %H:%M:%S%z"}
    },
    "filters": {"brief": {"()": "django.utils.log.CallbackFilter", "callback": brief}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["brief"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {"heraut": {"level": "INFO"}},
}
