"""The site's own settings, but for what suits tests: see each line."""

from heraut.site.settings import *  # noqa: F403
from heraut.site.settings import ACCOUNT_RATE_LIMITS, PASSWORD_HASHERS

# All browsers here share one address: as many guests and accounts from it as tests want
ACCOUNT_RATE_LIMITS = {**ACCOUNT_RATE_LIMITS, "guest": "1000/h/ip", "signup": "1000/m/ip"}
PASSWORD_HASHERS = ["tests.site.hashers.QuickArgon2", *PASSWORD_HASHERS]
ROOT_URLCONF = "tests.site.e2e.urls"
