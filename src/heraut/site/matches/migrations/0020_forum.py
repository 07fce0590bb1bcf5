"""How many posts of its forum the holder of a seat has not seen."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0019_rewind")]

    operations = [
        migrations.AddField("seat", "unseen_posts", models.PositiveIntegerField(default=0)),
    ]
