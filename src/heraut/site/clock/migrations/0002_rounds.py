"""Each round of a worker, the clock and the mail, has a heartbeat of its own."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clock', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='heartbeat',
            name='duty',
            field=models.CharField(default='clock', max_length=8),
        ),
        migrations.AlterField(
            model_name='heartbeat',
            name='worker',
            field=models.CharField(max_length=80),
        ),
        migrations.AddConstraint(
            model_name='heartbeat',
            constraint=models.UniqueConstraint(fields=('worker', 'duty'), name='heart_once'),
        ),
    ]
