"""`overtile camera`: the worked examples of its help, its numbers against formulas written here and pyproj, batches, errors."""
import json
import math
import random
import re
import subprocess

import pytest
from pyproj import Geod

from conftest import OVERTILE, ROOT, overtile

COMMANDS = ["zoom", "region", "fit", "tiles", "convert"]
WORLD = 2 ** 28


def ask(command, *words, **options):
    run = overtile("camera", command, *words, "--json", cwd=ROOT, **options)
    assert run.returncode == 0, run.stderr.decode()
    return json.loads(run.stdout, parse_constant=lambda text: pytest.fail(text))


def batch(command, lines, *words):
    text = "".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines)
    run = overtile("camera", command, *words, "--batch", input=text.encode(), cwd=ROOT)
    return run, [json.loads(line) for line in run.stdout.decode().splitlines()]


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


@pytest.mark.parametrize("command", COMMANDS)
def test_options_and_members_have_the_same_names(command):
    options = set(re.findall(r"^  --([a-z0-9-]+)", help_of(command), re.M)) - {"json", "batch", "version"}
    _, answers = batch(command, [{"nothing-like-it": 1}])
    members = set(re.findall(r'"([a-z0-9-]+)"', answers[0]["error"].split("there are")[1]))
    assert members == options


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
    asked, expected = [], []
    for _ in range(200):
        width, height, top = rng.randint(100, 2000), rng.randint(100, 2000), rng.randint(0, 90)
        bearing, span, tile = rng.uniform(-400, 400), 10 ** rng.uniform(-4, 2), rng.choice([128, 256, 512, 300])
        asked.append({"viewport": f"{width}x{height}", "insets": [top, 0, 0, 0], "bearing": bearing, "span": span,
                      "tile": tile})
        a = math.radians(bearing)
        covered = width * abs(math.cos(a)) + (height - top) * abs(math.sin(a))
        expected.append((math.log2(360 * covered / (tile * span)), span * width / covered))
    run, answers = batch("zoom", asked)
    assert run.returncode == 0
    for answer, (zoom, straight) in zip(answers, expected, strict=True):
        assert answer["zoom"] == pytest.approx(zoom, abs=1e-9)
        assert answer["straightLongitudeSpan"] == pytest.approx(straight, rel=1e-9)
        assert answer["z128"] == pytest.approx(answer["z256"] + 1) == pytest.approx(answer["z512"] + 2)


@pytest.mark.parametrize("scale, tile, level", [
    (1, 256, 20), (0.5, 256, 19), (0.7, 256, 19), (0.015625, 256, 14), (9.5367431640625e-07, 256, 0), (2, 256, 21),
    (1, 512, 19), (0.0004882, 256, 9), (0.7071067811865476, 256, 20), (0.7071067811865475, 256, 19)])
def test_apples_rounding(scale, tile, level):
    answer = ask("zoom", "--scale", scale, "--tile", tile)
    assert answer["tileLevel"] == level
    assert answer["zoom"] == pytest.approx(math.log2(WORLD * scale / tile))
    assert answer["zoomScale"] == scale


def test_regions_of_views():
    rng = random.Random(2)
    asked = [{"center": f"{rng.uniform(-60, 60)},{rng.uniform(-180, 179)}", "z256": rng.uniform(6, 20),
              "viewport": f"{rng.randint(100, 2000)}x{rng.randint(100, 2000)}"} for _ in range(100)]
    run, answers = batch("region", asked)
    assert run.returncode == 0
    for question, answer in zip(asked, answers, strict=True):
        latitude, longitude = map(float, question["center"].split(","))
        width, height = map(int, question["viewport"].split("x"))
        points = WORLD / (256 * 2 ** question["z256"])
        rect = answer["mapRect"]
        assert rect["width"] == pytest.approx(width * points) and rect["height"] == pytest.approx(height * points)
        assert rect["x"] + rect["width"] / 2 == pytest.approx((longitude + 180) / 360 * WORLD, abs=1e-4)
        assert rect["y"] + rect["height"] / 2 == pytest.approx(mercator_y(latitude), abs=1e-4)
        assert answer["longitudeDelta"] == pytest.approx(rect["width"] / WORLD * 360)
        bounds = answer["bounds"]
        assert mercator_y(bounds["north"]) == pytest.approx(rect["y"], abs=1e-3)
        assert answer["latitudeDelta"] == pytest.approx(bounds["north"] - bounds["south"], abs=1e-9)
        assert answer["corners"]["topLeft"]["latitude"] == pytest.approx(bounds["north"], abs=1e-9)


def test_meters_per_point_and_back():
    for latitude in (-60, 0, 37.3326, 52.52):
        answer = ask("zoom", "--z256", 15, "--latitude", latitude)
        meters = answer["metersPerPoint"]
        assert meters["mapKit"] == pytest.approx(meters_per_map_point(latitude) * 32, rel=1e-9)
        sphere = math.cos(math.radians(latitude)) * 2 * math.pi * 6378137 / (256 * 2 ** 15)
        assert meters["mapbox"] == pytest.approx(sphere, rel=1e-12)
        for option, value in [("--meters-per-point", meters["mapKit"]), ("--mapbox-meters-per-point", meters["mapbox"])]:
            assert ask("zoom", option, value, "--latitude", latitude)["z256"] == pytest.approx(15, abs=1e-9)
    shown = overtile("camera", "zoom", "--z256", "15", "--latitude", "0", cwd=ROOT).stdout.decode().splitlines()
    assert [line.split() for line in shown[-3:]] == [
        ["meters", "per", "point"], ["MapKit", "4.7453", "m"], ["Mapbox", "4.7773", "m"]]


def test_regions_that_no_map_shows():
    words = ["--latitudinal-meters", "100km", "--longitudinal-meters", "100km"]
    run = overtile("camera", "region", "--center", "89.9,0", *words, cwd=ROOT)
    assert (run.returncode, run.stdout) == (65, b"")
    assert "the map ends at latitude 85.051129, and the region around 89.9 lies beyond it" in run.stderr.decode()
    cut = ask("region", "--center", "84.9,0", *words)
    assert "the region is cut there" in cut["note"] and cut["bounds"]["north"] == pytest.approx(85.0511287798, abs=1e-9)
    assert cut["bounds"]["south"] < cut["center"]["latitude"] < cut["bounds"]["north"]
    wide = ask("region", "--center", "84,0", "--latitudinal-meters", "1km", "--longitudinal-meters", "5000km")
    assert wide["longitudeDelta"] == 360 and "428.274° of longitude are cut to 360" in wide["note"]
    assert "note" not in ask("region", "--center", "84,0", *words)
    assert "not at 89.9" in ask("convert", "--center", "89.9,0", "--z256", 3)["note"]


def test_altitudes_and_padding():
    words = ["--center", "45,7", "--z256", 14, "--viewport", "390x844"]
    tilted = ask("convert", *words, "--pitch", 60)["mapKitCamera"]
    assert tilted["altitude"] == pytest.approx(tilted["distance"] / 2, rel=1e-12)
    back = ask("convert", "--center", "45,7", "--altitude", tilted["altitude"], "--pitch", 60, "--viewport", "390x844")
    assert back["zooms"]["z256"] == pytest.approx(14, abs=1e-9)
    # The coordinate lies 200 points above the middle, at which a MapKit camera looks; so its scale is that of a
    # coordinate farther south.
    padded = ask("convert", *words, "--padding", "0,0,400,0")
    assert padded["mapbox"]["padding"]["bottom"] == 400 and padded["mapbox"]["center"]["latitude"] == 45
    middle = padded["mapKitCamera"]["center"]["latitude"]
    assert mercator_y(middle) - mercator_y(45) == pytest.approx(200 * 64, abs=1e-3)
    height = 844 * 64 * meters_per_map_point(middle)
    assert padded["mapKitCamera"]["distance"] == pytest.approx(height / 2 / math.tan(math.radians(15)), rel=1e-9)
    fitted = ask("fit", "--at", "45,7", "--at", "46,8", "--viewport", "390x844", "--padding", "0,0,400,0", "--engine", "native")
    seen = fitted["mapKitCamera"]["center"]["latitude"]
    scale = WORLD / (512 * 2 ** fitted["mapbox"]["zoom"])
    assert mercator_y(seen) - mercator_y(fitted["mapbox"]["center"]["latitude"]) == pytest.approx(200 * scale, rel=1e-9)


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


def test_a_file_fits_as_its_places_do(tmp_path):
    places = [(52.52, 13.405), (48.14, 11.58), (53.55, 9.99)]
    features = [{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [x, y]}}
                for y, x in places]
    path = tmp_path / "places.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    words = ["--viewport", "390x844", "--bearing", "20", "--pitch", "30"]
    expected = ask("fit", *words, *(word for y, x in places for word in ("--at", f"{y},{x}")))
    assert ask("fit", *words, "--geojson", path) == expected
    assert ask("fit", *words, "--geojson", "-", input=path.read_bytes()) == expected
    line = {"type": "LineString", "coordinates": [[x, y] for y, x in places]}
    _, answers = batch("fit", [{"geojson": line}, {"geojson": "-"}], *words)
    assert answers[0] == expected and "standard input holds the batch" in answers[1]["error"]


@pytest.mark.parametrize("engine, zoom", [("flat", 2.396209605021015), ("sound", 2.396209605021015)])
def test_recorded_fit_of_maplibre(engine, zoom):
    answer = ask("fit", "--bounds", "-133,16,-68,50", "--viewport", "512x512", "--bearing", 175, "--engine", engine)
    assert answer["mapbox"]["zoom"] == pytest.approx(zoom, abs=1e-9)
    assert answer["mapbox"]["center"]["latitude"] == pytest.approx(34.71707777407077, abs=1e-9)


def test_recorded_fit_of_maplibre_native():
    words = [word for place in ("40.71273,74.005953", "15.68169,73.499857", "30.82678,83.4082")
             for word in ("--at", place)]
    answer = ask("fit", *words, "--viewport", "256x256", "--bearing", 23, "--engine", "native")
    assert answer["mapbox"]["zoom"] == pytest.approx(2.7543492259955364, abs=1e-5)


def tile_of(latitude, longitude, zoom):
    side = WORLD / 2 ** zoom
    return int((longitude + 180) / 360 * WORLD // side), int(mercator_y(latitude) // side)


def test_tiles_of_bounds_and_their_names():
    answer = ask("tiles", "--bounds", "13.3,52.45,13.5,52.55", "--z", "12-13", "--url", "t/{z}/{x}/{-y}?{quadkey}")
    expected = set()
    for zoom in (12, 13):
        (west, north), (east, south) = tile_of(52.55, 13.3, zoom), tile_of(52.45, 13.5, zoom)
        expected |= {f"{zoom}/{x}/{y}" for x in range(west, east + 1) for y in range(north, south + 1)}
    assert {tile["zxy"] for tile in answer["tiles"]} == expected and answer["count"] == len(expected)
    for tile in answer["tiles"]:
        zoom, x, y = map(int, tile["zxy"].split("/"))
        key = "".join(str((x >> bit & 1) + 2 * (y >> bit & 1)) for bit in range(zoom - 1, -1, -1))
        assert tile["quadkey"] == key and tile["tmsRow"] == 2 ** zoom - 1 - y
        assert tile["url"] == f"t/{zoom}/{x}/{2 ** zoom - 1 - y}?{key}"
        assert ask("convert", "--hilbert-id", tile["hilbertID"])["tile"]["zxy"] == tile["zxy"]


def test_hilbert_ids_are_those_of_pmtiles():
    from pmtiles.tile import zxy_to_tileid
    answer = ask("tiles", "--bounds", "-180,-90,180,90", "--z", "0-4")
    assert answer["count"] == sum(4 ** zoom for zoom in range(5))
    assert all(tile["hilbertID"] == zxy_to_tileid(*map(int, tile["zxy"].split("/"))) for tile in answer["tiles"])


def test_hashes_lead_back():
    there = ask("convert", "--hash", "#12.5/52.52/13.405/30/45", "--viewport", "390x844")
    assert there["hash"]["mapLibre"] == "#12.5/52.52/13.405/30/45"
    assert there["hash"]["openStreetMap"] == "#map=13.5/52.52/13.405"
    other = ask("convert", "--hash", there["hash"]["openStreetMap"])
    assert other["mapbox"]["zoom"] == 12.5 and other["tile"] == there["tile"]


# Batches

def test_a_batch_keeps_its_lines():
    lines = ['{"id": "a", "span": 0.02}\n', "nonsense\n", "\n", '{"id": 3, "spam": 1}\n', '{"span": "0.02"}']
    run, answers = batch("zoom", lines, "--viewport", "390x844")
    assert run.returncode == 65 and len(answers) == 5
    assert answers[0]["id"] == "a" and answers[0]["z256"] == answers[4]["z256"]
    assert [answer.get("line") for answer in answers] == [None, 2, 3, 4, None]
    assert answers[3]["id"] == 3 and "did you mean" in answers[3]["error"]
    told = run.stderr.decode().splitlines()
    assert [line.split(":")[0] for line in told] == [f"standard input, line {n}" for n in (2, 3, 4)]


@pytest.mark.parametrize("command", COMMANDS)
def test_an_empty_batch_is_fine(command):
    run, answers = batch(command, [])
    assert (run.returncode, run.stdout, run.stderr) == (0, b"", b"")


def test_a_line_that_is_too_long_is_passed_over():
    run, answers = batch("zoom", ['{"at": "' + "x" * (5 << 20) + '"}\n', '{"z256": 3}\n', "[" * 1000000 + "\n"])
    assert run.returncode == 65 and len(answers) == 3
    assert "longer" in answers[0]["error"] and answers[1]["z256"] == 3 and "error" in answers[2]


def test_a_program_can_ask_line_by_line():
    with subprocess.Popen([OVERTILE, "camera", "zoom", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as run:
        for level in (3, 4.5):
            run.stdin.write(b'{"z256": %f}\n' % level)
            run.stdin.flush()
            assert json.loads(run.stdout.readline())["z256"] == level
        run.stdin.close()
        assert run.wait(20) == 0


# Errors

@pytest.mark.parametrize("words, code, said", [
    ("zoom --span 0.02", 64, "give --viewport"),
    ("zoom --span abc --viewport 390x844", 64, '--span: "abc" is not a longitude span'),
    ("zoom --span -0.1 --viewport 390x844", 64, '"-0.1"'),
    ("zoom --span nan --viewport 390x844", 64, '"nan"'),
    ("zoom --z256 1e9", 64, "from -64 to 64"),
    ("zoom --z256 3 --viewport 0x0", 64, "WIDTHxHEIGHT"),
    ("zoom --zoom 3", 64, "needs --tile"),
    ("zoom --spam 3", 64, "--spam"),
    ("zoom --distance 2km --viewport 390x844", 64, "give --latitude"),
    ("region --center 52.52,13.405", 64, "how large"),
    ("fit --at 113.4,22 --viewport 9x9", 64, "latitude comes first"),
    ("fit --at 1,2 --circle 1,2,3 --viewport 9x9", 64, "--at and --circle exclude each other"),
    ("fit --at 1,2 --viewport 9x9 --padding 5", 65, "leave nothing"),
    ("fit --at 1,2 --viewport 9x9 --engine best", 64, "sound, flat, flat-one-pass, native"),
    ("fit --geojson nowhere.geojson --viewport 9x9", 66, "nowhere.geojson"),
    ("fit --geojson README.md --viewport 9x9", 65, "README.md"),
    ("tiles --at 1,2", 64, "give --z"),
    ("tiles --at 1,2 --z 32", 64, "from 0 to 31"),
    ("tiles --bounds -180,-90,180,90 --z 12", 65, "--limit"),
    ("tiles --bounds -180,-90,180,90 --z 31 --count-only", 65, "rows"),
    ("convert --zxy 3/8/0", 64, "zoom/column/row"),
    ("zoom --span 0 --viewport 9x9", 64, "degrees above 0"),
    ("region --map-rect 5,5,0,0", 64, "a width and a height"),
    ("region --bounds 13,52,13,52", 64, "a width and a height"),
    ("convert --bounds 13,52,13,52 --viewport 9x9", 64, "a single coordinate has no zoom"),
    ("convert --center 1,2 --distance 2km --viewport 9x9 --padding 1", 64, "--padding and --distance exclude each other"),
    ("convert --center 1,2 --z256 3 --viewport 9x9 --padding 5", 64, "--padding and --insets leave nothing"),
    ("convert --center 1,2 --z256 3 --zxy 1/0/0", 64, "exclude each other"),
])
def test_errors_say_what_is_wrong(words, code, said):
    run = overtile("camera", *words.split(), cwd=ROOT)
    assert run.returncode == code and run.stdout == b""
    assert said in run.stderr.decode()
