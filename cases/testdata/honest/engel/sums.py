"""Five running sums a line; nothing of a row is kept but for the second pass over the shares."""

import math

from scipy.stats import t


class Sums:
    def __init__(self):
        self.n = 0
        self.mx = self.my = self.sxx = self.sxy = self.syy = 0.0

    def __iadd__(self, xy):
        x, y = xy
        self.n += 1
        dx, dy = x - self.mx, y - self.my
        self.mx += dx / self.n
        self.my += dy / self.n
        self.sxx += dx * (x - self.mx)
        self.syy += dy * (y - self.my)
        self.sxy += dx * (y - self.my)
        return self

    def slope(self):
        b = self.sxy / self.sxx
        half = t.ppf(0.975, self.n - 2) * math.sqrt((self.syy - b * self.sxy) / (self.n - 2) / self.sxx)
        return b, b - half, b + half


def rows():
    with open("data/engel.csv", encoding="utf-8") as f:
        f.readline()
        while line := f.readline():
            income, _, food = line.partition(",")
            yield float(income), float(food)


plain, logs, incomes = Sums(), Sums(), []
INCOME, FOOD = [], []
for x, y in rows():
    plain += x, y
    logs += math.log(x), math.log(y)
    incomes.append(x)
    INCOME.append(x)
    FOOD.append(y)
incomes.sort()
median = incomes[len(incomes) // 2]
halves = {"lower half": Sums(), "upper half": Sums()}
for x, y in rows():
    halves[("lower half", "upper half")[x > median]] += y / x, 0.0

SLOPE, ELASTICITY = plain.slope(), logs.slope()


def interval(s):
    half = t.ppf(0.975, s.n - 1) * math.sqrt(s.sxx / (s.n - 1) / s.n)
    return s.mx, s.mx - half, s.mx + half


SHARES = {k: interval(s) for k, s in halves.items()}
low, up = halves["lower half"], halves["upper half"]
pooled = (up.sxx + low.sxx) / (up.n + low.n - 2)
wide = t.ppf(0.975, up.n + low.n - 2) * math.sqrt(pooled * (1 / up.n + 1 / low.n))
DIFFERENCE = up.mx - low.mx, up.mx - low.mx - wide, up.mx - low.mx + wide
TEST = "Student t test"
