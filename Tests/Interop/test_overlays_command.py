"""The output of the commands for a bundle, against its tiles and members as other people's readers see them."""
import json
import math
import shutil

import pytest
from shapely.geometry import Point, box, shape

from conftest import overtile
from members import Members
from mercator import degrees, from_tile, unit

CAMERA = (-17.7, 178.1, 4.6)
VIEWPORT = (390, 844)


def overlays(bundle, camera, viewport, *words):
    run = overtile("overlays", bundle.folder, "--camera", ",".join(map(str, camera)),
                   "--viewport", "x".join(map(str, viewport)), *words)
    assert run.returncode == 0, run.stderr.decode()
    return json.loads(run.stdout)["features"]


def tiles_in_view(camera, viewport, zoom):
    """The tiles that an upright view shares an area with, columns wrapped."""
    x, y = unit(camera[1], camera[0])
    world = 512 * 2 ** camera[2]
    width, height = viewport[0] / world / 2, viewport[1] / world / 2
    side = 2 ** zoom
    columns = range(math.floor((x - width) * side), math.ceil((x + width) * side))
    rows = range(max(0, math.floor((y - height) * side)), min(side, math.ceil((y + height) * side)))
    return {(zoom, column % side, row) for column in columns for row in rows}


@pytest.mark.parametrize("camera, viewport", [
    (CAMERA, VIEWPORT), ((52.5, 13.4, 3.2), (1024, 768)), ((0, 0, 0.4), (1600, 900)), ((-21, -179.9, 13.5), (500, 500))])
def test_overlays_are_those_of_the_tiles_in_view(quickstart, camera, viewport):
    found = overlays(quickstart, camera, viewport)
    keys = [(feature["layer"], feature["id"]) for feature in found]
    assert len(keys) == len(set(keys))
    expected = set()
    for name, layer in quickstart.layers.items():
        zoom = min(max(math.floor(camera[2]), 0), layer["maxzoom"])
        seen = tiles_in_view(camera, viewport, zoom)
        expected |= {(name, entry.id) for entry in quickstart.entries[name] if entry.tile in seen}
    assert set(keys) == expected
    assert not any(feature["overlay"] == "feature" for feature in found)


def test_a_layer_of_choice(quickstart):
    found = overlays(quickstart, CAMERA, VIEWPORT, "--layer", "quakes")
    assert found and {feature["layer"] for feature in found} == {"quakes"}
    assert {feature["overlay"] for feature in found} == {"circle"}


def test_turned_and_pitched_views(quickstart):
    upright = overlays(quickstart, CAMERA, VIEWPORT)
    turned = overlays(quickstart, CAMERA + (90,), (VIEWPORT[1], VIEWPORT[0]))
    assert {feature["id"] for feature in turned} == {feature["id"] for feature in upright}
    pitched = overlays(quickstart, CAMERA + (0, 60), VIEWPORT)
    assert len({feature["id"] for feature in pitched}) > len(turned) / 2


def test_clusters_and_points_are_as_in_the_tiles(quickstart):
    found = {feature["id"]: feature for feature in overlays(quickstart, (48, 11, 5.5), (800, 600), "--layer", "airports")}
    entries = {entry.id: entry for entry in quickstart.entries_at("airports", 5) if entry.id in found}
    assert len(entries) == len(found) > 20
    for id, entry in entries.items():
        feature = found[id]
        x, y = from_tile(entry.tile, *entry.geometry["coordinates"])
        assert feature["geometry"]["coordinates"] == pytest.approx(degrees(x % 1, y), abs=2e-7)
        properties = dict(feature["properties"])
        if "bbox" in properties:
            properties["bbox"] = json.dumps(properties["bbox"])
            assert json.loads(entry.properties["bbox"]) == json.loads(properties.pop("bbox"))
        assert properties == {key: value for key, value in entry.properties.items() if key != "bbox"}


def test_rings_are_whole(quickstart):
    """The area of a ring, on the plane, is that of its circle; tiles hold it clipped."""
    for feature in overlays(quickstart, CAMERA, VIEWPORT, "--layer", "quakes"):
        properties = feature["properties"]
        assert feature["geometry"]["type"] in ("Polygon", "MultiPolygon")
        polygons = feature["geometry"]["coordinates"]
        if feature["geometry"]["type"] == "Polygon":
            polygons = [polygons]
        area = 0
        for rings in polygons:
            plane = [unit(*position) for position in rings[0]]
            area += abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(plane, plane[1:]))) / 2
        radius = properties["radius_map_points"] / 2 ** 28
        assert area == pytest.approx(math.pi * radius ** 2, rel=0.04)


def test_shapes_do_not_reach_beyond_their_tiles(quickstart):
    camera, viewport = (47, 8, 4.0), (300, 300)
    seen = tiles_in_view(camera, viewport, 4)
    west, north = degrees(min(t[1] for t in seen) / 16, min(t[2] for t in seen) / 16)
    east, south = degrees((max(t[1] for t in seen) + 1) / 16, (max(t[2] for t in seen) + 1) / 16)
    frame = box(west, south, east, north).buffer(1e-6)
    drawn = [shape(feature["geometry"]) for feature in overlays(quickstart, camera, viewport, "--layer", "countries")
             if feature["geometry"]]
    assert len(drawn) > 5
    for geometry in drawn:
        assert frame.contains(geometry)
    assert any(geometry.contains(Point(8, 47)) for geometry in drawn)


def members(bundle, *words):
    run = overtile("members", bundle.folder, *words)
    assert run.returncode == 0, run.stderr.decode()
    return json.loads(run.stdout)


def test_members_page_by_page(quickstart):
    file = Members(quickstart.folder / "members.airports.bin")
    cluster = max((cluster for cluster in file.clusters if 20 < cluster.leaves < 90), key=lambda c: (c.leaves, c.id))
    leaves, page = [], 1
    while True:
        found = members(quickstart, "--cluster", cluster.id, "--page", page, "--page-size", 10, "--zoom", cluster.zoom)
        leaves += [feature["id"] for feature in found["features"] if feature["member"] == "leaf"]
        if page == found["pages"]:
            break
        page += 1
    assert leaves == [leaf[0] for leaf in file.leaves_of(cluster)]
    children = [feature["id"] for feature in found["features"] if feature["member"] == "child"]
    expected = [child.id if hasattr(child, "id") else child[0] for child in file.children_of(cluster)]
    assert children == expected
    assert found["cluster"]["properties"]["point_count"] == cluster.leaves
    assert found["cluster"]["properties"]["expansion_zoom"] == cluster.zoom + 1


@pytest.mark.parametrize("words, status", [
    (["overlays", "BUNDLE", "--camera", "1,2", "--viewport", "10x10"], 64),
    (["overlays", "BUNDLE", "--camera", "1,2,3", "--viewport", "10"], 64),
    (["overlays", "BUNDLE", "--camera", "91,2,3", "--viewport", "10x10"], 64),
    (["overlays", "BUNDLE", "--camera", "1,2,3", "--viewport", "10x10", "--layer", "roads"], 64),
    (["overlays", "NOWHERE", "--camera", "1,2,3", "--viewport", "10x10"], 66),
    (["members", "BUNDLE", "--cluster", "1"], 64),
    (["members", "BUNDLE", "--cluster", "1", "--layer", "quakes"], 64),
    (["members", "NOWHERE", "--cluster", "1"], 66),
])
def test_errors_have_their_codes(quickstart, tmp_path, words, status):
    places = {"BUNDLE": quickstart.folder, "NOWHERE": tmp_path / "nowhere"}
    run = overtile(*[places.get(word, word) for word in words])
    assert run.returncode == status, run.stderr.decode()
    assert run.stderr and not run.stdout


def test_a_damaged_bundle_is_bad_data(quickstart, tmp_path):
    folder = tmp_path / "damaged"
    shutil.copytree(quickstart.folder, folder)
    archive = folder / "z04.pmtiles"
    archive.write_bytes(archive.read_bytes()[:127] + b"\xff" * 500)
    run = overtile("overlays", folder, "--camera", "1,2,4", "--viewport", "300x300")
    assert run.returncode == 65, run.stderr.decode()
    assert b"z04.pmtiles" in run.stderr
