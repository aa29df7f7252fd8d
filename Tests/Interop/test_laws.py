"""Same features, same bytes: whatever the order, the form and the files of the input, and whatever the threads."""
import gzip
import json
import random

import pytest

from bundle import contents
from conftest import SAMPLES, build, write_pipeline

SEED = 20260921

LAYERS = {
    "countries": {"source": "countries", "kind": "shape", "zooms": "0-3", "shape": {"label": True, "small": "point"}},
    "airports": {"source": "airports", "kind": "cluster", "zooms": "0-6", "cluster": {"aggregates": {
        "mean_ft": {"mean": "elevation_ft"}, "countries": {"distinct": "country", "cap": 4},
        "example": {"first": "name"},
        "tenths": {"sum": ["*", 0.1, ["get", "elevation_ft"]]}}}},
    "quakes": {"source": "quakes", "kind": "circle", "zooms": "0-3", "circle": {
        "radius": {"expression": ["*", 20, ["get", "mag"]], "unit": "km"}, "draw": ["center", "ring"]}},
    "shaken": {"source": "quakes", "kind": "circle", "zooms": "0-2", "filter": [">", ["get", "mag"], 4.9], "circle": {
        "radius": "90km", "draw": "ring", "dissolve": {"by": "mag"}}},
}


def sample(name):
    path = SAMPLES / name
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return json.loads(data)["features"]


@pytest.fixture(scope="module")
def inputs():
    return {"quakes": sample("quakes.geojson"), "countries": sample("countries.geojson"),
            "airports": random.Random(SEED).sample(sample("airports.geojson.gz"), 3000)}


def dump(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def as_collection(features):
    return dump({"type": "FeatureCollection", "features": features}).encode()


def as_collection_that_begins_with_features(features):
    return dump({"features": features, "type": "FeatureCollection"}).encode()


def as_lines(features):
    return "".join(dump(feature) + "\n" for feature in features).encode()


def as_windows_lines(features):
    return b"\xef\xbb\xbf" + "".join(dump(feature) + "\r\n\r\n" for feature in features).encode()


def as_sequence(features):
    return "".join("\x1e" + dump(feature) + "\n" for feature in features).encode()


def as_pretty_sequence(features):
    return "".join("\x1e" + json.dumps(feature, indent=2) + "\n" for feature in features).encode()


def compressed(form):
    return lambda features: gzip.compress(form(features))


def bundle_of(folder, inputs, forms=[as_collection], parts=1, threads=2):
    """Builds the inputs, written in forms in turn and over a number of files."""
    folder.mkdir()
    for number, (name, features) in enumerate(inputs.items()):
        for part in range(parts):
            (folder / f"{name}-{part}.json").write_bytes(forms[number % len(forms)](features[part::parts]))
    pipeline = write_pipeline(
        folder / "pipeline.yaml", {name: {"path": f"{name}-*.json"} for name in inputs}, LAYERS)
    return contents(build(pipeline, folder / "bundle", "--threads", threads).folder)


@pytest.fixture(scope="module")
def expected(inputs, tmp_path_factory):
    files = bundle_of(tmp_path_factory.mktemp("laws") / "reference", inputs)
    assert len(files) == 9
    return files


def assert_equal(found, expected):
    assert found.keys() == expected.keys()
    assert [name for name in found if found[name] != expected[name]] == []


def test_order_does_not_matter(inputs, expected, tmp_path):
    shuffled = {name: random.Random(SEED).sample(features, len(features)) for name, features in inputs.items()}
    assert_equal(bundle_of(tmp_path / "run", shuffled), expected)


def test_reversed_order_with_one_thread_does_not_matter(inputs, expected, tmp_path):
    backwards = {name: features[::-1] for name, features in inputs.items()}
    assert_equal(bundle_of(tmp_path / "run", backwards, threads=1), expected)


def test_files_do_not_matter(inputs, expected, tmp_path):
    assert_equal(bundle_of(tmp_path / "run", inputs, parts=7), expected)


# Each source of a build in a form of its own, read by many threads.
@pytest.mark.parametrize("forms, parts", [
    ([as_collection_that_begins_with_features, as_lines, as_windows_lines], 1), ([as_sequence, as_pretty_sequence, as_lines], 1),
    ([compressed(as_collection), compressed(as_lines), compressed(as_sequence)], 2)], ids=["texts", "sequences", "compressed"])
def test_forms_and_many_threads_do_not_matter(inputs, expected, tmp_path, forms, parts):
    assert_equal(bundle_of(tmp_path / "run", inputs, forms, parts, threads=7), expected)


def test_order_of_keys_does_not_matter(inputs, expected, tmp_path):
    def turned(value):
        if isinstance(value, list):
            return [turned(item) for item in value]
        return {key: turned(value[key]) for key in reversed(value)} if isinstance(value, dict) else value

    assert_equal(bundle_of(tmp_path / "run", {name: turned(features) for name, features in inputs.items()}), expected)


def test_standard_input_does_not_matter(inputs, tmp_path):
    (tmp_path / "airports.json").write_bytes(as_collection(inputs["airports"]))
    layers = {"airports": LAYERS["airports"]}
    file = write_pipeline(tmp_path / "file.yaml", {"airports": {"path": "airports.json"}}, layers)
    stream = write_pipeline(tmp_path / "stream.yaml", {"airports": {"path": "-"}}, layers)
    expected = contents(build(file, tmp_path / "one").folder)
    found = contents(build(stream, tmp_path / "two", input=gzip.compress(as_lines(inputs["airports"]))).folder)
    for files in (expected, found):
        # The configuration's own digest tells the two pipelines apart; nothing else may.
        manifest = json.loads(files.pop("bundle.json"))
        manifest["provenance"].pop("configuration")
        files["manifest"] = dump(manifest).encode()
    assert_equal(found, expected)


def test_nothing_of_the_machine_is_in_a_bundle(expected, tmp_path):
    """Every folder of the tests' is below this one."""
    for name, data in expected.items():
        assert str(tmp_path.parent).encode() not in data, name


def test_another_feature_is_another_bundle(inputs, expected, tmp_path):
    fewer = inputs | {"airports": inputs["airports"][1:]}
    found = bundle_of(tmp_path / "run", fewer)
    assert json.loads(found["bundle.json"])["provenance"]["features"] != json.loads(
        expected["bundle.json"])["provenance"]["features"]
