"""What a player has read of the outcomes of his match, and which page a version of orders was written in.

Whoever plays already has read what has happened so far: none of it is news to him.
"""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import OuterRef, Subquery


def read_so_far(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Every seat has read all steps that were taken."""
    steps = apps.get_model("matches", "Match").objects.filter(pk=OuterRef("match")).values("step")
    apps.get_model("matches", "Seat").objects.update(read=Subquery(steps))


class Migration(migrations.Migration):
    dependencies = [("matches", "0008_sheet_times")]

    operations = [
        migrations.AddField(model_name="seat", name="read", field=models.PositiveIntegerField(default=0)),
        migrations.AddField(model_name="sheet", name="window", field=models.CharField(blank=True, max_length=24)),
        migrations.RunPython(read_so_far, migrations.RunPython.noop),
    ]
