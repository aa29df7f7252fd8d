"""Names that Unicode calls equivalent, such as "é" of one code point and of two, are two names everywhere."""

import json
import random

import pytest

from conftest import overtile, write_pipeline

SPELLINGS = ["\u00e9", "e\u0301", "\u00c5", "A\u030a", "\u212b", "\ud55c", "\u1112\u1161\u11ab", "plain"]
FORMS = {"mvt": {}, "geojson": {"format": "directory", "tileFormat": "geojson"}}
KINDS = ["shape", "cluster", "circle"]


def made_features(seed):
    """Points with some of the spellings, each with a value of another type."""
    pick = random.Random(seed)
    kinds = [lambda: pick.randrange(9), lambda: pick.choice(["x", "y"]), lambda: pick.random() < 0.5]
    types = {name: pick.choice(kinds) for name in SPELLINGS}
    features = []
    for number in range(1, 30):
        names = pick.sample(SPELLINGS, pick.randrange(len(SPELLINGS) + 1))
        place = [pick.uniform(-170, 170), pick.uniform(-80, 80)]
        properties = {name: types[name]() for name in names}
        geometry = {"type": "Point", "coordinates": place}
        features.append({"type": "Feature", "id": number, "geometry": geometry, "properties": properties})
    return features


def made(folder, features, kind, form, name="bundle"):
    folder.mkdir(exist_ok=True)
    source = folder / "points.geojsonl"
    source.write_text("".join(json.dumps(feature, ensure_ascii=False) + "\n" for feature in features))
    layer = {"source": "points", "kind": kind, "zooms": "0-2"}
    if kind == "circle":
        layer["circle"] = {"radius": "200km"}
    output = {"path": str(folder / name), **FORMS[form]}
    pipeline = write_pipeline(folder / "pipeline.yaml", {"points": {"path": "points.geojsonl"}}, {"layer": layer}, output=output)
    run = overtile("build", pipeline)
    assert run.returncode == 0, run.stderr
    return folder / name


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", [1, 2])
def test_spellings_stay_apart(tmp_path, kind, form, seed):
    features = made_features(seed)
    bundle = made(tmp_path, features, kind, form)
    layer = json.loads((bundle / "bundle.json").read_text())["layers"][0]
    counts = {name: sum(name in feature["properties"] for feature in features) for name in SPELLINGS}
    assert layer["values"] == {name: count for name, count in counts.items() if count}, f"seed {seed}"
    types = {int: "Number", str: "String", bool: "Boolean"}
    for name in layer["values"]:
        value = next(feature["properties"][name] for feature in features if name in feature["properties"])
        assert layer["fields"][name] == types[type(value)], f"seed {seed}: {name!r}"

    checked = overtile("verify", bundle)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    fields = json.loads(overtile("inspect", bundle, "--json").stdout)["layers"][0]["fields"]
    assert fields == layer["fields"]
    # Whatever the order, the bundle is the same.
    other = made(tmp_path / "other", features[::-1], kind, form)
    assert (other / "bundle.json").read_bytes() == (bundle / "bundle.json").read_bytes()


@pytest.mark.parametrize("form", FORMS)
def test_every_command_shows_both(tmp_path, form):
    properties = {"\u00e9": 1, "e\u0301": "two"}
    point = {"type": "Point", "coordinates": [10, 10]}
    feature = {"type": "Feature", "id": 1, "geometry": point, "properties": properties}
    bundle = made(tmp_path, [feature], "cluster", form)
    tile = json.loads(overtile("tile", bundle, "0/0/0").stdout)
    assert tile["features"][0]["properties"] == properties
    only = json.loads(overtile("tile", bundle, "0/0/0", "--layer", "layer").stdout)
    assert only["features"][0]["properties"] == properties
    shown = overtile("overlays", bundle, "--camera", "10,10,1", "--viewport", "400x400")
    assert shown.returncode == 0, shown.stderr
    assert json.loads(shown.stdout)["features"][0]["properties"] == properties

    exchanged = dict(feature, properties={"\u00e9": "two", "e\u0301": 1})
    other = made(tmp_path / "other", [exchanged], "cluster", form)
    assert overtile("diff", bundle, other).returncode == 1
    assert overtile("diff", bundle, made(tmp_path / "same", [feature], "cluster", form)).returncode == 0
