"""The reader for the web, under Node.js: it reads the same from bundles as other readers, and its own tests pass.

No test here needs a browser: none looks at a map."""
import hashlib
import json
import os
import re
import subprocess
import time
from pathlib import Path

import pmtiles.tile
import pytest

import mercator
from bundle import Bundle
from conftest import OVERTILE, ROOT, SAMPLES, SEED, build, overtile, write_pipeline
from members import Cluster, Members

MODULE = ROOT / "Sources/OverlayBundleWeb/overlay-bundle.js"
MODULES = sorted(MODULE.parent.glob("*.js"))
PAGE = ROOT / "Sources/OverlayBundle/OverlayBundle.docc/ReadingOnTheWeb.md"
TESTS = sorted((ROOT / "Tests/Web").glob("*.test.mjs"))
# The tests in Swift, built beside the program, and those of them that read damaged files.
TESTS_IN_SWIFT = OVERTILE.parent / "overtilePackageTests.xctest"
DAMAGING = """
    InspectionTests.DamageTests/aDamagedFile DiffTests/aMissingBundle GateOldBundleTests/damagedMembers
    ManifestTests/(rejects|names)
    OverlayBundleTests.(DamagedBundleTests|DamagedMembersTests)/ HostileArchiveTests/(bombs|counts|leaves|offsets|otherKinds)
    OverlayBundleTests.OpeningTests/(filesOfLayers|anArchive|pathsDoNot)
    TileArchiveTests.GzipTests/rejects JoinedTileTests/joinsTheFeatures TileArchiveTests.OpenTests/(saysWhat|namesA)
    PMTilesDirectoryTests/rejects PMTilesReaderTests/(rejects|survives)
    InspectionTests.Verify(Aggregate|Archive|Manifest|Members|Statistics|Tile) LayerBytesTests/damaged TileDecoderTests/(accepts|rejects|survives) TolerantDecoderTests/
""".split()
# Containers and layouts: each is read with all three kinds of layers.
STORED = [("pmtiles", "per-zoom"), ("pmtiles", "single"), ("directory", "single"), ("pmtiles", "per-layer"), ("directory", "per-layer")]


def node(*words, input=None, **environment):
    return subprocess.run(["node", *map(str, words)], env=os.environ | environment, input=input, capture_output=True,
                          timeout=120, text=True)


def ask(*queries):
    """The reader's results: one object for each bundle, with a list for each kind of query."""
    run = node(ROOT / "Tests/Web/dump.mjs", input=json.dumps(queries))
    assert run.returncode == 0, run.stderr[-3000:]
    return json.loads(run.stdout)


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """One pipeline with all three kinds of layers in each container that browsers read."""
    folder = tmp_path_factory.mktemp("stored")
    found = {}
    for format, layout in STORED:
        pipeline = write_pipeline(
            folder / f"{format}-{layout}.yaml",
            {"quakes": {"path": str(SAMPLES / "quakes.geojson")},
             "countries": {"path": str(SAMPLES / "countries.geojson")}},
            {"countries": {"source": "countries", "kind": "shape", "zooms": "0-1"},
             "quakes": {"source": "quakes", "kind": "cluster", "zooms": "0-4"},
             "circles": {"source": "quakes", "kind": "circle", "zooms": "1-2",
                         "circle": {"radius": "80km", "draw": ["center", "ring"]}}},
            output={"format": format, "layout": layout})
        found[format, layout] = build(pipeline, folder / f"{format}-{layout}")
    return found


def test_types_are_right():
    options = "--skipLibCheck --allowJs --checkJs --strict --noEmit --target es2022 --module esnext --lib es2022,dom,dom.iterable"
    run = subprocess.run(["tsc", *options.split(), MODULE], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout


def test_the_modules_stand_alone():
    """They import one another and nothing else, and none is long."""
    for path in MODULES:
        text = path.read_text()
        assert not re.search(r"\bimport\((?!'\./)|\brequire\(", text) and len(text.splitlines()) <= 300, path
        named = re.findall(r"^(?:import|export) .*?from '(.*)';$", text, re.M)
        assert len(named) == len(re.findall(r"^import\b|^export \{", text, re.M)) and all((path.parent / name).exists() for name in named)


def test_every_code_and_limit_is_on_the_page():
    module, page = "".join(path.read_text() for path in MODULES), PAGE.read_text()
    rows = re.findall(r"^\| (`[^|]*`) \| [^|]* \|$", page.split("## Errors")[1].split("## Limits")[0], re.M)
    told = [code for row in rows for code in re.findall(r"`([a-z-]+)`", row)]
    assert sorted(told) == sorted(set(re.findall(r"(?:BundleError|super)\('([a-z-]+)'", module)))
    limits = re.findall(r"^\| `(\w+)` \|", page.split("## Limits")[1], re.M)
    assert limits == re.findall(r"^ \* @property \{number\} (\w+Bytes|\w+Tiles|requests|timeoutMs) ", module, re.M)


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.name.split(".")[0])
def test_under_node(path, quickstart, tmp_path):
    (tmp_path / "quickstart").symlink_to(quickstart.folder)
    run = node("--test", "--test-reporter=tap", path, OVERTILE_WEB_BUNDLES=str(tmp_path), OVERTILE_SEED=str(SEED))
    assert run.returncode == 0, run.stdout[-5000:] + run.stderr[-2000:]
    assert int(re.search(r"^# pass (\d+)$", run.stdout, re.M)[1]) >= 1 and "# skipped 0" in run.stdout


@pytest.fixture(scope="module")
def damaged(tmp_path_factory):
    """The damaged files that the tests in Swift read: one file of cases for each test.

    `make test` runs these tests beside, and says where they keep the files; without it they are run for the files.
    """
    if kept := os.environ.get("OVERTILE_DAMAGED"):
        return kept_beside(Path(kept))
    assert TESTS_IN_SWIFT.exists(), f"{TESTS_IN_SWIFT} is missing: `make checked` builds the tests in Swift beside the program"
    folder = tmp_path_factory.mktemp("damaged")
    words = [TESTS_IN_SWIFT, "--testing-library", "swift-testing", "--filter", "|".join(DAMAGING)]
    variables = {"OVERTILE_DAMAGED": str(folder), "SWT_SWIFT_ERROR_BACKTRACING_ENABLED": "0"}
    run = subprocess.run(words, env=os.environ | variables, capture_output=True, timeout=300, text=True, cwd=ROOT)
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-2000:]
    return folder


def kept_beside(folder):
    """The folder, once the tests in Swift have ended well."""
    end = time.monotonic() + 1200
    while not (folder / ".complete").exists():
        assert not (folder / ".failed").exists(), "the tests in Swift failed"
        assert time.monotonic() < end, "the tests in Swift have not ended"
        time.sleep(0.5)
    return folder


def test_damage_that_the_tests_in_swift_read(damaged):
    """An error each, or one of the reasons that damaged-by-swift.mjs lists; no suite that keeps damaged files is left out."""
    keeping = {path.stem for path in (ROOT / "Tests").glob("*Tests/**/*.swift") if "DamagedFiles.keep" in path.read_text()}
    assert keeping == {path.name.split(".")[0] for path in damaged.glob("*.jsonl")}
    run = node("--test", "--test-reporter=tap", ROOT / "Tests/Web/damaged-by-swift.mjs", OVERTILE_DAMAGED=str(damaged))
    assert run.returncode == 0, run.stdout[-5000:] + run.stderr[-2000:]
    assert int(re.search(r"^# pass (\d+)$", run.stdout, re.M)[1]) > 30 and "# skipped 0" in run.stdout


def test_ids_of_tiles_are_those_of_pmtiles(numbers):
    addresses = [(zoom, numbers.randrange(2**zoom), numbers.randrange(2**zoom)) for zoom in range(27) for _ in range(40)]
    addresses += [(zoom, x, y) for zoom in range(27) for x in (0, 2**zoom - 1) for y in (0, 2**zoom - 1)]
    (found,) = ask({"ids": addresses})
    assert found["ids"] == [pmtiles.tile.zxy_to_tileid(*address) for address in addresses]


@pytest.fixture(scope="module")
def queries(stored, numbers):
    """Tiles that are there and tiles that are not, of every layer, and random boxes: many cross the antimeridian, where
    the quakes are."""
    bundle = stored[STORED[0]]
    absent = {(zoom, numbers.randrange(2**zoom), numbers.randrange(2**zoom)) for zoom in range(2, 8) for _ in range(6)}
    addresses = sorted(set(bundle.plain) | absent)
    boxes = [("quakes", [-180, -90, 180, 90], zoom) for zoom in range(-1, 6)]
    for index in range(30):
        zoom, wide = numbers.uniform(0, 5), numbers.choice([3, 15, 40])
        # Four of five boxes hold a marker at least.
        marker = numbers.choice(bundle.entries_at("quakes", min(int(zoom), 4)))
        longitude, latitude = degrees(marker) if index % 5 else (numbers.uniform(0, 360), numbers.uniform(-80, 80))
        west, east = (longitude % 360 + side * numbers.uniform(0.1, wide) for side in (-1, 1))
        if numbers.random() < 0.5:
            east = (east + 180) % 360 - 180
        south, north = (latitude + side * numbers.uniform(0.1, wide) for side in (-1, 1))
        boxes.append(("quakes", [west, south, east, north], zoom))
    layers = [(layer, *address) for layer in bundle.layers for address in addresses]
    return {"whole": addresses, "layers": layers, "boxes": boxes}


@pytest.fixture(scope="module")
def told(stored, queries):
    """The reader's results of the same queries to each bundle; of vector tiles in a folder, the whole ones alone."""
    asked = [{"folder": str(bundle.folder)} | queries for bundle in stored.values()]
    asked[2] = {"folder": asked[2]["folder"], "whole": queries["whole"]}
    return dict(zip(stored, ask(*asked)))


@pytest.mark.parametrize("kind", STORED, ids="-".join)
def test_tiles_are_those_of_other_readers(kind, stored, queries, told):
    """Whole tiles, byte for byte."""
    tiles = stored[kind].plain
    assert told[kind]["whole"] == [
        hashlib.sha256(tiles[address]).hexdigest() if address in tiles else None for address in queries["whole"]]
    assert len(tiles) > 10


# Tiles are the same in each container, so they are decoded once; here their layers lie in files of their own, too.
@pytest.mark.parametrize("kind", [STORED[0], STORED[3]], ids="-".join)
def test_layers_of_tiles_are_those_of_other_readers(kind, stored, queries, told):
    """The features of each layer, as mapbox-vector-tile has them."""
    bundle, expected = stored[kind], {}
    for layer, entries in bundle.entries.items():
        for entry in entries:
            expected.setdefault((layer, *entry.tile), []).append(entry)
    for query, result in zip(queries["layers"], told[kind]["layers"]):
        entries = expected.get(tuple(query), [])
        assert result["has"] == bool(entries) == (result["tile"] is not None), query
        if entries:
            compare_tile(entries, result["tile"], query)
    assert len(expected) > 15


def test_every_layout_gives_the_same(told):
    assert told[STORED[0]] == told[STORED[1]] == told[STORED[3]] == told[STORED[4]]


def compare_tile(entries, tile, query):
    assert tile["extent"] == 4096
    features = tile["features"]
    assert [feature["id"] for feature in features] == [entry.id for entry in entries], query
    for feature, entry in zip(features, entries):
        assert feature["tags"] == entry.properties, query
        kind = entry.geometry["type"]
        assert feature["type"] == (1 if "Point" in kind else 2 if "Line" in kind else 3), query
        assert flat(feature["geometry"]) == flat(entry.geometry["coordinates"]), query


def flat(coordinates):
    if coordinates and isinstance(coordinates[0], (int, float)):
        return [coordinates[:2]]
    return [position for part in coordinates for position in flat(part)]


def degrees(entry):
    """The position of a marker, from -180 to below 180."""
    zoom, column, row = entry.tile
    x, y = entry.geometry["coordinates"]
    longitude, latitude = mercator.degrees((column + x / 4096) / 2**zoom, (row + y / 4096) / 2**zoom)
    return (longitude + 180) % 360 - 180, latitude


@pytest.mark.parametrize("kind", [STORED[0], STORED[3]], ids="-".join)
def test_clusters_of_boxes(kind, stored, queries, told):
    """Against all entries of the zoom."""
    bundle = stored[kind]
    for (_, box, zoom), result in zip(queries["boxes"], told[kind]["boxes"]):
        expected = {}
        for entry in bundle.entries_at("quakes", min(max(int(zoom // 1), 0), 4)):
            longitude, latitude = degrees(entry)
            if within(longitude, box) and box[1] <= latitude <= box[3]:
                expected[entry.id] = entry.properties
        assert {feature["id"]: feature["properties"] for feature in result} == expected, (box, zoom)
        assert [feature["id"] for feature in result] == sorted(expected)
    assert sum(map(bool, told[kind]["boxes"])) >= 7 + 24


def within(longitude, box):
    west, east = box[0], box[2]
    return east - west >= 360 or (longitude - west) % 360 <= (east - west) % 360


def member_point(id, x, y):
    longitude, latitude = mercator.degrees(x / mercator.WORLD, y / mercator.WORLD)
    return id, pytest.approx([longitude, latitude], abs=1e-7)


@pytest.mark.parametrize("name", ["stored", "quickstart"])
def test_members_are_those_of_the_reference_reader(name, stored, quickstart, numbers):
    bundle, layer = (quickstart, "airports") if name == "quickstart" else (stored[STORED[0]], "quakes")
    members = Members(bundle.folder / f"members.{layer}.bin")
    known = numbers.sample(members.clusters, min(150, len(members.clusters)))
    queries = [(layer, cluster.id, numbers.choice([1, 10, 300]), numbers.choice([0, 0, 3, 10**6])) for cluster in known]
    (found,) = ask({"folder": str(bundle.folder), "clusters": queries})
    properties = dict(zip((leaf[0] for leaf in members.leaves), members.properties))
    for cluster, (_, _, limit, offset), result in zip(known, queries, found["clusters"]):
        assert result["zoom"] == cluster.zoom + 1
        leaves = members.leaves_of(cluster)[offset:offset + limit]
        assert [leaf_tuple(feature) for feature in result["leaves"]] == [member_point(*leaf) for leaf in leaves]
        assert [feature["properties"] for feature in result["leaves"]] == [properties[leaf[0]] for leaf in leaves]
        for child, feature in zip(members.children_of(cluster), result["children"], strict=True):
            if isinstance(child, Cluster):
                assert leaf_tuple(feature) == member_point(child.id, child.x, child.y)
                told = feature["properties"]
                assert (told["cluster"], told["cluster_id"], told["point_count"], told["expansion_zoom"]) == (
                    True, child.id, child.leaves, child.zoom + 1)
            else:
                assert leaf_tuple(feature) == member_point(*child)


def leaf_tuple(feature):
    return feature["id"], feature["geometry"]["coordinates"]


def test_members_are_those_of_the_program(stored):
    """Children and a page of leaves as `overtile members` prints them; children as the tiles have them."""
    bundle = stored[STORED[0]]
    largest = sorted(Members(bundle.folder / "members.quakes.bin").clusters, key=lambda cluster: -cluster.leaves)[:3]
    (found,) = ask({"folder": str(bundle.folder), "clusters": [("quakes", cluster.id, 20, 20) for cluster in largest]})
    in_tiles = {entry.id: entry.properties for entry in bundle.entries["quakes"]}
    for cluster, result in zip(largest, found["clusters"]):
        run = overtile("members", bundle.folder, "--cluster", cluster.id, "--page", 2, "--page-size", 20)
        printed = json.loads(run.stdout)["features"]
        for kind, features in (("child", result["children"]), ("leaf", result["leaves"])):
            expected = [feature for feature in printed if feature["member"] == kind]
            for one, two in zip(features, expected, strict=True):
                assert one["properties"] | two["properties"] == one["properties"] and one["geometry"] == two["geometry"]
        for child in result["children"]:
            assert child["properties"].items() <= in_tiles[child["id"]].items()
