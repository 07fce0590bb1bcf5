"""Treaties and their parties."""


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
            name='Treaty',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=12, unique=True)),
                ('kind', models.CharField(max_length=20)),
                ('terms', models.JSONField(default=dict)),
                ('words', models.TextField(blank=True)),
                ('until', models.PositiveIntegerField(blank=True, null=True)),
                ('status', models.CharField(default='proposed', max_length=10)),
                ('proposed', models.DateTimeField()),
                ('signed_turn', models.PositiveIntegerField(blank=True, null=True)),
                ('public', models.BooleanField(default=False)),
                ('ended', models.DateTimeField(blank=True, null=True)),
                ('ended_step', models.PositiveIntegerField(blank=True, null=True)),
                ('judged', models.PositiveIntegerField(default=0)),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='treaties_proposed', to='matches.seat')),
                ('breaker', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='matches.seat')),
                ('counters', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='countered_by', to='treaties.treaty')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='treaties', to='matches.match')),
                ('writer', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='treaties_written', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='Party',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('signed', models.DateTimeField(blank=True, null=True)),
                ('public', models.BooleanField(default=False)),
                ('said', models.CharField(blank=True, max_length=10)),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='treaties', to='matches.seat')),
                ('treaty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parties', to='treaties.treaty')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.AddIndex(
            model_name='treaty',
            index=models.Index(fields=['match', 'status'], name='treaty_status'),
        ),
        migrations.AddConstraint(
            model_name='party',
            constraint=models.UniqueConstraint(fields=('treaty', 'seat'), name='party_once'),
        ),
    ]
