"""What is said at the table of a match."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

KEY = models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


def to(model, name):
    """A row of this table that goes with the other."""
    return models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name=name, to=model)


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("matches", "0006_table_talk"),
        ("press", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Remark",
            fields=[
                ("id", KEY),
                ("number", models.PositiveIntegerField()),
                ("said", models.DateTimeField()),
                ("text", models.TextField()),
                ("removed", models.BooleanField(default=False)),
                ("author", to("matches.seat", "remarks")),
                ("match", to("matches.match", "remarks")),
                ("writer", to(settings.AUTH_USER_MODEL, "remarks")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("match", "number"), name="remark_once")],
            },
        ),
    ]
