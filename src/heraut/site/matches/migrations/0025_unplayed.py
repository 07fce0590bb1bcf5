"""Of a match that a decision ended, the last step was not played (DA-END-08, DA-END-11)."""

from __future__ import annotations

import msgspec
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

PLAYED = {"orders_used", "no_form", "sheet_read"}  # what lords are told of a turn that was played


def note_unplayed(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Those of the past: a ruling belongs to their last step, and nobody was told what became of his orders in it."""
    rulings = apps.get_model("matches", "Ruling").objects.filter(match__status="over", step=models.F("match__step"))
    steps = apps.get_model("matches", "Step").objects
    for key in set(rulings.values_list("match", flat=True)):
        last = steps.filter(match_id=key, number=models.F("match__step"))
        events = last.values_list("events", flat=True).first()
        told = {event["kind"] for event in msgspec.json.decode(bytes(events or b"[]"))}
        if not told & PLAYED:
            apps.get_model("matches", "Match").objects.filter(pk=key).update(unplayed=True)


class Migration(migrations.Migration):
    dependencies = [("matches", "0024_place_bots")]

    operations = [
        migrations.AddField("match", "unplayed", models.BooleanField(default=False)),
        migrations.RunPython(note_unplayed, migrations.RunPython.noop),
    ]
