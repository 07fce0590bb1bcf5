"""How many treaties await the seal of a seat."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0020_forum")]

    operations = [
        migrations.AddField("seat", "unsealed", models.PositiveSmallIntegerField(default=0)),
    ]
