"""Of matches in progress where it is a secret who gives orders, the roots of all steps are keyed by the seed.

Before, one could find from them that nobody else had given any.
"""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from heraut.site.matches.receipts import keyed_root_of


def key_roots(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Writes them anew: Daifen's, and those of matches that go decision by decision."""
    going_on = apps.get_model("matches", "Match").objects.filter(status__in=("running", "paused"))
    secret = [match for match in going_on.defer("state") if match.game == "daifen" or match.pace_data.get("clocks")]
    steps = apps.get_model("matches", "Step").objects.only("number", "sealed_hashes", "match_id")
    for match in secret:
        for step in steps.filter(match_id=match.pk).iterator():
            root = keyed_root_of(step.sealed_hashes, step.number, bytes(match.seed))
            steps.filter(pk=step.pk).update(sealed_root=root)


class Migration(migrations.Migration):
    dependencies = [("matches", "0009_outcomes_read")]

    operations = [migrations.RunPython(key_roots, migrations.RunPython.noop)]
