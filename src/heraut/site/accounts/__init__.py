"""Players: signing up, choices, guests.

models.py           the player                           forms.py           django-allauth's forms, and our own
allauth_adapter.py  what we ask of django-allauth        signals.py         what follows from what it does
guests.py           players without an account           names.py           names fit for a lord
language.py         the reader's language and time zone  theme.py           light or dark
sessions.py         who asks, by few queries             hashers.py         how passwords are kept
rate_limits.py      the counts of rate limits            context.py         what every template may use
barring.py          what is open to whom a ban keeps out zones.py           the names of time zones
former_addresses.py the way back to a former address     code_page.py       where a code is typed
views.py, urls.py   the pages, and their addresses       template_functions.py  players in templates
"""
