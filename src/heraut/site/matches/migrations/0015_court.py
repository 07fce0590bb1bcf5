
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0014_activity'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='anomalies',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='match',
            name='branch',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='match',
            name='counted',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='match',
            name='held_until',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='match',
            name='hold',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='match',
            name='mediators',
            field=models.ManyToManyField(blank=True, related_name='mediated', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='match',
            name='open_after',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='standing',
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='will',
            field=models.CharField(blank=True, max_length=10),
        ),
        migrations.AddField(
            model_name='seat',
            name='will_bot',
            field=models.CharField(blank=True, max_length=20),
        ),
    ]
