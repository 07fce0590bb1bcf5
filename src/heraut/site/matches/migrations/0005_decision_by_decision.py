"""Matches that go decision by decision: the game's own turn, when a step is ready, states packed against others."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0004_rulings_unread")]

    operations = [
        migrations.AddField("match", "turn", models.PositiveIntegerField(default=0)),
        migrations.AddField("match", "ready", models.DateTimeField(blank=True, null=True, db_index=True)),
        migrations.AddField("step", "turn", models.PositiveIntegerField(default=0)),
        migrations.AddField("step", "base", models.PositiveIntegerField(blank=True, null=True)),
        migrations.AddIndex("step", models.Index(fields=["match", "turn"], name="step_turn")),
    ]
