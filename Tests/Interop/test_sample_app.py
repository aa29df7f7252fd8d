"""The sample app: a package of its own that resolves this one by path beside GRDB, with modules named as apps name theirs.

It is built and run, and its output is compared with its bundle as other people's readers see it.
"""
import json
import math
import os
import re
import shutil
import sqlite3
import subprocess

import pytest

from conftest import ROOT
from members import Members
from mercator import degrees, unit

APP = ROOT / "Samples/ReaderApp"
SCRATCH = ROOT / ".build/sample-app"
# The values of Settings.swift.
VIEWPORT, PADDING, CENTER, ZOOM = (390, 844), 40, (54.5, -3.5), 4.6

pytestmark = pytest.mark.skipif(not shutil.which("swift"), reason="needs swift")


@pytest.fixture(scope="module")
def app():
    """The app, built. The shared cache of SwiftPM has the packages that the build of this package has fetched."""
    environment = {key: value for key, value in os.environ.items() if key not in ("OVERTILE_STRICT", "MAKEFLAGS", "MAKELEVEL")}
    run = subprocess.run(["make", "--no-print-directory", "sample-app"], cwd=ROOT, env=environment, capture_output=True,
                         text=True, timeout=1500)
    assert run.returncode == 0, run.stdout + run.stderr
    return SCRATCH / "debug/ReaderApp"


@pytest.fixture(scope="module")
def runs(app, quickstart, tmp_path_factory):
    """The lines of a first and of a second run, and the app's database after them."""
    database = tmp_path_factory.mktemp("app") / "favorites.sqlite"
    outputs = []
    for _ in range(2):
        run = subprocess.run([app, quickstart.folder, database], capture_output=True, text=True, timeout=120)
        assert run.returncode == 0, run.stdout + run.stderr
        outputs.append(run.stdout.splitlines())
    return *outputs, database


def in_view(bundle, layer):
    """The entries of a layer in the tiles that the upright view shares an area with."""
    x, y = unit(CENTER[1], CENTER[0])
    zoom = min(math.floor(ZOOM), bundle.layers[layer]["maxzoom"])
    across, side = 512 * 2 ** ZOOM, 2 ** zoom
    columns = range(math.floor((x - VIEWPORT[0] / across / 2) * side), math.ceil((x + VIEWPORT[0] / across / 2) * side))
    rows = range(math.floor((y - VIEWPORT[1] / across / 2) * side), math.ceil((y + VIEWPORT[1] / across / 2) * side))
    return zoom, {entry.id: entry for entry in bundle.entries_at(layer, zoom)
                  if entry.tile[1] in columns and entry.tile[2] in rows}


def camera(places):
    """The middle of coordinates on the map, and the zoom at which they fill the view inside its padding."""
    xs, ys = zip(*(unit(longitude, latitude) for latitude, longitude in places))
    longitude, latitude = degrees((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    room = [side - 2 * PADDING for side in VIEWPORT]
    spans = (max(xs) - min(xs), max(ys) - min(ys))
    return latitude, longitude, min(math.log2(side / span / 512) for side, span in zip(room, spans) if span > 0)


def assert_camera(line, name, places):
    found = re.fullmatch(rf"camera of {name}: (\S+), (\S+) at zoom (\S+)", line)
    assert found, line
    assert [float(number) for number in found.groups()] == pytest.approx(camera(places), abs=0.011)


def largest(bundle):
    _, entries = in_view(bundle, "airports")
    clusters = [entry for entry in entries.values() if entry.properties.get("cluster")]
    return min(clusters, key=lambda entry: (-entry.properties["point_count"], entry.id))


def leaves(bundle, id):
    file = next(file for file in bundle.manifest["files"] if file.get("layer") == "airports" and file["role"] == "members")
    members = Members(bundle.folder / file["path"])
    cluster = next(cluster for cluster in members.clusters if cluster.id == id)
    places = members.leaves_of(cluster)
    return [(*members.leaves[index], members.properties[index])
            for index in range(cluster.first_leaf, cluster.first_leaf + len(places))]


def highest(bundle, id):
    return sorted(leaves(bundle, id), key=lambda leaf: (-leaf[3]["elevation_ft"], leaf[0]))[:3]


def test_it_says_what_the_bundle_holds(runs, quickstart):
    layers = ", ".join(f"{layer['id']} {layer['minzoom']}-{layer['maxzoom']}" for layer in quickstart.manifest["layers"])
    assert runs[0][0] == f"bundle: Quickstart: {layers}"


def test_the_overlays_of_the_view(runs, quickstart):
    found = {layer: in_view(quickstart, layer) for layer in quickstart.layers}
    zooms = ", ".join(f"{layer} {zoom}" for layer, (zoom, _) in found.items())
    assert f"zooms: {zooms}" in runs[0]
    counts = {layer: len(entries) for layer, (_, entries) in found.items()}
    assert counts["airports"] > 20 and counts["countries"] > 5
    assert f"in view: {counts['airports']} markers, {counts['quakes']} circles, {counts['countries']} outlines" in runs[0]


def test_the_leaves_of_the_largest_cluster(runs, quickstart):
    cluster = largest(quickstart)
    count, apart = cluster.properties["point_count"], cluster.properties["expansion_zoom"]
    found = leaves(quickstart, cluster.id)
    assert len(found) == count > 100
    assert f"cluster: {cluster.id}, {count} points, apart at zoom {apart}" in runs[0]
    assert f"leaves: {count} in {math.ceil(count / 50)} pages" in runs[0]


def test_cameras(runs, quickstart):
    cluster = largest(quickstart)
    west, south, east, north = map(float, cluster.properties["bbox"].strip("[]").split(","))
    lines = [line for line in runs[0] if line.startswith("camera of ")]
    assert_camera(lines[0], "cluster", [(south, west), (north, east)])
    corners = [degrees(x / 2**32, y / 2**32) for _, x, y, _ in highest(quickstart, cluster.id)]
    assert_camera(lines[1], "favorites", [(latitude, longitude) for longitude, latitude in corners])


def test_the_favorites_are_kept(runs, quickstart):
    first, second, database = runs
    places = highest(quickstart, largest(quickstart).id)
    shown = [f"  {id} {properties['name']}, {properties['elevation_ft']} ft" for id, _, _, properties in places]
    assert first[1] == "favorites before: 0" and first[-5:-1] == ["favorites after: 3", *shown]
    assert second[1:5] == ["favorites before: 3", *shown] and second[5:] == first[2:]
    rows = sqlite3.connect(database).execute("select number, name from favorite order by elevation desc, number").fetchall()
    assert rows == [(id, properties["name"]) for id, _, _, properties in places]


def test_its_modules_are_named_as_apps_name_theirs():
    assert {folder.name for folder in (APP / "Sources").iterdir()} >= {"Features", "Shapes", "Configuration"}
    imports = {name for file in APP.rglob("Sources/**/*.swift") for name in re.findall(r"^import (\w+)", file.read_text(), re.M)}
    assert imports - {folder.name for folder in (APP / "Sources").iterdir()} == {"Foundation", "GRDB", "MapMath", "OverlayBundle"}


def test_an_app_resolves_a_version_by_its_tag(tmp_path):
    """The sample app with the line that other apps write, and a clone that has the tag of this version."""
    version = re.search(r'let overtile = "(.*)"', (ROOT / "Sources/OvertileReading/Run/Versions.swift").read_text())[1]
    subprocess.run(["git", "clone", "--quiet", "--bare", "--depth", "1", f"file://{ROOT}", tmp_path / "overtile"], check=True)
    subprocess.run(["git", "-C", tmp_path / "overtile", "tag", version], check=True)
    shutil.copytree(APP, tmp_path / "app", ignore=shutil.ignore_patterns(".*"))
    manifest = (APP / "Package.swift").read_text()
    by_path = '.package(name: "overtile", path: "../..")'
    assert by_path in manifest
    (tmp_path / "app/Package.swift").write_text(manifest.replace(by_path, f'.package(url: "file://{tmp_path}/overtile", from: "{version}")'))
    run = subprocess.run(["swift", "package", "resolve"], cwd=tmp_path / "app", capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stderr
    pins = json.loads((tmp_path / "app/Package.resolved").read_text())["pins"]
    assert {pin["identity"]: pin["state"].get("version") for pin in pins}["overtile"] == version
    assert subprocess.run(["git", "check-ignore", "-q", "Package.resolved"], cwd=ROOT).returncode == 0
