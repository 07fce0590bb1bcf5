"""Which version of the rules each step was taken under, and where matches went on under newer ones."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def name_versions(apps, schema_editor):
    """Until now no match had changed its rules on the way."""
    match, step = apps.get_model("matches", "Match"), apps.get_model("matches", "Step")
    step.objects.update(rules_version=Subquery(match.objects.filter(pk=OuterRef("match")).values("rules_version")[:1]))


class Migration(migrations.Migration):
    dependencies = [("matches", "0006_table_talk")]

    operations = [
        migrations.AddField("step", "rules_version", models.CharField(blank=True, default="", max_length=20)),
        migrations.CreateModel(
            name="CarriedOver",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("after", models.PositiveIntegerField()),
                ("rules_version", models.CharField(max_length=20)),
                ("state", models.BinaryField()),
                ("digest", models.CharField(max_length=64)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="carried", to="matches.match"
                    ),
                ),
            ],
            options={"ordering": ["id"]},
        ),
        migrations.RunPython(name_versions, migrations.RunPython.noop),
    ]
