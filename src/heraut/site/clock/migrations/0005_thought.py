"""What masters among the bots have thought of, before a turn ends."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clock", "0004_rewind"), ("matches", "0023_regent_bots")]

    operations = [
        migrations.CreateModel(
            name="Thought",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("step", models.PositiveIntegerField()),
                ("branch", models.PositiveIntegerField()),
                ("bot", models.CharField(max_length=20)),
                ("text", models.TextField(null=True)),
                ("until", models.DateTimeField(blank=True, null=True)),
                ("tries", models.PositiveSmallIntegerField(default=1)),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=models.deletion.CASCADE, related_name="thoughts", to="matches.seat"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("seat", "step", "branch"), name="thought_once")],
            },
        ),
    ]
