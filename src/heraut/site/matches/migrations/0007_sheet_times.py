"""When each order of a sheet was entered: a sheet takes its place by the oldest order that still stands in it."""

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


class Migration(migrations.Migration):
    dependencies = [("matches", "0006_table_talk")]

    operations = [
        migrations.AddField(model_name="sheet", name="times", field=models.JSONField(default=list)),
        migrations.RunPython(as_entered, migrations.RunPython.noop),
    ]
