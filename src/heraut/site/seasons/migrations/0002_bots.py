"""The bot called "player" of the first release is called "classic", on the ladders as well (docs/adr/0027)."""

from django.db import migrations

BEFORE, SINCE = "player", "classic"


def rename(apps, former, name):
    apps.get_model("seasons", "Standing").objects.filter(bot=former).update(bot=name)
    for match in apps.get_model("seasons", "RatedMatch").objects.iterator():
        if any(entry[0] == f"bot:{former}" for entry in match.entries):
            match.entries = [[f"bot:{name}" if key == f"bot:{former}" else key, *rest] for key, *rest in match.entries]
            match.save(update_fields=["entries"])


def call_classic(apps, schema_editor):
    rename(apps, BEFORE, SINCE)


def call_player(apps, schema_editor):
    rename(apps, SINCE, BEFORE)


class Migration(migrations.Migration):
    dependencies = [("seasons", "0001_initial"), ("matches", "0022_bots")]
    operations = [migrations.RunPython(call_classic, call_player)]
