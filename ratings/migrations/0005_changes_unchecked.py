"""No checks of what our own formulas have counted: writing a rebuild's changes takes a quarter less."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ratings", "0004_restored_together")]

    operations = [
        migrations.AlterField("ratingchange", "number", models.IntegerField()),
        migrations.AlterField("ratingchange", "place", models.SmallIntegerField()),
        migrations.AlterField("ratingchange", "seat", models.SmallIntegerField()),
        migrations.AlterField("ratingchange", "sides", models.SmallIntegerField()),
    ]
