"""Letters between the lords of a match."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

KEY = models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


def to(model, name):
    """A row of this table that goes with the other."""
    return models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name=name, to=model)


class Migration(migrations.Migration):
    initial = True
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("matches", "0004_rulings_unread"),
    ]

    operations = [
        migrations.CreateModel(
            name="Thread",
            fields=[
                ("id", KEY),
                ("code", models.CharField(max_length=12, unique=True)),
                ("pair", models.CharField(max_length=42, unique=True)),
                ("match", to("matches.match", "threads")),
            ],
        ),
        migrations.CreateModel(
            name="Side",
            fields=[
                ("id", KEY),
                ("opened", models.DateTimeField(blank=True, null=True)),
                ("blocked", models.DateTimeField(blank=True, null=True)),
                ("seat", to("matches.seat", "sides")),
                ("thread", to("press.thread", "sides")),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("thread", "seat"), name="side_once")]},
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                ("id", KEY),
                ("sent", models.DateTimeField()),
                ("text", models.TextField()),
                ("mark", models.CharField(blank=True, max_length=2)),
                ("signed", models.BooleanField(default=False)),
                ("delivered", models.BooleanField(default=True)),
                ("author", to("matches.seat", "messages")),
                ("thread", to("press.thread", "messages")),
                ("writer", to(settings.AUTH_USER_MODEL, "messages")),
            ],
            options={"ordering": ["id"]},
        ),
    ]
