"""Matches that went out with one strike can come back together, and the record says whose they were."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("ratings", "0003_change_key")]

    operations = [
        migrations.RemoveConstraint("correction", "correction_struck_has_player"),
        migrations.AddConstraint(
            "correction",
            models.CheckConstraint(
                condition=Q(kind="restored") | (Q(kind="struck") ^ Q(player=None)),
                name="correction_struck_has_player",
            ),
        ),
    ]
