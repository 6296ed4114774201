from django.db import migrations
from django.db.models import Q


def names_to_numbers(apps, schema_editor):
    """The log said who came in and who organises by name; names go with their accounts, and the log stays."""
    LogLine = apps.get_model("tournaments", "LogLine")
    Player = apps.get_model("players", "Player")
    lines = LogLine.objects.filter(
        Q(facts__has_key="player") | Q(act="change", facts__before__has_key="organisers")
    )
    for line in lines.iterator():
        facts = dict(line.facts)
        if "player" in facts:
            found = numbers_of(Player, [facts.pop("player")])
            if found and line.act == "substitute":
                facts["player"] = found[0]
        for moment in ("before", "after"):
            if "organisers" in facts.get(moment, {}):
                facts[moment] = {name: numbers_of(Player, names) for name, names in facts[moment].items()}
        line.facts = facts
        line.save(update_fields=["facts"])


def numbers_of(Player, names):
    """Accounts by name, upper and lower case alike; who has gone is left out, and numbers stay."""
    known = [name for name in names if isinstance(name, int)]
    for name in names:
        if isinstance(name, str) and name:
            known += Player.objects.filter(name__iexact=name, left_at=None).values_list("pk", flat=True)[:1]
    return sorted(known)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_tournaments")]

    operations = [migrations.RunPython(names_to_numbers, migrations.RunPython.noop)]
