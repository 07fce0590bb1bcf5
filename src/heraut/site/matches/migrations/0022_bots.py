"""The bot called "player" of the first release is called "classic": whoever sits in a match goes on as he was.

A table that still gathers, and the list of one that is over, ask for a "player" of today (docs/adr/0027).
"""

from django.db import migrations

UNDER_WAY = ("running", "paused")
BEFORE, SINCE = "player", "classic"


def rename(apps, former, name):
    Match, Seat = apps.get_model("matches", "Match"), apps.get_model("matches", "Seat")
    Seat.objects.filter(bot=former).update(bot=name)
    Seat.objects.filter(will_bot=former).update(will_bot=name)
    Match.objects.filter(bots=former, status__in=UNDER_WAY).update(bots=name)


def call_classic(apps, schema_editor):
    rename(apps, BEFORE, SINCE)


def call_player(apps, schema_editor):
    rename(apps, SINCE, BEFORE)


class Migration(migrations.Migration):
    dependencies = [("matches", "0021_unsealed")]
    operations = [migrations.RunPython(call_classic, call_player)]
