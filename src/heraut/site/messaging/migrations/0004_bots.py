"""Letters that bots write: nobody's account goes with them."""

from django.conf import settings
from django.db import migrations, models
from django.db.models import deletion


class Migration(migrations.Migration):
    dependencies = [("press", "0003_treaties"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.AlterField(
            "message",
            "writer",
            models.ForeignKey(
                null=True, on_delete=deletion.CASCADE, related_name="messages", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            "message", "bot", models.CharField(blank=True, default="", max_length=20), preserve_default=False
        ),
    ]
