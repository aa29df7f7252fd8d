"""Aggregates over texts, nulls and very large numbers: the advice works as pasted, and losses are reported."""

import json
import re

import pytest

from bundle import Bundle
from conftest import overtile, point, write_pipeline


def pipeline(folder, values, aggregates, **others):
    """Points of one cluster, each with a value of p, or without one."""
    features = [point(13 + index / 1e6, 52, index, **({} if value == "none" else {"p": value}))
                for index, value in enumerate(values)]
    (folder / "in.geojsonl").write_text("".join(json.dumps(feature) + "\n" for feature in features))
    layer = {"source": "s", "kind": "cluster", "zooms": "0-1", "cluster": {"aggregates": aggregates}} | others
    return write_pipeline(folder / "p.yaml", {"s": {"path": "in.geojsonl"}}, {"a": layer})


def cluster(folder):
    (entry,) = Bundle(folder / "bundle").entries_at("a", 0)
    return entry.properties


def advised(path):
    """The expressions that the build's messages advise, as they can be pasted."""
    run = overtile("build", path)
    assert run.returncode == 65
    return [json.loads(text) for text in re.findall(r'; (\[.*?\]) (?:reads|compares)', run.stderr.decode())]


TEXTS = ["1", "2.5", None, "", "3", "none"]


@pytest.mark.parametrize("operation, asked, right", [
    ("sum", "p", 6.5), ("mean", "p", 6.5 / 3), ("min", "p", 1), ("max", "p", 3),
    ("sum", ["*", 2, ["get", "p"]], 13), ("min", ["-", ["get", "p"], 1], 0),
])
def test_the_advice_on_texts_passes_over_nulls_and_empty_texts(operation, asked, right, tmp_path):
    (expression,) = advised(pipeline(tmp_path, TEXTS, {"t": {operation: asked}}))
    path = pipeline(tmp_path, TEXTS, {"t": {operation: expression}})
    run = overtile("build", path)
    assert run.returncode == 0, run.stderr.decode()
    assert cluster(tmp_path)["t"] == right
    assert overtile("verify", tmp_path / "bundle").returncode == 0


@pytest.mark.parametrize("values, right", [(["true", "", None], True), (["true", "false", ""], False)])
def test_the_advice_on_truths(values, right, tmp_path):
    (expression,) = advised(pipeline(tmp_path, values, {"t": {"all": "p"}}))
    assert overtile("build", pipeline(tmp_path, values, {"t": {"all": expression}})).returncode == 0
    assert cluster(tmp_path)["t"] is right


def test_the_advice_elsewhere_makes_no_number_of_an_empty_text(tmp_path):
    path = pipeline(tmp_path, ["5", "7"], {}, properties={"compute": {"more": ["+", ["get", "p"], 1]}})
    (number,) = advised(path)
    path = pipeline(tmp_path, ["5", "", "7"], {}, properties={"compute": {"more": ["+", number, 1]}})
    run = overtile("build", path)
    assert run.returncode == 65 and "1 of 3 features is wrong" in run.stderr.decode()
    assert "it is empty" in run.stderr.decode()


def test_null_is_no_number_where_one_is_computed(tmp_path):
    for wrong in (["*", 2, None], ["literal", None], ["case", ["has", "p"], ["*", 2, None], 1]):
        run = overtile("check", pipeline(tmp_path, [1], {"t": {"sum": wrong}}))
        assert run.returncode == 78 and "expected number, found" in run.stderr.decode(), run.stderr.decode()


@pytest.mark.parametrize("operation, values, right", [
    ("sum", [1e308] * 3, None), ("mean", [1e308] * 3, 1e308), ("sum", [1e308, 1e308, 1e308, -1e308, -1e308], 1e308),
    ("mean", [1.5e308, 1.5e308, -1.5e308, -1.5e308], 0), ("max", [1e308] * 3, 1e308),
])
def test_sums_beyond_the_doubles(operation, values, right, tmp_path):
    path = pipeline(tmp_path, values, {"t": {operation: "p"}, "n": {"count": "p"}})
    run = overtile("build", path)
    assert run.returncode == 0
    found = json.loads((tmp_path / "bundle.report.json").read_text())["diagnostics"]
    assert [entry["code"] for entry in found] == (["aggregate-beyond"] if right is None else [])
    assert ("[aggregate-beyond]" in run.stderr.decode()) == (right is None)
    properties = cluster(tmp_path)
    assert properties["n"] == len(values) and ("t" in properties) == (right is not None)
    assert right is None or properties["t"] == pytest.approx(right)
    run = overtile("verify", tmp_path / "bundle")
    assert run.returncode == 0, run.stdout.decode()


def test_a_verified_sum_of_parts_of_which_one_is_beyond_the_doubles(tmp_path):
    """Without the property in the tiles, so that clusters are compared with their child clusters."""
    features = [point(longitude + index / 1e6, 0, p=value)
                for longitude, value in ((0, 1e308), (1, -1e308), (2, 5.0)) for index in range(3)]
    (tmp_path / "in.geojsonl").write_text("".join(json.dumps(feature) + "\n" for feature in features))
    layer = {"source": "s", "kind": "cluster", "zooms": "0-8", "properties": {"keep": "none"},
             "cluster": {"aggregates": {"t": {"sum": "p"}}}}
    path = write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.geojsonl"}}, {"a": layer})
    run = overtile("build", path)
    assert run.returncode == 0 and "[aggregate-beyond]" in run.stderr.decode()
    run = overtile("verify", tmp_path / "bundle")
    assert run.returncode == 0, run.stdout.decode()
