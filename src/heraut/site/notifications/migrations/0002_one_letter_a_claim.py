"""One letter a claim, and how the mail server is."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('herald', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='MailServer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('fails', models.PositiveIntegerField(default=0)),
                ('since', models.DateTimeField(blank=True, null=True)),
                ('until', models.DateTimeField(blank=True, null=True)),
                ('error', models.CharField(blank=True, max_length=300)),
            ],
        ),
        migrations.AddField(
            model_name='letter',
            name='broke',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='letter',
            name='claimed_until',
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
