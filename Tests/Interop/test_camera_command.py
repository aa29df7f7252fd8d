"""`overtile camera`: the worked examples of its help, its numbers against formulas written here and pyproj, errors."""
import json
import math
import random
import re
import subprocess

import pytest
from pyproj import Geod

from conftest import OVERTILE, ROOT, overtile

COMMANDS = ["zoom", "region", "fit", "tiles"]
WORLD = 2 ** 28


def ask(command, *words, **options):
    run = overtile("camera", command, *words, "--json", cwd=ROOT, **options)
    assert run.returncode == 0, run.stderr.decode()
    return json.loads(run.stdout, parse_constant=lambda text: pytest.fail(text))


def help_of(command):
    run = overtile("camera", command, "--help")
    assert run.returncode == 0
    return run.stdout.decode()


def examples():
    """Commands and the output shown below them, from the help texts."""
    for command in COMMANDS:
        text = help_of(command).split("EXAMPLES\n")[1].split("\nUSAGE")[0]
        for block in re.split(r"^  \$ ", text, flags=re.M)[1:]:
            lines = [line[2:] for line in ("  " + block).rstrip("\n").splitlines()]
            words = [lines.pop(0)]
            while words[-1].endswith("\\"):
                words.append(lines.pop(0))
            yield pytest.param("\n".join(words), "\n".join(lines).rstrip(), id=words[0])


@pytest.mark.parametrize("command, shown", list(examples()))
def test_examples_of_the_help_are_true(command, shown, tmp_path):
    (tmp_path / "overtile").symlink_to(OVERTILE)
    run = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True,
                         env={"PATH": f"{tmp_path}:/usr/bin:/bin", "LANG": "C.UTF-8"})
    assert run.returncode == 0, run.stderr
    assert shown and [line.rstrip() for line in run.stdout.splitlines()] == shown.splitlines()


def test_every_command_has_examples():
    commands = " ".join(param.values[0] for param in examples())
    assert all(f"overtile camera {command} " in commands for command in COMMANDS)


# Numbers

def mercator_y(latitude):
    s = math.sin(math.radians(latitude))
    return (0.5 - math.log((1 + s) / (1 - s)) / (4 * math.pi)) * WORLD


def meters_per_map_point(latitude):
    p = math.radians(latitude)
    degree = 111132.92 - 559.82 * math.cos(2 * p) + 1.175 * math.cos(4 * p) - 0.0023 * math.cos(6 * p)
    return degree / (mercator_y(latitude - 0.5) - mercator_y(latitude + 0.5))


def test_zoom_of_the_span_of_a_turned_view():
    rng = random.Random(1)
    for _ in range(20):
        width, height = rng.randint(100, 2000), rng.randint(100, 2000)
        bearing, span = rng.uniform(-400, 400), 10 ** rng.uniform(-4, 2)
        a = math.radians(bearing)
        covered = width * abs(math.cos(a)) + height * abs(math.sin(a))
        answer = ask("zoom", "--viewport", f"{width}x{height}", "--bearing", bearing, "--span", span)
        assert answer["z256"] == pytest.approx(math.log2(360 * covered / (256 * span)), abs=1e-9)
        assert answer["straightLongitudeSpan"] == pytest.approx(span * width / covered, rel=1e-9)
        assert answer["z128"] == pytest.approx(answer["z256"] + 1) == pytest.approx(answer["z512"] + 2)
        assert answer["tileLevel"] == max(0, math.floor(20 + math.log2(answer["zoomScale"]) + 0.5))


def test_regions_of_views():
    rng = random.Random(2)
    for _ in range(20):
        latitude, longitude, z256 = rng.uniform(-60, 60), rng.uniform(-180, 179), rng.uniform(6, 20)
        width, height = rng.randint(100, 2000), rng.randint(100, 2000)
        answer = ask("region", "--center", f"{latitude},{longitude}", "--z256", z256, "--viewport", f"{width}x{height}")
        points = WORLD / (256 * 2 ** z256)
        rect, bounds = answer["mapRect"], answer["bounds"]
        assert rect["width"] == pytest.approx(width * points) and rect["height"] == pytest.approx(height * points)
        assert rect["x"] + rect["width"] / 2 == pytest.approx((longitude + 180) / 360 * WORLD, abs=1e-4)
        assert rect["y"] + rect["height"] / 2 == pytest.approx(mercator_y(latitude), abs=1e-4)
        assert mercator_y(bounds["north"]) == pytest.approx(rect["y"], abs=1e-3)
        assert answer["latitudeDelta"] == pytest.approx(bounds["north"] - bounds["south"], abs=1e-9)


def test_meters_per_point():
    for latitude in (-60, 0, 37.3326, 52.52):
        meters = ask("zoom", "--z256", 15, "--latitude", latitude)["metersPerPoint"]
        assert meters["mapKit"] == pytest.approx(meters_per_map_point(latitude) * 32, rel=1e-9)
        sphere = math.cos(math.radians(latitude)) * 2 * math.pi * 6378137 / (256 * 2 ** 15)
        assert meters["mapbox"] == pytest.approx(sphere, rel=1e-12)


def test_regions_that_no_map_shows():
    words = ["--latitudinal-meters", "100km", "--longitudinal-meters", "100km"]
    run = overtile("camera", "region", "--center", "89.9,0", *words, cwd=ROOT)
    assert (run.returncode, run.stdout) == (65, b"")
    assert "the region around latitude 89.9 is entirely outside the map, which ends at latitude 85.051129" in run.stderr.decode()
    cut = ask("region", "--center", "84.9,0", *words)
    assert "the region was cut off at latitude 85.051129" in cut["note"] and cut["bounds"]["north"] == pytest.approx(85.0511287798, abs=1e-9)
    assert "note" not in ask("region", "--center", "84,0", *words)


def screen(answer, latitude, longitude, width, height):
    """The screen position of a coordinate for a resulting camera, by the formula of Mapbox's perspective."""
    mapbox = answer["mapbox"]
    scale = 512 * 2 ** mapbox["zoom"] / WORLD
    turn = math.remainder(longitude - mapbox["center"]["longitude"], 360)
    dx, dy = turn / 360 * WORLD * scale, (mercator_y(latitude) - mercator_y(mapbox["center"]["latitude"])) * scale
    b, p = math.radians(mapbox["bearing"]), math.radians(mapbox["pitch"])
    x, y = dx * math.cos(b) + dy * math.sin(b), dy * math.cos(b) - dx * math.sin(b)
    depth = 1.5 * height - y * math.sin(p)
    assert depth > 0
    return width / 2 + x * 1.5 * height / depth, height / 2 + y * math.cos(p) * 1.5 * height / depth


@pytest.mark.parametrize("bearing, pitch", [(0, 0), (30, 0), (-75, 45), (200, 60)])
def test_a_circle_fits(bearing, pitch):
    answer = ask("fit", "--circle", "52.52,13.405,25km", "--viewport", "390x844", "--padding", "40,10,30,20",
                 "--bearing", bearing, "--pitch", pitch)
    ring = [Geod(ellps="WGS84").fwd(13.405, 52.52, azimuth, 25000)[:2] for azimuth in range(360)]
    seen = [screen(answer, latitude, longitude, 390, 844) for longitude, latitude in ring]
    left, right = min(x for x, _ in seen), max(x for x, _ in seen)
    top, bottom = min(y for _, y in seen), max(y for _, y in seen)
    # The fit uses a polygon of 128 sides around the circle, which is a little larger.
    assert left > 10 and right < 370 and top > 40 and bottom < 814
    assert right - left > 360 * 0.998 or bottom - top > 774 * 0.998


def test_a_file_fits_as_its_positions_do(tmp_path):
    positions = [(52.52, 13.405), (48.14, 11.58), (53.55, 9.99)]
    features = [{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [x, y]}}
                for y, x in positions]
    path = tmp_path / "points.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    words = ["--viewport", "390x844", "--bearing", "20", "--pitch", "30"]
    expected = ask("fit", *words, *(word for y, x in positions for word in ("--at", f"{y},{x}")))
    assert ask("fit", *words, "--geojson", path) == expected
    assert ask("fit", *words, "--geojson", "-", input=path.read_bytes()) == expected


def test_recorded_fit_of_maplibre():
    answer = ask("fit", "--bounds", "-133,16,-68,50", "--viewport", "512x512", "--bearing", 175)
    assert answer["mapbox"]["zoom"] == pytest.approx(2.396209605021015, abs=1e-9)
    assert answer["mapbox"]["center"]["latitude"] == pytest.approx(34.71707777407077, abs=1e-9)


def tile_of(latitude, longitude, zoom):
    side = WORLD / 2 ** zoom
    return int((longitude + 180) / 360 * WORLD // side), int(mercator_y(latitude) // side)


def test_tiles_of_bounds_and_their_names():
    answer = ask("tiles", "--bounds", "13.3,52.45,13.5,52.55", "--z", "12-13")
    expected = set()
    for zoom in (12, 13):
        (west, north), (east, south) = tile_of(52.55, 13.3, zoom), tile_of(52.45, 13.5, zoom)
        expected |= {f"{zoom}/{x}/{y}" for x in range(west, east + 1) for y in range(north, south + 1)}
    assert {tile["zxy"] for tile in answer["tiles"]} == expected and answer["count"] == len(expected)
    for tile in answer["tiles"]:
        zoom, x, y = map(int, tile["zxy"].split("/"))
        key = "".join(str((x >> bit & 1) + 2 * (y >> bit & 1)) for bit in range(zoom - 1, -1, -1))
        assert tile["quadkey"] == key and tile["tmsRow"] == 2 ** zoom - 1 - y


def test_hilbert_ids_are_those_of_pmtiles():
    from pmtiles.tile import zxy_to_tileid
    answer = ask("tiles", "--bounds", "-180,-90,180,90", "--z", "0-4")
    assert answer["count"] == sum(4 ** zoom for zoom in range(5))
    assert all(tile["hilbertID"] == zxy_to_tileid(*map(int, tile["zxy"].split("/"))) for tile in answer["tiles"])


def test_tiles_of_a_camera():
    words = ["--center", "52.52,13.405", "--z256", "14.5", "--viewport", "390x844"]
    assert {tile["zxy"].split("/")[0] for tile in ask("tiles", *words)["tiles"]} == {"14"}
    assert ask("tiles", *words, "--z", "0-3", "--count-only")["count"] == 4


@pytest.mark.parametrize("words, code, said", [
    ("zoom --span 0.02", 64, "specify the size of the view with --viewport"),
    ("zoom --span abc --viewport 390x844", 64, "'abc' is invalid"),
    ("zoom --span nan --viewport 390x844", 64, "'nan' is invalid"),
    ("zoom --span 0 --viewport 9x9", 64, "greater than 0 degrees"),
    ("zoom --z256 1e9", 64, "-64 and 64"),
    ("zoom --z256 3 --z512 4", 64, "specify exactly one scale"),
    ("zoom --spam 3", 64, "--spam"),
    ("zoom --distance 2km --viewport 390x844", 64, "specify it with --latitude"),
    ("region --center 52.52,13.405", 64, "specify exactly one scale"),
    ("region --bounds 13,52,13,52", 64, "a width and a height"),
    ("fit --at 113.4,22 --viewport 9x9", 64, "'113.4,22' is invalid"),
    ("fit --at 1,2 --circle 1,2,3 --viewport 9x9", 64, "specify exactly one target: --at"),
    ("fit --at 1,2 --viewport 9x9 --padding 5", 65, "leave no room"),
    ("fit --geojson nowhere.geojson --viewport 9x9", 66, "nowhere.geojson"),
    ("fit --geojson README.md --viewport 9x9", 65, "README.md"),
    ("tiles --bounds 1,2,3,4", 64, "specify the zoom of the tiles with --z"),
    ("tiles --bounds 1,2,3,4 --z 32", 64, "'32' is invalid"),
    ("tiles --bounds -180,-90,180,90 --z 12", 65, "--limit"),
    ("tiles --bounds -180,-90,180,90 --z 31 --count-only", 65, "rows"),
])
def test_errors_say_what_is_wrong(words, code, said):
    run = overtile("camera", *words.split(), cwd=ROOT)
    assert run.returncode == code and run.stdout == b""
    assert said in run.stderr.decode()
