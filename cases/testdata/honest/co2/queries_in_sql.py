"""SQL does the means, window functions the growth; pandas reads the answers."""

import sqlite3

import pandas as pd
import statsmodels.formula.api as smf
from scipy import stats

raw = pd.read_csv("data/co2.csv")
with sqlite3.connect(":memory:") as db:
    raw.to_sql("weekly", db, index=False)
    db.executescript(
        """
        CREATE VIEW monthly AS
          SELECT date / 10000 AS year, date / 100 % 100 AS month, AVG(co2) AS co2
          FROM weekly WHERE co2 IS NOT NULL GROUP BY 1, 2;
        CREATE VIEW annual AS SELECT year, AVG(co2) AS co2 FROM monthly GROUP BY year HAVING COUNT(*) = 12;
        """
    )
    monthly = pd.read_sql_query("SELECT year + (month - 0.5) / 12 AS t, co2 FROM monthly ORDER BY year, month", db)
    season = pd.read_sql(
        "SELECT month, AVG(m.co2 - a.co2) AS departure FROM monthly m JOIN annual a USING (year) GROUP BY month ORDER BY month", db
    )
    growth = pd.read_sql(
        """
        SELECT CASE WHEN year > 1980 THEN 'late' ELSE 'early' END AS period, co2 - before AS growth
        FROM (SELECT year, co2, LAG(co2) OVER w AS before, LAG(year) OVER w AS last FROM annual WINDOW w AS (ORDER BY year))
        WHERE last = year - 1
        """,
        db,
    )

T, CO2 = monthly["t"], monthly["co2"]
fit = smf.ols("co2 ~ t", monthly).fit()
TREND = (fit.params["t"], *fit.conf_int().loc["t"])
SEASON = dict(season.itertuples(index=False))
SWING = season["departure"].agg(lambda s: s.max() - s.min())
parts = {k: g["growth"] for k, g in growth.groupby("period")}
GROWTH = {k: (v.mean(), *stats.t.interval(0.95, v.size - 1, v.mean(), v.sem())) for k, v in parts.items()}
DIFFERENCE = (parts["late"].mean() - parts["early"].mean(), *stats.ttest_ind(parts["late"], parts["early"]).confidence_interval())
TEST = "Student t test"
