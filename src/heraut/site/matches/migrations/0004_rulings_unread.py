"""Rulings, which enter the record of a match; and how many letters a player has not opened."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0003_seat_choices")]

    operations = [
        migrations.AddField("seat", "unread", models.PositiveSmallIntegerField(default=0)),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField()),
                ("step", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rulings", to="matches.match"
                    ),
                ),
            ],
            options={"ordering": ["id"]},
        ),
    ]
