
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('matches', '0015_court'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Trophy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=12)),
                ('game', models.CharField(max_length=20)),
                ('season', models.CharField(blank=True, max_length=6)),
                ('key', models.CharField(max_length=60, unique=True)),
                ('words', models.JSONField(default=dict)),
                ('at', models.DateTimeField()),
                ('match', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='trophies', to='matches.match')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='trophies', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='RatedMatch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=20)),
                ('ended', models.DateTimeField()),
                ('digest', models.CharField(max_length=64)),
                ('entries', models.JSONField(default=list)),
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='rated', to='matches.match')),
            ],
            options={
                'indexes': [models.Index(fields=['game', 'ended'], name='rated_in_order')],
            },
        ),
        migrations.CreateModel(
            name='Standing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=20)),
                ('season', models.CharField(blank=True, max_length=6)),
                ('bot', models.CharField(blank=True, max_length=20)),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('points', models.IntegerField()),
                ('played', models.PositiveIntegerField(default=0)),
                ('won', models.PositiveIntegerField(default=0)),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='standings', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['game', 'season', '-points'], name='ladder_order')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('player__isnull', False)), fields=('game', 'season', 'player'), name='one_standing_a_player'), models.UniqueConstraint(condition=models.Q(('bot', ''), _negated=True), fields=('game', 'season', 'bot'), name='one_standing_a_bot')],
            },
        ),
    ]
