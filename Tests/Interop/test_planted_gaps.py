"""`verify` finds gaps planted into borders of real coverages: one position moved by some units, on one side, in one tile.

It judges a gap that is wider than rounding makes one, and whose ends, shared by both sides, are in one tile of the next zoom.
Countries always; OVERTILE_SLOW=1 takes the world's time zones, too, and OVERTILE_INPUTS is a folder in which they are made already.
The last zoom is left alone: `verify` cannot judge what no other zoom has.
"""
import json
import math
import os
import subprocess
import sys
from pathlib import Path

import pytest
import shapely

import rawtile
from bundle import digest
from conftest import ROOT, SAMPLES, build, overtile, write_pipeline

LAST = 6
STEP = 9
SOURCES = ["countries", *(["zones"] if "OVERTILE_SLOW" in os.environ else [])]
MANY = {"countries": 20, "zones": 50}
# Nothing moves near the edge of a tile, where nothing is judged.
EXTENT, MARGIN = 4096, 64


def input_of(name, folder):
    if name == "countries":
        return SAMPLES / "countries.geojson"
    path = Path(os.environ.get("OVERTILE_INPUTS") or folder) / "zones.geojsonl"
    if not path.exists():
        subprocess.run([sys.executable, ROOT / "Samples/make.py", "--out", path.parent, name], check=True)
    return path


@pytest.fixture(scope="module", params=SOURCES)
def bundle(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp(request.param)
    return request.param, build(write_pipeline(
        folder / "p.yaml", {"s": {"path": str(input_of(request.param, folder))}},
        {"l": {"source": "s", "kind": "shape", "zooms": f"0-{LAST}", "properties": {"keep": "none"}, "shape": {"tolerance": "1px"}}},
        output={"format": "directory", "layout": "single"}), folder / "bundle", timeout=600)


def found_in(folder):
    """The findings about borders and tolerance: the tile and the feature of each."""
    run = overtile("verify", folder, "--all", "--json", timeout=600)
    findings = [one for kind in json.loads(run.stdout)["findings"] if kind["code"].startswith("overlay") for one in kind["first"]]
    return run.returncode, [(tuple(map(int, one["tile"].split("/"))), one["feature"]) for one in findings]


def family(tile):
    """A tile, the one above it, and those below it: the tiles that are compared with it, and itself."""
    zoom, x, y = tile
    return {tile, (zoom - 1, x // 2, y // 2)} | {(zoom + 1, 2 * x + i, 2 * y + j) for i in (0, 1) for j in (0, 1)}


def places(layer):
    """The positions whose gaps are judged: the feature, its neighbor, and the positions before, at and after them.

    The border goes on with the same neighbor on both sides."""
    owners = {edge: feature.id for feature in layer.features if feature.type == rawtile.POLYGON
              for ring in rawtile.paths(feature) for edge in zip(ring, ring[1:] + ring[:1])}
    for feature in layer.features:
        for ring in rawtile.paths(feature) if feature.type == rawtile.POLYGON else ():
            for index in range(len(ring)):
                five = [ring[(index + step) % len(ring)] for step in range(5)]
                neighbors = {owners.get((b, a)) for a, b in zip(five, five[1:])}
                quarters = {(2 * x // EXTENT, 2 * y // EXTENT) for x, y in five[1:4]}
                if len(neighbors) == 1 and None not in neighbors and len(quarters) == 1 and \
                        all(MARGIN <= value <= EXTENT - MARGIN for position in five[1:4] for value in position):
                    yield feature, *neighbors, *five[1:4]


def is_wide(before, position, after, step):
    """Whether a position that moves by a step makes a gap that is wider on average than rounding does."""
    area = abs((after[0] - before[0]) * step[1] - (after[1] - before[1]) * step[0]) / 2
    return area > math.dist(before, position) + math.dist(position, after)


def moved(path, numbers):
    """Moves a position that polygons share in one of them, if a valid polygon is left: the features that have it; or nothing."""
    tile = rawtile.parse(path.read_bytes())
    layer, = tile.layers
    found = list(places(layer))
    if not found:
        return None
    feature, neighbor, before, position, after = numbers.choice(found)
    dx, dy = numbers.choice([(STEP, 0), (-STEP, 0), (0, STEP), (0, -STEP)])
    if not is_wide(before, position, after, (dx, dy)):
        return None
    change = {position: (position[0] + dx, position[1] + dy)}
    rings = [[change.get(one, one) for one in ring] for ring in rawtile.paths(feature)]
    if any(ring[index] == ring[index - 1] for ring in rings for index in range(len(ring))):
        return None
    # A ring that has turned over would lack its exterior.
    turned = [rawtile.doubled_area(ring) > 0 for ring in rings] != [rawtile.doubled_area(ring) > 0 for ring in rawtile.paths(feature)]
    if turned or not shapely.is_valid(rawtile.polygons(rings)).all():
        return None
    feature.geometry[:] = commands(rings)
    path.unlink()
    path.write_bytes(tile.SerializeToString())
    return {feature.id, neighbor}


def commands(rings):
    words, last = [], (0, 0)
    for ring in rings:
        for index, position in enumerate(ring):
            if index < 2:
                words.append(rawtile.MOVE | 1 << 3 if index == 0 else rawtile.DRAW | len(ring) - 1 << 3)
            words += [step << 1 if step >= 0 else -step * 2 - 1 for step in (position[0] - last[0], position[1] - last[1])]
            last = position
        words.append(rawtile.CLOSE | 1 << 3)
    return words


def sealed(folder):
    """Makes the digests in the manifest those of the files as they are now."""
    path = folder / "bundle.json"
    manifest = json.loads(path.read_text())
    for file in manifest["files"]:
        file["sha256"], file["bytes"] = digest(folder / file["path"])
    del manifest["digest"]
    path.unlink()
    path.write_text(json.dumps(manifest))


def test_gaps_are_found_and_nothing_else(bundle, numbers, tmp_path):
    name, whole = bundle
    assert found_in(whole.folder) == (0, [])
    copy = tmp_path / "copy"
    subprocess.run(["cp", "-al", whole.folder, copy], check=True)
    tiles = sorted(path for path in copy.glob("tiles/*/*/*.pbf") if int(path.parts[-3]) < LAST)
    planted, used = {}, set()
    for path in numbers.sample(tiles, len(tiles)):
        tile = (int(path.parts[-3]), int(path.parts[-2]), int(path.stem))
        if len(planted) < MANY[name] and not family(tile) & used and (features := moved(path, numbers)):
            planted[tile] = features
            used |= family(tile)
    sealed(copy)
    status, findings = found_in(copy)
    assert status == 65 and len(planted) == MANY[name]
    found = {tile for tile, features in planted.items()
             if any(where in family(tile) and feature in features for where, feature in findings)}
    print(f"{name}: {len(found)} of {len(planted)} found")
    assert len(found) >= 0.95 * len(planted)
    assert all(any(where in family(tile) and feature in features for tile, features in planted.items()) for where, feature in findings)
