"""How many treaties bind a seat: every page of a match asks."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0017_desk")]

    operations = [migrations.AddField("seat", "bound", models.PositiveSmallIntegerField(default=0))]
