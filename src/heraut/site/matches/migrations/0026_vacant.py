"""What is written to a lord whose player is gone waits for the next one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0025_unplayed")]

    operations = [migrations.AddField("seat", "vacant", models.DateTimeField(blank=True, null=True))]
