"""Simulated careers: people come, get better or worse, go away for a while, and sit at tables of three to six.

Places follow Plackett and Luce: every side plays its members' average skill plus the luck of the day, which is as large
as Elo assumes. A forecaster who knew the skills could not be beaten.
"""

from itertools import pairwise
from math import log
from random import Random
from typing import NamedTuple

PEOPLE, DAYS = 800, 500
NEWCOMERS_UNTIL = 0.7
SKILL, DRIFT_A_DAY = 250.0, 4.0
# Of those who play, how many are away for how many days at a time.
AWAY, DAYS_AWAY = 0.004, (20, 120)
SHARED = 0.03
LUCK = 400 / log(10)
# Sides of a table, by members, and how often: 3, 4, 5 and 6 alone, two and three teams.
TABLES = {(1,) * 3: 3, (1,) * 4: 6, (1,) * 5: 3, (1,) * 6: 1, (2, 2): 2, (2, 2, 2): 1}


class Played(NamedTuple):
    """A match: who sat on which side, what they were really worth, in what places they came, and on which day."""

    sides: list[list[int]]
    skills: list[float]
    places: list[int]
    day: int


def season(matches: int, seed: int = 7) -> list[Played]:
    """Matches in the order in which they finish."""
    chance = Random(seed)
    skills = [chance.gauss(1500, SKILL) for _ in range(PEOPLE)]
    first_day = [int(chance.random() ** 2 * NEWCOMERS_UNTIL * DAYS) for _ in range(PEOPLE)]
    keenness = [chance.paretovariate(1.5) for _ in range(PEOPLE)]
    back_on = [0] * PEOPLE
    found = []
    for day in range(DAYS):
        here = [one for one in range(PEOPLE) if first_day[one] <= day and back_on[one] <= day]
        for one in range(PEOPLE):
            skills[one] += chance.gauss(0, DRIFT_A_DAY)
            if chance.random() < AWAY:
                back_on[one] = day + chance.randint(*DAYS_AWAY)
        for _ in range(matches // DAYS):
            found.append(match(chance, here, keenness, skills, day))
    return found


def match(chance: Random, here: list[int], keenness: list[float], skills: list[float], day: int) -> Played:
    (kind,) = chance.choices(list(TABLES), list(TABLES.values()))
    people = iter(drawn(chance, here, keenness, sum(kind)))
    sides = [[next(people) for _ in range(members)] for members in kind]
    worth = [sum(skills[one] for one in side) / len(side) for side in sides]
    shown = [own - LUCK * log(-log(chance.random())) for own in worth]
    order = sorted(range(len(sides)), key=lambda side: -shown[side])
    for ahead, behind in pairwise(order):
        if chance.random() < SHARED:
            shown[behind] = shown[ahead]
    return Played(sides, worth, [1 + sum(other > own for other in shown) for own in shown], day)


def drawn(chance: Random, here: list[int], keenness: list[float], count: int) -> list[int]:
    """Different people, the keen ones more often."""
    found: dict[int, None] = {}
    weights = [keenness[one] for one in here]
    while len(found) < count:
        found.update(dict.fromkeys(chance.choices(here, weights, k=count)))
    return list(found)[:count]
