"""scikit-learn: group means as a regression on indicators, in a pipeline; metrics give the spread."""

import numpy as np
import pandas as pd
from scipy import stats
from sklearn.compose import ColumnTransformer
from sklearn.linear_model import LinearRegression
from sklearn.metrics import mean_squared_error
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

frame = pd.read_csv("data/penguins.csv").dropna(subset=["body_mass_g"])
REFERENCE = {"species": "Adelie", "sex": "female"}


def fitted(column):
    """(table of label, mean, low, high; differences from the reference) of a Student model."""
    data = frame.dropna(subset=[column])
    order = [REFERENCE[column], *sorted(set(data[column]) - {REFERENCE[column]})]
    model = make_pipeline(
        ColumnTransformer([("label", OneHotEncoder(categories=[order], sparse_output=False), [column])]),
        LinearRegression(fit_intercept=False),
    )
    model.fit(data[[column]], data["body_mass_g"])
    means = dict(zip(order, model[-1].coef_))
    predicted = model.predict(data[[column]])
    table, sds = {}, {}
    for label in order:
        rows = (data[column] == label).to_numpy()
        n = rows.sum()
        variance = mean_squared_error(data["body_mass_g"][rows], predicted[rows]) * n / (n - 1)
        half = stats.t.ppf(0.975, n - 1) * np.sqrt(variance / n)
        table[label] = means[label], means[label] - half, means[label] + half
        sds[label] = np.sqrt(variance), n
    return table, sds


def student(table, sds, a, b):
    (sa, na), (sb, nb) = sds[a], sds[b]
    pooled = ((na - 1) * sa**2 + (nb - 1) * sb**2) / (na + nb - 2)
    value, half = table[a][0] - table[b][0], stats.t.ppf(0.975, na + nb - 2) * np.sqrt(pooled * (1 / na + 1 / nb))
    return value, value - half, value + half


SPECIES, species = fitted("species")
SEXES, sexes = fitted("sex")
SDS = {k: v[0] for k, v in species.items()}
TEST = "Student t test"
GENTOO, CHINSTRAP = student(SPECIES, species, "Gentoo", "Adelie"), student(SPECIES, species, "Chinstrap", "Adelie")
MALES = student(SEXES, sexes, "male", "female")
