"""Extreme numbers among the properties of tiles, as another program may write them: never a signal."""
import json
import os
import random
import shutil

import pytest
from mapbox_vector_tile.Mapbox import vector_tile_pb2

from bundle import digest
from conftest import build, collection, overtile, point, write_pipeline
from extremes import DOCUMENTED

SLOW = os.environ.get("OVERTILE_SLOW") == "1"
SEED = int(os.environ.get("OVERTILE_SEED", "1"))
NUMBERS = [2 ** 63 - 1, -2 ** 63, 2 ** 62, -1, 0, 2 ** 32]
LAYERS = {
    "points": {"source": "in", "kind": "cluster", "zooms": "0-3"},
    "circles": {"source": "in", "kind": "circle", "zooms": "0-2",
                "circle": {"radius": "300km", "draw": ["center", "ring"]}},
    "discs": {"source": "in", "kind": "circle", "zooms": "0-2",
              "circle": {"radius": "300km", "draw": "ring", "dissolve": {"by": "kind"}}},
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A bundle whose tiles are files."""
    folder = tmp_path_factory.mktemp("tiles")
    features = [point(index % 10 * 30 - 150, index // 10 * 20 - 50, index, kind=index % 3) for index in range(60)]
    (folder / "in.geojson").write_text(collection(features))
    pipeline = write_pipeline(folder / "pipeline.yaml", {"in": {"path": "in.geojson"}}, LAYERS,
                              output={"format": "directory", "compression": "none"})
    build(pipeline, folder / "bundle")
    return folder / "bundle"


def change(values, key, value):
    """Gives a property of every feature of a tile's layer another value; whether one had it."""
    if key not in values.keys:
        return False
    place = list(values.keys).index(key)
    for feature in values.features:
        for index in range(0, len(feature.tags), 2):
            if feature.tags[index] == place:
                feature.tags[index + 1] = len(values.values)
    values.values.add().int_value = value
    return True


def forged(whole, copy, key, value):
    """A copy of a bundle in which a property of every feature has another value; its manifest fits."""
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(whole, copy)
    found = 0
    for path in copy.rglob("*.pbf"):
        tile = vector_tile_pb2.tile()
        tile.ParseFromString(path.read_bytes())
        found += sum(change(layer, key, value) for layer in tile.layers)
        path.write_bytes(tile.SerializeToString())
    manifest = json.loads((copy / "bundle.json").read_text())
    manifest.pop("digest", None)
    for file in manifest["files"]:
        file["sha256"], file["bytes"] = digest(copy / file["path"])
    (copy / "bundle.json").write_text(json.dumps(manifest))
    return found


KEYS = ["point_count", "circle_count", "cluster_id", "expansion_zoom", "radius_m", "radius_map_points", "radius_px",
        "center_longitude", "center_latitude"]


@pytest.mark.parametrize("key", KEYS)
def test_every_number_of_an_overlay(key, whole, tmp_path):
    found = 0
    for number, value in enumerate(NUMBERS if SLOW else [*NUMBERS[:2], random.Random(f"{SEED} {key}").choice(NUMBERS[2:])]):
        found += forged(whole, tmp_path / "copy", key, value)
        for words in (["verify", "copy"], ["diff", *[whole, "copy"][::-1 if number % 2 else 1]],
                      ["overlays", "copy", "--camera=0,0,1", "--viewport=390x844"], ["inspect", "copy"]):
            run = overtile(*words, cwd=tmp_path)
            assert run.returncode in DOCUMENTED, (SEED, key, value, words, run.returncode, run.stderr.decode()[-2000:])
    assert found


def test_the_difference_of_counts_fits(whole, tmp_path):
    """The most and the least that 64 bits hold, one in each bundle."""
    assert forged(whole, tmp_path / "most", "point_count", 2 ** 63 - 1)
    assert forged(whole, tmp_path / "least", "point_count", -2 ** 63)
    for names in ("least", "most"), ("most", "least"):
        run = overtile("diff", *names, "--json", cwd=tmp_path)
        assert run.returncode == 1, (names, run.returncode, run.stderr.decode()[-2000:])
        layers = [layer for zoom in json.loads(run.stdout)["zooms"] for layer in zoom["layers"]]
        assert all(layer["pointsIn"] >= 0 and layer["pointsOut"] >= 0 for layer in layers)


def test_a_tile_that_no_reader_takes_is_rejected(tmp_path):
    """Readers, ours too, unpack 64 MiB of a tile: a bundle with a larger one would be published and never be read."""
    text = "abcdefgh" * 300_000
    with open(tmp_path / "in.geojsonl", "w") as file:
        for number in range(30):
            file.write(json.dumps(point(number * 10 - 150, number % 7 * 20 - 60, text=f"{number}{text}")) + "\n")
    layer = {"source": "s", "kind": "cluster", "zooms": "0-1", "cluster": {"radius": "1px"}}
    path = write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.geojsonl"}}, {"l": layer}, output={"path": "out"})
    run = overtile("build", path, "--quiet")
    assert run.returncode == 65 and not (tmp_path / "out").exists()
    assert b"tile 0/0/0 would be 68.7 MiB" in run.stderr and b"64 MiB" in run.stderr, run.stderr
    path.write_text(path.read_text().replace("zooms: 0-1", "zooms: 2-2"))
    build(path, tmp_path / "out")
    assert overtile("verify", tmp_path / "out").returncode == 0
