"""Expressions and filters as a user writes them: the result of a build, and the message about a wrong one."""
import pytest

from conftest import build, collection, overtile, point, write_pipeline

SQUARE = {"type": "Polygon", "coordinates": [[[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]]]}
PLACES = [
    point(1, 1, category="cafe", name="Zoe's", tags=["wifi", "dogs"], visits=1234.5),
    point(5, 5, category="bar", name="Ärger", tags=[], visits=None),
    point(20, 20, category="cafe", name="alpha", info={"stars": 3}),
    point(21, 21, name="beta", tags=["wifi"]),
]


def pipeline(folder, **layer):
    (folder / "places.geojson").write_text(collection(PLACES))
    layer = {"source": "places", "kind": "circle", "zooms": "3", "circle": {"radius": "1km"}} | layer
    return write_pipeline(folder / "pipeline.yaml", {"places": {"path": "places.geojson"}}, {"places": layer})


def properties(folder, **layer):
    """The properties of the resulting features, by their names."""
    bundle = build(pipeline(folder, **layer), folder / "bundle")
    return {entry.properties["name"]: entry.properties for entry in bundle.entries["places"]}


@pytest.mark.parametrize("filter, kept", [
    (["==", "category", "cafe"], {"Zoe's", "alpha"}),
    (["!=", "category", "cafe"], {"Ärger", "beta"}),
    (["all", ["has", "category"], [">", "visits", 1000]], {"Zoe's"}),
    (["none", ["in", "category", "bar", "pub"], ["!has", "category"]], {"Zoe's", "alpha"}),
    (["==", ["get", "category"], "cafe"], {"Zoe's", "alpha"}),
    (["in", "wifi", ["coalesce", ["get", "tags"], ["literal", []]]], {"Zoe's", "beta"}),
    (["within", SQUARE], {"Zoe's", "Ärger"}),
    (["<", ["distance", SQUARE], 1_600_000], {"Zoe's", "Ärger", "alpha"}),
])
def test_filters_of_both_languages(tmp_path, filter, kept):
    assert set(properties(tmp_path, filter=filter)) == kept


def test_computed_properties(tmp_path):
    compute = {
        "kind": "place", "rank": 5, "first": ["coalesce", ["slice", ["get", "name"], 0, 1], ""],
        "all": ["case", ["has", "tags"], ["join", ["array", "string", ["get", "tags"]], "+"], None],
        "stars": ["case", ["has", "info"], ["get", "stars", ["get", "info"]], None],
        "both": ["let", "n", ["length", ["get", "name"]], ["*", ["var", "n"], ["var", "n"]]],
        "meters": ["round", ["distance", {"type": "Point", "coordinates": [1, 1]}]],
    }
    found = properties(tmp_path, properties={"keep": ["name"], "compute": compute})
    wanted = {"name": "Zoe's", "kind": "place", "rank": 5, "first": "Z", "all": "wifi+dogs", "both": 25, "meters": 0}
    assert {key: found["Zoe's"].get(key) for key in [*wanted, "stars"]} == wanted | {"stars": None}
    assert found["alpha"]["stars"] == 3 and "all" not in found["alpha"] and "stars" not in found["beta"]
    assert 620_000 < found["Ärger"]["meters"] < 630_000


@pytest.mark.parametrize("filter, words", [
    (["==", ["literal", "category"], "cafe"], ["false for every feature", '["==", ["get", "category"], "cafe"]']),
    (["any"], ["false for every feature", '["get", "category"]']),
    (["==", ["rgb", 1, 2, 3], ["get", "color"]], ['"rgb" is not supported, because it is for drawing']),
    (["feature-state", "hover"], ['"feature-state" is not supported, because it is for drawing']),
    (["within", {"type": "Point", "coordinates": [1, 1]}], ["within", "polygons"]),
    (["==", ["number-format", 1, {"locale": "ar"}], "1"], ['"number-format" is not supported, because it depends on a language']),
    (["==", ["get", "name"], "a", ["collator", {}]], ['"collator" is not supported, because it depends on a language']),
    (["+", "a", 1], ["expected number, found string"]),
    (True, ["a filter, such as", "found the boolean true"]),
])
def test_wrong_filters(tmp_path, filter, words):
    run = overtile("build", pipeline(tmp_path, filter=filter), "--output", tmp_path / "bundle")
    error = run.stderr.decode()
    assert run.returncode == 78 and "pipeline.yaml:" in error and not (tmp_path / "bundle").exists(), error
    for word in words:
        assert word in error, error
