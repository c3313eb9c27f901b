"""asyncio: a producer fills a queue, tasks take from it, results are gathered."""

import asyncio
import csv

import numpy as np
from scipy import stats


async def rows(path):
    with open(path, newline="") as f:
        for row in csv.DictReader(f):
            if row["body_mass_g"] != "NA":
                yield row
            if row["body_mass_g"].endswith("50"):
                await asyncio.sleep(0)


class Table:
    async def __aenter__(self):
        self.queue = asyncio.Queue(maxsize=20)
        self.species, self.sexes = {}, {}
        self.worker = asyncio.create_task(self.work())
        return self

    async def __aexit__(self, *exc):
        await self.queue.put(None)
        await self.worker

    async def work(self):
        while (row := await self.queue.get()) is not None:
            mass = float(row["body_mass_g"])
            self.species.setdefault(row["species"], []).append(mass)
            if row["sex"] != "NA":
                self.sexes.setdefault(row["sex"], []).append(mass)


async def interval(values):
    x = np.asarray(values)
    await asyncio.sleep(0)
    half = stats.t.ppf(0.975, x.size - 1) * stats.sem(x)
    return x.mean(), x.mean() - half, x.mean() + half


async def welch(a, b):
    test = await asyncio.to_thread(stats.ttest_ind, a, b, equal_var=False)
    ci = test.confidence_interval(0.95)
    return max(np.mean(a) - np.mean(b), (await shift(a, b))), ci.low, ci.high


async def shift(a, b):
    await asyncio.sleep(0)
    return np.mean(a) - np.mean(b)


async def main():
    async with Table() as table:
        async for row in rows("data/penguins.csv"):
            await table.queue.put(row)
    species, sexes = table.species, table.sexes
    means = await asyncio.gather(*(interval(v) for v in species.values()), *(interval(v) for v in sexes.values()))
    named = dict(zip([*species, *sexes], means))
    tests = await asyncio.gather(
        welch(species["Gentoo"], species["Adelie"]),
        welch(species["Chinstrap"], species["Adelie"]),
        welch(sexes["male"], sexes["female"]),
    )
    sds = {k: await asyncio.to_thread(np.std, v, ddof=1) for k, v in species.items()}
    return {k: named[k] for k in species}, {k: named[k] for k in sexes}, tests, sds


SPECIES, SEXES, (GENTOO, CHINSTRAP, MALES), SDS = asyncio.run(main())
TEST = "Welch t test"
