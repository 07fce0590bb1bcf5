"""Whether letters of other lords are sent on by mail."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_count_player_mail_news")]

    operations = [migrations.AddField("player", "mail_letters", models.BooleanField(default=True))]
