"""Operators of other languages, and comparisons with values that no feature has: the advice does what was meant, pasted
unchanged."""
import json
import re

import pytest

from conftest import collection, overtile, point, write_pipeline

KINDS = ["cafe", "bar", "shop"]
FEATURES = [point(number, number % 50, kind=KINDS[number % 3], name=f"P{number}", yes=["yes", "no"][number % 2],
                  price=["3,50", "4,00"][number % 2], visits=number, note=None if number % 2 else "x")
            for number in range(120)]


def run(folder, condition, **source):
    (folder / "in.geojson").write_text(collection(FEATURES))
    layer = {"source": "s", "kind": "cluster", "zooms": "0-1", "filter": condition}
    path = write_pipeline(folder / "p.yaml", {"s": {"path": "in.geojson"} | source}, {"l": layer})
    made = overtile("build", path, "--dry-run", "--quiet", "--json")
    features = json.loads(made.stdout)["layers"][0]["accepted"] if made.returncode == 0 else None
    return made.returncode, features, made.stderr.decode()


def get(name):
    return ["get", name]


PASTED = [
    (["!in", get("kind"), ["literal", ["cafe"]]], lambda f: f["kind"] != "cafe"),
    (["!in", get("kind"), ["cafe", "bar"]], lambda f: f["kind"] == "shop"),
    (["nin", get("kind"), ["literal", ["cafe"]]], lambda f: f["kind"] != "cafe"),
    (["not in", get("kind"), ["cafe"]], lambda f: f["kind"] != "cafe"),
    (["not_in", get("kind"), "cafe", "bar"], lambda f: f["kind"] == "shop"),
    (["contains", get("name"), "P1"], lambda f: "P1" in f["name"]),
    (["startsWith", get("name"), "P1"], lambda f: f["name"].startswith("P1")),
    (["ends_with", get("name"), "11"], lambda f: f["name"].endswith("11")),
    (["between", get("visits"), 3, 5], lambda f: 3 <= f["visits"] <= 5),
    (["isNull", get("note")], lambda f: f["note"] is None),
    (["is_not_null", get("note")], lambda f: f["note"] is not None),
    (["==", ["lower", get("kind")], "cafe"], lambda f: f["kind"] == "cafe"),
    (["has", get("note")], lambda f: f["note"] is not None),
]


@pytest.mark.parametrize(("condition", "meant"), PASTED, ids=[json.dumps(condition) for condition, _ in PASTED])
def test_what_is_advised_means_the_same(condition, meant, tmp_path):
    code, _, told = run(tmp_path, condition)
    assert code in (65, 78), told
    advice = re.search(r"write (\[.*?\])(?:[;\n]|$)", told)
    assert advice, told
    pasted = json.loads(advice[1])
    if condition[0] == "==":
        pasted = ["==", pasted, condition[2]]
    code, features, told = run(tmp_path, pasted)
    if condition[0] == "has":
        # Null is a value of a property that is there.
        assert (code, features) == (0, len(FEATURES)), told
    else:
        assert (code, features) == (0, sum(meant(feature["properties"]) for feature in FEATURES)), told


@pytest.mark.parametrize("name", ["like", "regex", "substring", "ifelse", "exists", "sum"])
def test_no_name_is_answered_with_one_that_means_something_else(name, tmp_path):
    code, _, told = run(tmp_path, [name, get("name"), "P"])
    assert code == 78 and f'unknown operator "{name}"; ' in told and "did you mean" not in told, told


@pytest.mark.parametrize(("condition", "listed"), [
    (["any", ["==", get("yes"), True], ["==", get("kind"), "bar"]], 'write ["==",["get","yes"],"yes"]'),
    (["!=", get("yes"), False], 'write ["!=",["get","yes"],"no"]'),
    (["any", ["==", get("price"), 3.5], ["==", get("kind"), "bar"]], '"price" holds texts: "3,50", "4,00"'),
], ids=["any", "not", "number"])
def test_nothing_is_advised_that_no_feature_has(condition, listed, tmp_path):
    assert run(tmp_path, condition)[0] == 0
    warned = overtile("build", tmp_path / "p.yaml", "--dry-run").stderr.decode()
    assert listed in warned, warned


def test_a_share_without_a_unit(tmp_path):
    code, _, told = run(tmp_path, ["==", get("kind"), "cafe"], maxRejected=0.05)
    assert code == 78 and "needs a unit: 5% for 0.05 of all, or 0.05%" in told, told
