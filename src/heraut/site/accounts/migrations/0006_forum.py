
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0005_companion'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='mail_forum',
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name='player',
            name='push_forum',
            field=models.BooleanField(default=True),
        ),
    ]
