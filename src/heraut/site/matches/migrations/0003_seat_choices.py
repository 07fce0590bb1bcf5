"""What a player chooses with his seat besides the name of his lord."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0002_seat_meant_for")]

    operations = [migrations.AddField("seat", "choices", models.JSONField(default=dict))]
