
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clock', '0002_rounds'),
        ('matches', '0015_court'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Branch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('first', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
                ('reason', models.TextField()),
                ('change', models.JSONField(default=dict)),
                ('author', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='branches', to='matches.match')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='SetAsideStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('resolved', models.DateTimeField()),
                ('answers', models.JSONField(default=list)),
                ('ruling', models.TextField(blank=True)),
                ('events', models.BinaryField()),
                ('turn', models.PositiveIntegerField(default=0)),
                ('state', models.BinaryField()),
                ('rules_version', models.CharField(blank=True, default='', max_length=20)),
                ('digest', models.CharField(max_length=64)),
                ('sealed_root', models.CharField(blank=True, max_length=64)),
                ('sealed_hashes', models.JSONField(default=dict)),
                ('branch', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='steps', to='clock.branch')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.AddConstraint(
            model_name='branch',
            constraint=models.UniqueConstraint(fields=('match', 'number'), name='branch_once'),
        ),
        migrations.AddConstraint(
            model_name='setasidestep',
            constraint=models.UniqueConstraint(fields=('branch', 'number'), name='set_aside_once'),
        ),
    ]
