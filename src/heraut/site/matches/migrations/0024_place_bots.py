"""A host may choose another bot for each empty place."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0023_regent_bots")]

    operations = [migrations.AddField("match", "place_bots", models.JSONField(blank=True, default=list))]
