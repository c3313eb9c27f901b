"""Where Vega-Lite draws its marks: the specifications of the tests, and what the renderer of
vl-convert-python 1.9.0 (Vega-Lite 6.4, in UTC) makes of them, in pixels. Writes reference.json."""

import json
import os

os.environ["TZ"] = "UTC"
import vl_convert

S = "https://vega.github.io/schema/vega-lite/v6.json"
ROWS = [
    {"g": g, "s": s, "m": m, "f": f, "d": d, "w": w}
    for g, s, m, f, d, w in [
        ("Adelie", "male", 4043.5, 192.4, "2007-01-11", 1), ("Adelie", "female", 3368.8, 187.8, "2007-02-03", 2), ("Adelie", "male", 3900, 190, "2007-02-20", 3),
        ("Gentoo", "male", 5484.8, 221.5, "2008-01-05", 1), ("Gentoo", "female", 4679.7, 212.7, "2008-03-17", 5), ("Gentoo", "female", 4700.1, 213, "2008-03-18", 8),
        ("Chinstrap", "male", 3939, 199.9, "2009-06-30", 13), ("Chinstrap", "female", 3527.2, 191.7, "2009-12-31", -4), ("Chinstrap", "female", 3300, 189.5, "2010-05-15", 21),
        ("Adelie", "female", 3100, 181.2, "2010-05-16", 2.5),
    ]
]
MANY = [{"v": ((i * 7919) % 101) / 7 + (40 if i == 13 else 0), "k": "ab"[i % 2], "t": i} for i in range(60)]
cases = {}


def case(name, rows=ROWS, **spec):
    cases[name] = {"$schema": S, "data": {"values": rows}, **spec}


def q(field, **more):
    return {"field": field, "type": "quantitative", **more}


def n(field, **more):
    return {"field": field, "type": "nominal", **more}


def t(field, **more):
    return {"field": field, "type": "temporal", **more}


case("bar_mean", mark="bar", encoding={"x": n("g"), "y": q("m", aggregate="mean")})
case("bar_mean_h", mark="bar", encoding={"y": n("g"), "x": q("m", aggregate="mean")})
case("bar_raw_stacks", mark="bar", encoding={"x": n("g"), "y": q("m")})
case("bar_stacked", mark="bar", encoding={"x": n("g"), "y": q("m", aggregate="sum"), "color": n("s")})
case("bar_stacked_h", mark="bar", encoding={"y": n("g"), "x": q("m", aggregate="sum"), "color": n("s")})
case("bar_normalized", mark="bar", encoding={"x": n("g"), "y": q("m", aggregate="sum", stack="normalize"), "color": n("s")})
case("bar_center", mark="bar", encoding={"x": n("g"), "y": q("m", aggregate="sum", stack="center"), "color": n("s")})
case("bar_unstacked", mark="bar", encoding={"x": n("g"), "y": q("m", aggregate="sum", stack=None), "color": n("s")})
case("bar_negative", mark="bar", encoding={"x": n("g"), "y": q("w"), "color": n("s")})
case("bar_grouped", mark="bar", encoding={"x": n("g"), "xOffset": n("s"), "y": q("m", aggregate="mean"), "color": n("s")})
case("bar_count", mark="bar", encoding={"x": n("s"), "y": {"aggregate": "count"}})
case("bar_coloured", mark="bar", encoding={"x": n("g"), "y": q("m", aggregate="max"), "color": n("g")})
case("bar_sorted", mark="bar", encoding={"x": n("g", sort="-y"), "y": q("m", aggregate="mean")})
case("bar_sorted_list", mark="bar", encoding={"x": n("g", sort=["Gentoo", "Adelie"]), "y": q("m", aggregate="mean")})
case("bar_sorted_field", mark="bar", encoding={"x": n("g", sort={"field": "f", "op": "median", "order": "descending"}), "y": q("m", aggregate="mean")})
case("bar_unsorted", mark="bar", encoding={"x": n("g", sort=None), "y": q("m", aggregate="mean")})
case("bar_descending", mark="bar", encoding={"x": n("g", sort="descending"), "y": q("m", aggregate="mean")})
case("bar_domain", mark={"type": "bar", "clip": True}, encoding={"x": n("g"), "y": q("m", aggregate="mean", scale={"domain": [0, 8000]})})
case("bar_ranged", mark="bar", encoding={"y": n("g"), "x": q("f", aggregate="min"), "x2": {"field": "f", "aggregate": "max"}})
case("bar_temporal", mark="bar", encoding={"x": t("d"), "y": q("m")})
case("bar_year", mark="bar", encoding={"x": t("d", timeUnit="year"), "y": q("m", aggregate="mean")})
case("bar_month_ordinal", mark="bar", encoding={"x": {"field": "d", "timeUnit": "month", "type": "ordinal"}, "y": q("m", aggregate="mean")})
case("bar_ordinal_number", mark="bar", encoding={"x": {"field": "w", "type": "ordinal"}, "y": q("m")})
case("bar_quantitative_x", mark="bar", encoding={"x": q("f"), "y": q("m")})
case("histogram", MANY, mark="bar", encoding={"x": q("v", bin=True), "y": {"aggregate": "count"}})
case("histogram_stacked", MANY, mark="bar", encoding={"x": q("v", bin={"maxbins": 20}), "y": {"aggregate": "count"}, "color": n("k")})
case("histogram_h", MANY, mark="bar", encoding={"y": q("v", bin={"step": 5}), "x": {"aggregate": "count"}})
case("histogram_transform", MANY, transform=[{"bin": True, "field": "v", "as": "b"}, {"aggregate": [{"op": "count", "as": "c"}], "groupby": ["b", "b_end"]}], mark="bar",
     encoding={"x": q("b", bin="binned"), "x2": {"field": "b_end"}, "y": q("c")})
case("point", mark="point", encoding={"x": q("f"), "y": q("m"), "color": n("g"), "shape": n("s")})
case("point_no_zero", mark="point", encoding={"x": q("f", scale={"zero": False}), "y": q("m", scale={"zero": False})})
case("point_log", mark="circle", encoding={"x": q("f", scale={"type": "log"}), "y": q("m", scale={"type": "log"})})
case("point_sqrt", mark="circle", encoding={"x": q("f", scale={"type": "sqrt"}), "y": q("w", scale={"type": "symlog"})})
case("point_pow_reverse", mark="square", encoding={"x": q("f", scale={"type": "pow", "exponent": 2}), "y": q("m", scale={"reverse": True})})
case("point_strip", mark="point", encoding={"x": q("m")})
case("point_size", mark="point", encoding={"x": q("f"), "y": q("m"), "size": q("w")})
case("point_padding", mark="point", encoding={"x": q("f", scale={"zero": False, "padding": 20, "nice": False}), "y": q("m", scale={"domain": [3000, 6000], "nice": False})})
case("point_domain_min", mark="point", encoding={"x": q("f", scale={"domainMin": 150}), "y": q("m", scale={"domainMax": 7000})})
case("tick", mark="tick", encoding={"x": q("m"), "y": n("g")})
case("line_time", mark="line", encoding={"x": t("d"), "y": q("m")})
case("line_mean_year", mark={"type": "line", "point": True}, encoding={"x": t("d", timeUnit="year"), "y": q("m", aggregate="mean"), "color": n("s")})
case("line_zero", mark="line", encoding={"x": q("f"), "y": q("m")})
case("line_yearmonth_median", mark="line", encoding={"x": t("d", timeUnit="yearmonth"), "y": q("m", aggregate="median")})
case("area", mark="area", encoding={"x": t("d", timeUnit="year"), "y": q("m", aggregate="sum")})
case("area_stacked", mark="area", encoding={"x": t("d", timeUnit="year"), "y": q("m", aggregate="sum"), "color": n("g")})
case("area_between", mark="area", encoding={"x": t("d", timeUnit="year"), "y": q("m", aggregate="min"), "y2": {"field": "m", "aggregate": "max"}})
for extent in ("stderr", "stdev", "iqr"):
    case("errorbar_" + extent, mark={"type": "errorbar", "extent": extent}, encoding={"x": n("g"), "y": q("m")})
case("errorbar_default_h", mark="errorbar", encoding={"y": n("g"), "x": q("m")})
case("errorbar_ends", transform=[{"calculate": "datum.m - 10 * datum.w", "as": "lo"}, {"calculate": "datum.m + 300", "as": "hi"}], mark="errorbar", encoding={"x": q("f"), "y": q("lo"), "y2": {"field": "hi"}})
case("errorbar_error", mark="errorbar", encoding={"x": q("f"), "y": q("m"), "yError": {"field": "f"}})
case("errorbar_two_errors", transform=[{"calculate": "-datum.f / 2", "as": "less"}], mark="errorbar", encoding={"x": q("f"), "y": q("m"), "yError": {"field": "f"}, "yError2": {"field": "less"}})
case("errorband", mark={"type": "errorband", "extent": "stdev"}, encoding={"x": n("s"), "y": q("m")})
case("boxplot", MANY, mark="boxplot", encoding={"x": n("k"), "y": q("v")})
case("boxplot_minmax_h", MANY, mark={"type": "boxplot", "extent": "min-max"}, encoding={"y": n("k"), "x": q("v")})
case("rule_across", mark="rule", encoding={"y": q("m", aggregate="mean")})
case("rule_up", mark="rule", encoding={"x": n("g"), "y": q("m", aggregate="mean")})
case("rule_segment", mark="rule", encoding={"x": n("g"), "y": q("m", aggregate="min"), "y2": {"field": "m", "aggregate": "max"}})
case("rect", mark="rect", encoding={"x": n("g"), "y": n("s"), "color": q("m", aggregate="mean")})
case("rect_bins", MANY, mark="rect", encoding={"x": q("v", bin=True), "y": q("t", bin={"maxbins": 5}), "color": {"aggregate": "count"}})
case("text", mark="text", encoding={"x": n("g"), "y": q("m", aggregate="max"), "text": {"field": "m", "aggregate": "max"}})
case("arc", mark="arc", encoding={"theta": q("m", aggregate="sum"), "color": n("g")})
case("layer_mean_error", layer=[{"mark": "bar", "encoding": {"y": q("m", aggregate="mean")}}, {"mark": {"type": "errorbar", "extent": "stdev"}, "encoding": {"y": q("m")}}], encoding={"x": n("g")})
case("layer_points_rule", layer=[{"mark": "point", "encoding": {"x": q("f", scale={"zero": False}), "y": q("m", scale={"zero": False})}}, {"mark": "rule", "encoding": {"y": {"datum": 4000}}}])
case("layer_titles", layer=[{"mark": "line", "encoding": {"x": t("d"), "y": q("m")}}, {"mark": "line", "encoding": {"x": t("d"), "y": q("f", title="Flipper (mm)")}}])
case("layer_dual", layer=[{"mark": "line", "encoding": {"x": t("d"), "y": q("m")}}, {"mark": "line", "encoding": {"x": t("d"), "y": q("f")}}], resolve={"scale": {"y": "independent"}})
case("column", mark="bar", encoding={"x": n("s"), "y": q("m", aggregate="mean"), "column": n("g")})
case("row_column", mark="point", encoding={"x": q("f"), "y": q("m"), "column": n("g"), "row": n("s")})
case("facet_wrapped", mark="point", encoding={"x": q("f"), "y": q("m"), "facet": n("g", columns=2)}, resolve={"scale": {"y": "independent"}})
case("facet_operator", facet={"column": n("g")}, spec={"layer": [{"mark": "bar", "encoding": {"x": n("s"), "y": q("m", aggregate="mean")}}, {"mark": "point", "encoding": {"x": n("s"), "y": q("m")}}]})
case("column_bins", mark="bar", encoding={"x": q("m", bin=True), "y": {"aggregate": "count"}, "column": n("g")})
case("hconcat", hconcat=[{"mark": "point", "encoding": {"x": q("f"), "y": q("m")}}, {"mark": "bar", "encoding": {"x": n("g"), "y": {"aggregate": "count"}}}])
case("vconcat_filter", transform=[{"filter": "datum.m > 3500"}], vconcat=[{"mark": "point", "encoding": {"x": q("f"), "y": q("m")}}, {"transform": [{"filter": {"field": "g", "oneOf": ["Adelie", "Gentoo"]}}], "mark": "bar", "encoding": {"x": n("g"), "y": q("m", aggregate="mean")}}])
case("filters", transform=[{"filter": {"and": [{"field": "f", "range": [185, 215]}, {"not": {"field": "g", "equal": "Gentoo"}}]}}, {"filter": {"field": "m", "gte": 3368.8}}], mark="point", encoding={"x": q("f"), "y": q("m")})
case("calculate", transform=[{"calculate": "datum.m / 1000 + (datum.s == 'male' ? 1 : 0)", "as": "kg"}], mark="point", encoding={"x": q("f"), "y": q("kg")})
case("fold", transform=[{"fold": ["f", "w"]}], mark="bar", encoding={"x": n("key"), "y": q("value", aggregate="mean")})
case("aggregate", transform=[{"aggregate": [{"op": "stdev", "field": "m", "as": "sd"}, {"op": "q1", "field": "m", "as": "q"}], "groupby": ["g"]}], mark="point", encoding={"x": q("sd"), "y": q("q")})
case("joinaggregate", transform=[{"joinaggregate": [{"op": "mean", "field": "m", "as": "mean"}], "groupby": ["g"]}, {"calculate": "datum.m - datum.mean", "as": "rest"}], mark="point", encoding={"x": q("f"), "y": q("rest")})
case("window", transform=[{"window": [{"op": "sum", "field": "m", "as": "run"}, {"op": "rank", "as": "r"}], "sort": [{"field": "s"}], "groupby": ["g"]}], mark="point", encoding={"x": q("r"), "y": q("run")})
case("window_frame", transform=[{"window": [{"op": "mean", "field": "m", "as": "around"}], "frame": [-1, 1], "sort": [{"field": "d"}], "ignorePeers": True}], mark="line", encoding={"x": t("d"), "y": q("around")})
case("window_unsorted", transform=[{"window": [{"op": "sum", "field": "m", "as": "run"}, {"op": "row_number", "as": "r"}]}], mark="line", encoding={"x": q("r"), "y": q("run")})
case("time_transform", transform=[{"timeUnit": "quarter", "field": "d", "as": "qu"}], mark="point", encoding={"x": t("qu"), "y": q("m")})
case("missing", ROWS + [{"g": "Adelie", "s": "male", "m": None, "f": 200}, {"g": None, "s": "x", "m": 3000, "f": 170}], mark="bar", encoding={"x": n("g"), "y": q("m", aggregate="mean")})
case("missing_points", ROWS + [{"g": "Adelie", "m": None, "f": 200}, {"g": "Gentoo", "m": 3000}], mark="point", encoding={"x": q("f"), "y": q("m")})
cases["csv"] = {"$schema": S, "data": {"values": "a,b,c\nx,1,2007-03-01\ny,2,2008-03-01\nx,4,\n", "format": {"type": "csv"}}, "transform": [{"calculate": "datum.b + 1", "as": "e"}], "mark": "bar", "encoding": {"x": n("a"), "y": q("e", aggregate="sum")}}
case("titles", title="Penguins", mark="bar", encoding={"x": n("g", title="Species"), "y": q("m", aggregate="mean", axis={"title": "Body mass (g)"}), "color": n("s", legend={"title": "Sex"})})
case("no_axis", mark="point", encoding={"x": q("f", axis=None), "y": q("m", title=None)})
case("tooltip_groups", mark="bar", encoding={"x": n("g"), "y": q("m", aggregate="mean"), "tooltip": [n("s"), q("m", aggregate="mean")]})
case("config", mark="point", width=400, height=200, encoding={"x": q("f"), "y": q("m")}, config={"view": {"continuousWidth": 200}, "axis": {"grid": False}})
case("stack_order", mark="bar", encoding={"x": n("g"), "y": q("m", aggregate="sum"), "color": n("s"), "order": {"field": "s", "sort": "ascending"}})
case("distinct", mark="bar", encoding={"x": n("g"), "y": q("s", aggregate="distinct")})
case("single_point", [{"a": 5, "b": 7}], mark="point", encoding={"x": q("a", scale={"zero": False}), "y": q("b", scale={"zero": False})})
case("layer_bar_text", layer=[{"mark": "bar"}, {"mark": "text", "encoding": {"text": q("m", aggregate="mean")}}], encoding={"x": n("g"), "y": q("m", aggregate="mean")})
case("detail_lines", mark="line", encoding={"x": q("w"), "y": q("m"), "detail": n("g")})
case("color_ranked", mark="line", encoding={"x": q("w"), "y": q("m"), "color": {"field": "s", "type": "ordinal", "sort": "descending"}})
case("facet_operator_bins", facet={"row": n("g")}, spec={"mark": "bar", "encoding": {"x": q("m", bin={"step": 500}), "y": {"aggregate": "count"}}})
case("bar_alone", mark="bar", encoding={"y": q("m", aggregate="mean")})
case("bar_log", mark={"type": "bar", "clip": True}, encoding={"x": n("g"), "y": q("m", aggregate="mean", scale={"type": "log", "domain": [1000, 10000]})})
case("names_reversed", mark="point", encoding={"x": n("g", scale={"reverse": True}), "y": q("m")})
case("names_domain", mark="bar", encoding={"x": n("g", scale={"domain": ["Gentoo", "Chinstrap", "Adelie"]}), "y": q("m", aggregate="mean")})
case("row_sorted", mark="point", encoding={"x": q("f"), "y": q("m"), "row": n("g", sort=["Gentoo", "Adelie"])})
case("row_descending", mark="point", encoding={"x": q("f"), "y": q("m"), "row": n("g", sort="descending")})
case("area_normalized", mark="area", encoding={"x": t("d", timeUnit="year"), "y": q("m", aggregate="sum", stack="normalize"), "color": n("s")})
case("area_center", mark="area", encoding={"x": t("d", timeUnit="year"), "y": q("m", aggregate="sum", stack="center"), "color": n("s")})
case("area_h", mark={"type": "area", "line": True}, encoding={"y": t("d", timeUnit="year"), "x": q("m", aggregate="sum")})
case("errorbar_layers", layer=[{"mark": "point", "encoding": {"y": q("m", aggregate="mean", scale={"zero": False})}}, {"mark": {"type": "errorbar", "extent": "iqr"}, "encoding": {"y": q("m", scale={"zero": False})}}], encoding={"x": n("g", title="Species")})
case("errorbar_grouped", mark={"type": "errorbar", "extent": "stdev"}, encoding={"x": n("s"), "y": q("m"), "color": n("s")})
case("boxplot_outliers", MANY, mark={"type": "boxplot", "extent": 0.5}, encoding={"y": q("v")})
case("domain_zero_off", mark="bar", encoding={"x": n("g"), "y": q("m", aggregate="mean", scale={"zero": False})})
case("datum_names", layer=[{"mark": "bar", "encoding": {"x": n("g"), "y": q("m", aggregate="mean")}}, {"mark": "rule", "encoding": {"y": {"datum": 4500}, "color": {"datum": "limit"}}}])
case("parse", ROWS, mark="line", encoding={"x": t("d", timeUnit="yearquarter"), "y": q("m", aggregate="variance"), "color": n("g")})
case("stack_transform", transform=[{"stack": "m", "groupby": ["g"], "sort": [{"field": "f", "order": "descending"}], "as": ["a", "b"], "offset": "normalize"}], mark="bar", encoding={"x": n("g"), "y": q("a"), "y2": {"field": "b"}, "detail": n("f")})
case("concat_shared", concat=[{"mark": "point", "encoding": {"x": q("f"), "y": q("m")}}, {"mark": "point", "encoding": {"x": q("f"), "y": q("w")}}], resolve={"scale": {"y": "shared"}})
case("rect_span", mark="rect", encoding={"x": q("f", aggregate="min"), "x2": {"field": "f", "aggregate": "max"}})
case("line_order_groups", mark={"type": "line", "interpolate": "step-after"}, encoding={"x": q("w"), "y": q("m"), "color": n("g"), "strokeDash": n("s")})
case("circle_sized_bins", MANY, mark="circle", encoding={"x": q("v", bin={"maxbins": 10}), "y": n("k"), "size": {"aggregate": "count"}})
case("min_dates", mark="point", encoding={"x": {"field": "d", "aggregate": "min", "type": "temporal"}, "y": n("g")})


def items(mark):
    kind = mark["marktype"]
    for it in mark["items"]:
        x, y = it.get("x", 0), it.get("y", 0)
        if kind == "line":
            if it.get("defined", True):
                yield ["line", x, x, y, y]
        elif kind == "symbol":
            yield ["symbol", x, x, y, y]
        elif kind == "text":
            yield ["text", x, x, y, y, it.get("text", "")]
        elif kind == "arc":
            yield ["arc", abs(it["endAngle"] - it["startAngle"]), 0, 0, 0]
        elif kind == "rect":
            x2, y2 = x + it.get("width", 0), y + it.get("height", 0)
            yield ["rect", min(x, x2), max(x, x2), min(y, y2), max(y, y2)]
        elif kind in ("rule", "area"):
            x2, y2 = it.get("x2", x), it.get("y2", y)
            if kind == "area":
                x2, y2 = x + it.get("width", 0), y + it.get("height", 0)
            yield [kind, min(x, x2), max(x, x2), min(y, y2), max(y, y2)]
        else:
            raise ValueError(kind)


def words(node, role, out):
    if node.get("role") == role:
        out += [i["text"] for i in node["items"]]
    for it in node.get("items", []):
        for c in it.get("items", []):
            words(c, role, out)
    return out


def panels(node, out, here=None):
    """Marks by the panel in which they stand: a group that has a place of its own."""
    if node["marktype"] != "group":
        if node.get("role") == "mark":
            here["marks"] += items(node)
        return
    if node.get("role") not in ("frame", "scope"):
        return
    for it in node["items"]:
        inner = here
        if node["role"] == "frame" or "x" in it:
            inner = {"width": it.get("width", 0), "height": it.get("height", 0), "marks": []}
            out.append(inner)
        for c in it.get("items", []):
            panels(c, out, inner)


result = []
for name, spec in cases.items():
    root = vl_convert.vegalite_to_scenegraph(spec, vl_version="6.4")["scenegraph"]
    found = []
    panels(root, found)
    found = [p for p in found if p["marks"]]
    legend = words(root, "legend-label", [])
    result.append({"name": name, "spec": spec, "panels": found, "titles": sorted(set(words(root, "axis-title", []))), "legend": legend})

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "reference.json"), "w") as f:
    f.write("[\n" + ",\n".join(json.dumps(r, separators=(",", ":")) for r in result) + "\n]\n")
print(len(result), "specifications")
