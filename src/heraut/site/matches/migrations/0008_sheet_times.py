"""When each order of a sheet was entered: a sheet takes its place by the oldest order that still stands in it.

And a form of Daifen that was the word SILENCE, once read as no form at all, counts as the empty one that it was.
"""

from typing import Any

from django.db import migrations, models
from django.db.models import F


def as_entered(apps: Any, schema_editor: Any) -> None:
    """Of the sheets for turns to come, all that is known is since when each has held orders, unbroken."""
    sheets = apps.get_model("matches", "Sheet").objects.exclude(entered=None)
    sheets = sheets.filter(step=F("seat__match__step") + 1)
    for sheet in sheets.only("kept", "entered").iterator():
        sheet.times = [sheet.entered.isoformat()] * len(sheet.kept.splitlines())
        sheet.save(update_fields=["times"])


def as_sent(apps: Any, schema_editor: Any) -> None:
    """Of forms for turns to come: the game no longer takes that word for an answer."""
    sheets = apps.get_model("matches", "Sheet").objects.filter(step=F("seat__match__step") + 1)
    sheets.filter(seat__match__game="daifen", kept="SILENCE").update(kept="# rien")


class Migration(migrations.Migration):
    dependencies = [("matches", "0007_rules_version")]

    operations = [
        migrations.AddField(model_name="sheet", name="times", field=models.JSONField(default=list)),
        migrations.RunPython(as_entered, migrations.RunPython.noop),
        migrations.RunPython(as_sent, migrations.RunPython.noop),
    ]
