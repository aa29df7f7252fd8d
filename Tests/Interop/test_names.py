"""Names that differ only in Unicode's normalization are one name, in its composed form, against unicodedata."""
import json
import random
import unicodedata

import pytest

from bundle import Bundle
from conftest import collection, overtile, point, write_pipeline

SPELLINGS = ["\u00e9", "e\u0301", "\u00c5", "A\u030a", "\u212b", "\ud55c", "\u1112\u1161\u11ab", "plain"]
KINDS = ["shape", "cluster", "circle"]


def made_features(seed):
    """Points with some of the spellings, each with a number of its own."""
    pick = random.Random(seed)
    features = []
    for number in range(1, 30):
        names = pick.sample(SPELLINGS, pick.randrange(len(SPELLINGS) + 1))
        place = [pick.uniform(-170, 170), pick.uniform(-80, 80)]
        properties = {name: pick.randrange(99) for name in names}
        geometry = {"type": "Point", "coordinates": place}
        features.append({"type": "Feature", "id": number, "geometry": geometry, "properties": properties})
    return features


def composed(properties):
    """One value a name; of several the last."""
    return {unicodedata.normalize("NFC", name): value for name, value in properties.items()}


def made(folder, features, kind, name="bundle", **options):
    folder.mkdir(exist_ok=True)
    source = folder / "points.geojsonl"
    source.write_text("".join(json.dumps(feature, ensure_ascii=False) + "\n" for feature in features))
    layer = {"source": "points", "kind": kind, "zooms": "0-2"} | options
    if kind == "circle":
        layer["circle"] = {"radius": "200km"}
    pipeline = write_pipeline(folder / "pipeline.yaml", {"points": {"path": "points.geojsonl"}}, {"layer": layer},
                              output={"path": str(folder / name)})
    run = overtile("build", pipeline)
    assert run.returncode == 0, run.stderr
    return folder / name, run.stderr.decode()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", [1, 2])
def test_spellings_are_one_name(tmp_path, kind, seed):
    features = made_features(seed)
    folder, said = made(tmp_path, features, kind)
    bundle = Bundle(folder)
    layer, = bundle.manifest["layers"]
    expected = {feature["id"]: composed(feature["properties"]) for feature in features}
    counts = {}
    for properties in expected.values():
        for name in properties:
            counts[name] = counts.get(name, 0) + 1
    assert layer["values"] == counts, f"seed {seed}"
    both = sum(len(feature["properties"]) > len(expected[feature["id"]]) for feature in features)
    assert f"{both} features with properties whose names differ only in Unicode normalization" in said
    for entry in bundle.entries_at("layer", 2):
        if entry.id in expected:
            own = {name: value for name, value in entry.properties.items() if name in counts}
            assert own == expected[entry.id], f"seed {seed}"
    checked = overtile("verify", folder)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    # Whatever the order, the bundle is the same.
    other, _ = made(tmp_path / "other", features[::-1], kind)
    assert (other / "bundle.json").read_bytes() == (folder / "bundle.json").read_bytes()


@pytest.mark.parametrize("asked", ["\u00e9", "e\u0301"])
def test_a_configuration_may_use_either(tmp_path, asked):
    features = [{"type": "Feature", "id": number, "geometry": {"type": "Point", "coordinates": [number, 1]}, "properties": {name: number}}
                for number, name in enumerate(["\u00e9", "e\u0301", "other"], 1)]
    folder, said = made(tmp_path, features, "cluster", filter=["has", asked], properties={"keep": [asked]})
    layer, = Bundle(folder).manifest["layers"]
    assert layer["features"] == 2 and layer["values"] == {"\u00e9": 2} and "normalization" not in said


@pytest.mark.parametrize("name", ["", ".", ".."])
def test_a_layer_has_a_name_that_can_be_part_of_a_path(name, tmp_path):
    (tmp_path / "in.geojson").write_text(collection([point(1, 1)]))
    path = write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.geojson"}}, {name: {"source": "s", "kind": "cluster", "zooms": "0"}},
                          output={"layout": "per-layer", "format": "directory"})
    run = overtile("build", path)
    assert run.returncode == 78 and f"a name must not be {repr(name).replace(chr(39), chr(34)) if name else 'empty'}" in run.stderr.decode()
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["in.geojson", "p.yaml"]
