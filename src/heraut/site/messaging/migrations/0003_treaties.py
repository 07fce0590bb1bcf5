"""Threads of many, letters withheld from some of their readers, letters that wait."""

from django.conf import settings
from django.db import migrations, models
from django.db.models import deletion


def withhold(apps, schema_editor):
    """What was delivered to nobody is withheld from the other side of its thread."""
    message, side = apps.get_model("press", "Message"), apps.get_model("press", "Side")
    for one in message.objects.filter(delivered=False).iterator():
        others = side.objects.filter(thread=one.thread_id).exclude(seat=one.author_id)
        one.withheld.add(*others.values_list("seat", flat=True))


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0015_court"),
        ("press", "0002_remark"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField("thread", "pair", models.CharField(blank=True, max_length=42, null=True, unique=True)),
        migrations.AddField("thread", "name", models.CharField(blank=True, max_length=60, default=""), preserve_default=False),
        migrations.AlterModelOptions("side", {"ordering": ["id"]}),
        migrations.AddField("side", "founder", models.BooleanField(default=False)),
        migrations.AddField("side", "joined", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("side", "left", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("message", "written", models.DateTimeField(blank=True, null=True)),
        migrations.AddField(
            "message", "origin", models.CharField(blank=True, max_length=64, null=True, unique=True)
        ),
        migrations.AddField(
            "message", "withheld", models.ManyToManyField(blank=True, related_name="+", to="matches.seat")
        ),
        migrations.RunPython(withhold, migrations.RunPython.noop),
        migrations.RemoveField("message", "delivered"),
        migrations.CreateModel(
            "SealedLetter",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=12, unique=True)),
                ("written", models.DateTimeField()),
                ("text", models.TextField()),
                ("mark", models.CharField(blank=True, max_length=2)),
                ("signed", models.BooleanField(default=False)),
                ("until_day", models.DateTimeField(blank=True, null=True)),
                ("until_turn", models.PositiveIntegerField(blank=True, null=True)),
                ("on_death", models.BooleanField(default=False)),
                ("checked", models.PositiveIntegerField(default=0)),
                ("returned", models.BooleanField(default=False)),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=deletion.CASCADE, related_name="sealed_letters", to="matches.seat"
                    ),
                ),
                (
                    "thread",
                    models.ForeignKey(on_delete=deletion.CASCADE, related_name="sealed", to="press.thread"),
                ),
                (
                    "writer",
                    models.ForeignKey(
                        on_delete=deletion.CASCADE,
                        related_name="sealed_letters",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"ordering": ["id"]},
        ),
    ]
