"""How much was said at a table: what its pages ask twice a second."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0005_decision_by_decision")]

    operations = [
        migrations.AddField(model_name="match", name="talk", field=models.PositiveIntegerField(default=0)),
    ]
