"""What all readers of bundles say alike: the boxes that markers lie in, and the ids and values of leaves.

Readers are the module for the web under Node.js, the library in Swift, as `overtile members` and `overtile overlays` use it,
`overtile serve`, and of other people mapbox-vector-tile, for what the tiles hold. `BoxTests` reads the same table of boxes in
Swift."""
import json

import pytest

from conftest import ROOT, build, collection, overtile, point, write_pipeline
from members import Members
from serving import Server
from test_web_reader import ask

TABLE = json.loads((ROOT / "Tests/Interop/boxes.json").read_text())
# Ids as sources write them, and nested values.
IDS = ["shop-26896", 7, 0.5, 2**52 + 1, -3, "12", None, 7]
VALUES = {"address": {"street": "Main", "numbers": [3, {"to": 4}]}, "tags": ["a", None], "empty": {}, "text": "[1]", "whole": 2**60,
          "part": 0.25, "open": True}


@pytest.fixture(scope="module")
def marked(tmp_path_factory):
    folder = tmp_path_factory.mktemp("boxes")
    points = [point(*position, int(id)) for id, position in TABLE["markers"].items()]
    (folder / "in.geojson").write_text(collection(points))
    layers = {"points": {"source": "s", "kind": "cluster", "zooms": TABLE["zooms"], "cluster": {"radius": "1px"}}}
    return build(write_pipeline(folder / "p.yaml", {"s": {"path": "in.geojson"}}, layers), folder / "bundle")


def test_boxes_and_zooms(marked):
    """Longitudes wrap, latitudes clamp, borders belong to a box, zooms floor; south above north is an error."""
    cases = [case for case in TABLE["cases"] if case["ids"] is not None]
    (found,) = ask({"folder": str(marked.folder), "boxes": [("points", case["bbox"], case["zoom"]) for case in cases]})
    assert len(cases) > 25
    with Server(marked.folder) as server:
        for case, features in zip(cases, found["boxes"]):
            assert [feature["id"] for feature in features] == case["ids"], case
            query = f"bbox={','.join(map(str, case['bbox']))}&zoom={case['zoom']}"
            for path in ("/bundle/points/features?", "/bundle/features?"):
                assert [feature["id"] for feature in server.json(path + query)["features"]] == case["ids"], case
        for case in TABLE["cases"]:
            if case["ids"] is None:
                query = f"bbox={','.join(map(str, case['bbox']))}&zoom={case['zoom']}"
                assert server.get(f"/bundle/points/features?{query}").status == 400


@pytest.fixture(scope="module", params=["full", "ids"])
def shops(request, tmp_path_factory):
    return request.param, built(tmp_path_factory.mktemp("shops"), request.param)


def built(folder, members):
    """Shops in one cluster, which are single at the last zoom of a second layer."""
    points = [point(9 + n / 1e4, 47, id, n=n, **VALUES) for n, id in enumerate(IDS)]
    (folder / "in.geojson").write_text(collection(points))
    cluster = {"members": members, "aggregates": {"sum": {"sum": "n"}}}
    layers = {f"to{last}": {"source": "s", "kind": "cluster", "zooms": f"0-{last}", "cluster": cluster} for last in (3, 20)}
    return build(write_pipeline(folder / "p.yaml", {"s": {"path": "in.geojson"}}, layers), folder / "bundle")


def test_leaves_have_the_ids_and_values_of_single_points(shops):
    """With their types; arrays and objects as JSON text, as tiles have them. `members: ids` keeps the ids alone."""
    kept, bundle = shops
    singles = {entry.id: entry.properties for entry in bundle.entries_at("to20", 20)}
    assert sorted(map(str, (found.get("source_id", id) for id, found in singles.items() if found["n"] != 6))) == sorted(
        str(id) for id in IDS if id is not None)
    assert all(json.loads(found["address"]) == VALUES["address"] for found in singles.values())
    if kept == "ids":
        singles = {id: {"source_id": found["source_id"]} if "source_id" in found else {} for id, found in singles.items()}
    expected = json.loads(json.dumps(singles, sort_keys=True), parse_int=typed, parse_float=typed)
    members = Members(bundle.folder / "members.to3.bin")
    (cluster,) = [found for found in members.clusters if found.leaves == len(IDS)]
    written = {leaf[0]: properties for leaf, properties in zip(members.leaves, members.properties)}
    printed = json.loads(overtile("members", bundle.folder, "--layer", "to3", "--cluster", cluster.id).stdout)
    (found,) = ask({"folder": str(bundle.folder), "clusters": [("to3", cluster.id, 100, 0)]})
    with Server(bundle.folder) as server:
        served = server.json(f"/bundle/to3/clusters/{cluster.id}/leaves?limit=100")
    readers = {
        "members.py": written,
        "swift": {feature["id"]: feature["properties"] for feature in printed["features"] if feature["member"] == "leaf"},
        "serve": {feature["id"]: feature["properties"] for feature in served["features"]},
    }
    for name, properties in readers.items():
        assert json.loads(json.dumps(properties, sort_keys=True), parse_int=typed, parse_float=typed) == expected, name
    # JavaScript has one type for numbers, which holds whole ones up to 2^53.
    web = {feature["id"]: rounded(feature["properties"]) for feature in found["clusters"][0]["leaves"]}
    assert web == {id: rounded(properties) for id, properties in singles.items()}


def rounded(properties):
    return {key: float(value) if key == "whole" else value for key, value in properties.items()}


def typed(number):
    return (float if "." in number else int)(number), "." in number


def test_verify_takes_members_of_ids(shops):
    run = overtile("verify", shops[1].folder)
    assert run.returncode == 0, run.stdout.decode() + run.stderr.decode()


def test_tiles_are_the_same_bytes_whatever_members_keep(shops, tmp_path):
    without = built(tmp_path, "none")
    archives = {path.name: path.read_bytes() for path in without.folder.glob("*.pmtiles")}
    assert archives == {path.name: path.read_bytes() for path in shops[1].folder.glob("*.pmtiles")} and len(archives) == 21
