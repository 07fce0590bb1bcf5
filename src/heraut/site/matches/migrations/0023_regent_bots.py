"""A player may name a bot his regent for some days."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0022_bots")]

    operations = [
        migrations.AddField("seat", "regent_bot", models.CharField(blank=True, default="", max_length=20), preserve_default=False),
        migrations.AddField("seat", "regent_from", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("seat", "regent_until", models.DateTimeField(blank=True, null=True)),
    ]
