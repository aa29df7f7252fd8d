"""A bundle that was just built verifies, also where shapes overlap, touch, are thin, or are cut at tiles and at the antimeridian."""
import json
import math
import random

import pytest

from conftest import build, collection, overtile, write_pipeline


def polygon(number, *rings):
    return {"type": "Feature", "id": number, "properties": {}, "geometry": {"type": "Polygon", "coordinates": [[*ring, ring[0]] for ring in rings]}}


def spikes(seed, count, radius, depth):
    """A star of many thin spikes of random lengths."""
    made = random.Random(seed)
    return [[-5 + radius * (1 - depth * made.random()) * math.cos(angle), -25 + 0.6 * radius * (1 - depth * made.random()) * math.sin(angle)]
            for angle in (2 * math.pi * index / count for index in range(count))]


# The shapes, the zooms, the extent of the tiles, and the keys of `shape`.
CASES = {
    # Corners that overlap have two positions in common once they are rounded.
    "corner": ([
        [[-78.7026614, -14.7938282], [-78.7026418, -14.7937546], [-78.7026747, -14.7937578], [-78.700691, -14.7934017]],
        [[-78.7026081, -14.7937441], [-78.7026615, -14.7937595], [-78.7027227, -14.7933916], [-78.7027738, -14.7927718]],
    ], "8-15", 4096, {}),
    "overlap": ([
        [[144.0524046, 4.0860252], [144.1951383, 4.1417984], [144.2131966, 4.2050919], [144.3225446, 3.9836816]],
        [[144.2517089, 4.0474244], [144.2131923, 4.2051107], [144.2198416, 4.1689467], [144.104145, 4.1059194]],
    ], "1-7", 512, {"tolerance": "1px", "smallerThan": "0px", "small": "point"}),
    "snapped-at-180": ([
        [[182.6596394, 70.6454009], [171.4462745, 66.8641883], [179.0673753, 66.8060978]],
        [[179.0160591, 68.4326737], [179.189099, 67.8502054], [184.9124525, 67.1026237]],
    ], "0-3", 1024, {"tolerance": "1px", "small": "point", "label": True, "snap": "0.1m"}),
    "large-parts-at-180": ([
        [[180.9786107, -38.9175721], [181.1070259, -40.1824675], [177.7179259, -38.7896208], [181.166222, -39.9371617],
         [179.2700152, -40.7471038], [178.0561091, -38.2903521]],
        [[178.1786016, -41.1164995], [189.5843471, -36.847541], [189.6524887, -36.696157]],
    ], "1-4", 4096, {"tolerance": "2px", "smallerThan": "8px", "small": "point"}),
    "spikes": ([spikes(1, 1200, 1.2, 0.3)], "6-9", 1024, {}),
    "deep-spikes": ([spikes(2, 2000, 5, 0.3)], "2-6", 1024, {"tolerance": "0.5px", "smallerThan": "8px"}),
    # Parts that a zoom leaves out touch others: at the next one, rounding joins their outlines.
    "touching-parts": ([spikes(160, 2000, 1.2, 0.3)], "6-10", 4096, {"tolerance": "0.375px", "smallerThan": "8px"}),
}
# A hole that the edge of a tile cuts is a notch there, and no zoom lower it is too small.
HOLE = ([[66.4420182, 11.7158602], [66.4929592, 11.7711163], [67.3618788, 12.2006745], [67.317791, 11.5908943], [67.1816818, 11.5190996]],
        [[66.6636649, 11.7179412], [66.9554532, 11.6008439], [67.1050122, 11.6614075], [67.1742599, 11.7332128], [66.9333768, 11.8843152]])


def verified(folder, features, zooms, extent, shape):
    (folder / "in.geojson").write_text(collection(features))
    bundle = build(write_pipeline(
        folder / "p.yaml", {"s": {"path": "in.geojson", "onInvalid": "repair"}},
        {"l": {"source": "s", "kind": "shape", "zooms": zooms, "shape": shape}}, output={"extent": extent}), folder / "bundle")
    run = overtile("verify", bundle.folder, "--all")
    assert run.returncode == 0, run.stdout.decode()
    return bundle


@pytest.mark.parametrize("name", CASES)
def test_what_was_built_verifies(name, tmp_path):
    rings, *options = CASES[name]
    verified(tmp_path, [polygon(number, ring) for number, ring in enumerate(rings)], *options)


def test_a_hole_at_the_edge_of_a_tile_verifies(tmp_path):
    verified(tmp_path, [polygon(1, *HOLE)], "1-4", 2048, {"smallerThan": "4px", "small": "point"})


@pytest.mark.parametrize("case", range(4))
def test_random_shapes_verify(case, numbers, tmp_path):
    """Triangles that overlap and nearly match, some across the antimeridian."""
    made = random.Random(numbers.randrange(1 << 30))
    middle = 180 if case % 2 else -78
    features = []
    for number in range(60):
        ring = [[middle + made.uniform(-1, 1), 20 + made.uniform(-1, 1)] for _ in range(3)]
        twin = [[x + made.uniform(-1e-4, 1e-4), y + made.uniform(-1e-4, 1e-4)] for x, y in ring]
        features += [polygon(2 * number, ring), polygon(2 * number + 1, twin)]
    shape = {"tolerance": made.choice(["0.375px", "1px", "4px"]), "smallerThan": made.choice(["0px", "1px", "8px"])}
    verified(tmp_path, features, "3-8", made.choice([512, 1024, 4096]), shape | ({"snap": "5m"} if case > 1 else {}))


def test_many_equal_shapes_verify(tmp_path):
    """Equal stars that cross themselves: each pair of them could be compared at each position."""
    made = random.Random(7)
    star = [[10 + made.uniform(-1, 1), 50 + made.uniform(-1, 1)] for _ in range(30)]
    verified(tmp_path, [polygon(number, star) for number in range(200)], "5-6", 4096, {})


def test_cameras_and_extents_are_those_of_joined_borders(tmp_path):
    """Two triangles whose outer corners are 0.6 m apart; joining them moves what is farthest."""
    features = [polygon(1, [[9.999581099, 1.001305344], [10.000194966, 0.999458259], [9.999994331, 0.997855679]]),
                polygon(2, [[10.000192523, 0.999455762], [9.99957727, 1.001302297], [9.999988939, 1.000341876]])]
    bundle = verified(tmp_path, features, "4-13", 4096, {"smallerThan": "0px", "snap": "1m"})
    report = json.loads((tmp_path / "bundle.report.json").read_text())["layers"][0]
    layer = bundle.manifest["layers"][0]
    assert report["snapping"]["movedPositions"] > 0 and layer["extent"] == layer["bounds"] == report["bounds"]
