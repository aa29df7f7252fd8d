"""The cost of one feature: near-linear if it is valid, rejected with the numbers if it is not. OVERTILE_SLOW=1 for
large ones."""
import functools
import json
import os
import random

import pytest
import yaml

from conftest import OVERTILE, build, overtile, point, write_pipeline
import growth as growth_shapes
from growth import SHAPES, cost

MEBIBYTES = 400
# Twice as many positions may need this many times as long, without the start-up.
GROWTH = 3.2

VALID = ["comb", "upright_comb", "askew_comb", "holes", "holes_over_the_meridian", "zigzag_line", "squares", "spiral_line", "circle",
         "zigzag_shore", "nested", "star"]
# Shapes whose long parts cross many tiles of higher zooms, where the content of a tile grows with them.
DEEP = ["comb", "upright_comb", "askew_comb", "star", "holes", "circle"]
# Shapes whose segments lie close to most others, all around a position, side by side or on each other: the number of
# positions and the last zoom of the quick test.
CLOSE = {"fan": (2000, 6), "adjacent_fan": (4000, 3), "overlapping_fan": (3000, 3), "equal_rings": (4000, 3),
         "polar_teeth": (2000, 3), "skewed_comb": (1000, 6), "star": (2000, 5)}
# The most CPU seconds of a feature within the default budgets, and how many times as long four times as many may take.
SECONDS, GROWTH_OF_FOUR = 20, 5
# The same to zoom 8, where tiles hold more of them, up to what their grid can hold.
DEEP_SECONDS, DEEP_GROWTH_OF_FOUR = 20, 7


def growth(name, counts, factor, slack=0.5, **options):
    """CPU seconds beyond those of the smallest feature, the last at most `factor` times the first and a slack.

    Whatever else runs on the machine adds to CPU seconds and never takes from them, so the least of up to three runs
    counts.
    """
    features = [SHAPES[name](count) for count in counts]
    least = [float("inf")] * len(features)
    for _ in range(3):
        runs = [cost(OVERTILE, feature, **options) for feature in features]
        assert all(run["status"] == 0 for run in runs), runs
        least = [min(known, run["cpu"]) for known, run in zip(least, runs)]
        seconds = [max(cpu - start(options["zooms"]), 0.1) for cpu in least]
        print(seconds, [run["mebibytes"] for run in runs])
        if seconds[-1] < factor * seconds[0] + slack:
            return seconds, runs
    raise AssertionError(f"{name}: {seconds} CPU s for {counts}; the last may be {factor} times the first and {slack} s")


@functools.cache
def start(zooms):
    """The CPU seconds of the smallest feature."""
    return min(cost(OVERTILE, SHAPES["circle"](8), zooms=zooms)["cpu"] for _ in range(2))


# The others take twice as long to deep zooms, which the next test shows.
@pytest.mark.parametrize("name", [name for name in VALID if name not in DEEP])
def test_twice_as_much_takes_twice_as_long(name):
    growth(name, [2000, 4000], GROWTH, zooms="0-3", limit=60)


@pytest.mark.parametrize("name", DEEP)
def test_more_tiles_of_twice_as_much(name):
    growth(name, [1000, 2000], GROWTH, zooms="0-8", limit=60)


def test_teeth_that_all_lie_over_each_other_are_cut_within_the_budget():
    """Boxes of nearly all pairs of teeth meet, in tiles as in the source. Twice as many are too complex."""
    run = cost(OVERTILE, SHAPES["skewed_comb"](2000), zooms="0-8", limit=60)
    assert run["status"] == 0 and run["ledger"] == [] and run["cpu"] < SECONDS
    run = cost(OVERTILE, SHAPES["skewed_comb"](4000), zooms="0-8", limit=60)
    assert run["status"] == 0 and [entry["code"] for entry in run["ledger"]] == ["too-complex"]
    assert "4000000 pairs" in run["ledger"][0]["reason"] and run["cpu"] < SECONDS


# The test above has the comb with skewed teeth.
@pytest.mark.parametrize("name", [name for name in CLOSE if name != "skewed_comb"])
def test_four_times_as_much_that_lies_close(name):
    count, zoom = CLOSE[name]
    _, runs = growth(name, [count, 4 * count], GROWTH_OF_FOUR, zooms=f"0-{zoom}", limit=60)
    # Four times as many may lie too close to be looked at.
    assert {entry["code"] for run in runs for entry in run["ledger"]} <= {"repaired", "too-complex", "never-shown"}
    assert runs[1]["mebibytes"] < MEBIBYTES


def test_many_turns_that_touch_in_tiles_end():
    # Their noding grows faster than in proportion: 1.1 s for 50,000 turns, 8.4 s for 100,000.
    run = cost(OVERTILE, SHAPES["spiral_band"](50_000), zooms="0-3", limit=60)
    assert run["status"] == 0 and run["cpu"] < 6 and run["mebibytes"] < MEBIBYTES


@pytest.mark.skipif("OVERTILE_SLOW" not in os.environ, reason="takes a minute; set OVERTILE_SLOW=1")
def test_slow_growth_of_turns_that_touch_in_tiles():
    seconds, runs = growth("spiral_band", [50_000, 100_000, 200_000], GROWTH_OF_FOUR, slack=1, zooms="0-3", limit=300)
    assert seconds[2] < SECONDS
    assert runs[2]["mebibytes"] < 4 * MEBIBYTES


def test_holes_that_a_tile_puts_together_cost_no_more_than_others():
    # In tiles of the low zooms some of the lattice's holes touch each other.
    base = cost(OVERTILE, SHAPES["circle"](8), zooms="0-1")["cpu"]
    apart, touching = [cost(OVERTILE, SHAPES[name](50_000), zooms="0-1", limit=60) for name in ("holes", "lattice")]
    print(base, apart["cpu"], touching["cpu"])
    assert touching["status"] == 0 and touching["ledger"] == []
    assert touching["cpu"] - base < 3 * max(apart["cpu"] - base, 0.1)


@pytest.mark.skipif("OVERTILE_SLOW" not in os.environ, reason="takes a minute; set OVERTILE_SLOW=1")
def test_slow_growth_of_holes_that_a_tile_puts_together():
    seconds, runs = growth("lattice", [50_000, 200_000, 800_000], GROWTH_OF_FOUR**2, slack=1, zooms="0-1", limit=300)
    assert seconds[1] < GROWTH_OF_FOUR * seconds[0] + 1 and seconds[2] < GROWTH_OF_FOUR * seconds[1] + 1
    assert seconds[2] < SECONDS
    assert runs[2]["mebibytes"] < 4 * MEBIBYTES


@pytest.mark.parametrize("on_invalid", ["skip", "fail"])
def test_nested_holes_are_rejected_as_quickly(on_invalid):
    small, large = [cost(OVERTILE, SHAPES["nested_holes"](count), on_invalid, limit=60) for count in (10_000, 40_000)]
    print(small["cpu"], large["cpu"])
    assert all("Holes are nested" in (run["text"] + json.dumps(run["ledger"])) for run in (small, large))
    assert large["cpu"] < GROWTH_OF_FOUR * max(small["cpu"], 0.1) + 0.5


def test_douglas_peucker_of_four_times_as_many_teeth():
    growth("upright_comb", [10_000, 40_000], GROWTH_OF_FOUR, slack=1, zooms="0-3",
           layer={"shape": {"method": "douglas-peucker"}}, limit=60)


@pytest.mark.skipif("OVERTILE_SLOW" not in os.environ, reason="takes minutes; set OVERTILE_SLOW=1")
@pytest.mark.parametrize("name", DEEP)
def test_slow_growth_of_deep_zooms(name):
    seconds, runs = growth(name, [10_000, 20_000, 40_000], DEEP_GROWTH_OF_FOUR, slack=1, zooms="0-8", limit=300)
    assert seconds[2] < DEEP_SECONDS
    assert max(run["mebibytes"] for run in runs) < 4 * MEBIBYTES


@pytest.mark.skipif("OVERTILE_SLOW" not in os.environ, reason="takes minutes; set OVERTILE_SLOW=1")
@pytest.mark.parametrize("name, least", [
    *((name, 10_000) for name in [*VALID, "tangle"] if name != "askew_comb"),
    # With 40,000 positions these have more crossings than are repaired.
    ("zigzag", 5000), ("bow_ties", 5000),
])
def test_slow_growth(name, least):
    seconds, runs = growth(name, [least, 2 * least, 4 * least], GROWTH_OF_FOUR, slack=1, limit=300)
    assert seconds[2] < SECONDS
    assert max(run["mebibytes"] for run in runs) < 4 * MEBIBYTES


@pytest.mark.skipif("OVERTILE_SLOW" not in os.environ, reason="takes minutes; set OVERTILE_SLOW=1")
@pytest.mark.parametrize("name", CLOSE)
def test_slow_growth_of_what_lies_close(name):
    least = 5000 if name == "polar_teeth" else 10_000
    seconds, runs = growth(name, [least, 2 * least, 4 * least], GROWTH_OF_FOUR, slack=1, zooms="0-8", limit=300)
    assert seconds[2] < SECONDS
    assert max(run["mebibytes"] for run in runs) < 4 * MEBIBYTES


@pytest.mark.parametrize("name", ["comb", "holes", "lattice", "spiral_line"])
def test_a_valid_feature_may_have_any_number_of_vertices(name):
    run = cost(OVERTILE, SHAPES[name](40_000), zooms="0-4", limit=60)
    assert run["status"] == 0 and run["ledger"] == []


def test_segments_that_lie_too_close_are_rejected_with_the_number():
    run = cost(OVERTILE, SHAPES["star"](40_000), zooms="0-4", limit=60)
    assert [entry["code"] for entry in run["ledger"]] == ["too-complex"]
    assert "4000000 pairs" in run["ledger"][0]["reason"] and "maxCrossings" in run["ledger"][0]["reason"]


@pytest.mark.parametrize("name, count", [("random_ring", 1000), ("scribble", 1000), ("bow_ties", 40_000)])
def test_what_crosses_too_often_is_rejected_with_the_numbers(name, count):
    run = cost(OVERTILE, SHAPES[name](count), on_invalid="repair", limit=60)
    assert run["status"] == 0, run
    assert [entry["code"] for entry in run["ledger"]] == ["too-complex"]
    assert "10000 crossings" in run["ledger"][0]["reason"] and "maxCrossings" in run["ledger"][0]["reason"]
    assert run["mebibytes"] < MEBIBYTES


@pytest.mark.parametrize("name, count", [("random_ring", 4000), ("scribble", 2000), ("bow_ties", 10_000)])
def test_what_is_skipped_is_not_repaired_first(name, count):
    run = cost(OVERTILE, SHAPES[name](count), on_invalid="skip", limit=60)
    assert run["status"] == 0, run
    assert [entry["code"] for entry in run["ledger"]] == ["not-valid"]
    assert "Self-intersection" in run["ledger"][0]["reason"] and "longitude" in run["ledger"][0]["reason"]
    assert run["cpu"] < 5 and run["mebibytes"] < MEBIBYTES


def test_the_budget_is_the_sources(tmp_path):
    ring = SHAPES["random_ring"](60)
    (tmp_path / "ring.geojsonl").write_text(json.dumps({"type": "Feature", "properties": {}, "geometry": ring}))

    def code(**keys):
        source = {"path": str(tmp_path / "ring.geojsonl"), "onInvalid": "repair", "maxRejected": 1} | keys
        pipeline = write_pipeline(tmp_path / "p.yaml", {"s": source},
                                  {"l": {"source": "s", "kind": "shape", "zooms": "0-2"}}, gates={"empty": "pass"})
        build(pipeline, tmp_path / "out")
        [line] = (tmp_path / "out.ledger.jsonl").read_text().splitlines()
        return json.loads(line)["code"]

    assert code() == "repaired"
    assert code(maxCrossings=10) == "too-complex"
    assert code(maxVertices=60) == "too-complex"
    assert code(maxVertices=61) == "repaired"


def circle_pipeline(folder, radius, zooms, max_tiles=None, on_invalid="skip", **circle):
    folder.mkdir(exist_ok=True)
    (folder / "points.geojsonl").write_text(json.dumps(point(13.4, 52.5, id=1, r=radius)) + "\n")
    source = {"path": "points.geojsonl", "onInvalid": on_invalid}
    if on_invalid == "skip":
        source["maxRejected"] = 1
    layer = {"source": "s", "kind": "circle", "zooms": zooms,
             "circle": {"radius": {"property": "r", "unit": "km"}} | circle}
    if max_tiles:
        layer["maxTiles"] = max_tiles
    return write_pipeline(folder / "p.yaml", {"s": source}, {"l": layer}, gates={"empty": "pass"})


@pytest.mark.parametrize("radius", [5000, 19_900])
@pytest.mark.parametrize("draw", ["center", "ring"])
def test_a_circle_of_too_many_tiles_is_rejected_before_it_is_cut(radius, draw, tmp_path):
    run = overtile("build", circle_pipeline(tmp_path / "skip", radius, "0-14", draw=[draw]), "--quiet", timeout=60)
    assert run.returncode == 0, run.stderr
    [entry] = [json.loads(line) for line in (tmp_path / "skip/bundle.ledger.jsonl").read_text().splitlines()]
    assert entry["code"] == "too-many-tiles"
    assert "1,000,000" in entry["reason"] and "unit" in entry["reason"]
    failing = circle_pipeline(tmp_path / "fail", radius, "0-24", on_invalid="fail", draw=[draw])
    run = overtile("build", failing, "--quiet", timeout=60)
    assert run.returncode == 65 and b"too-many-tiles" in run.stderr
    told = overtile("check", failing, timeout=60)
    assert b"too-many-tiles" in told.stdout + told.stderr


def test_the_number_of_tiles_is_right(tmp_path):
    source = random.Random(4)
    for number, radius in enumerate((300, 1000, 3000)):
        zooms = f"0-{source.randrange(4, 7)}"
        folder = tmp_path / str(number)
        bundle = build(circle_pipeline(folder, radius, zooms), folder / "out")
        tiles = len(bundle.entries["l"])
        for limit, expected in ((tiles, 0), (tiles - 1, 1)):
            pipeline = circle_pipeline(folder, radius, zooms, {"feature": max(limit, 1)})
            run = overtile("build", pipeline, "--quiet")
            lines = (folder / "bundle.ledger.jsonl").read_text().splitlines() if expected else []
            assert run.returncode == 0 and len(lines) == expected, (radius, zooms, tiles, run.stderr)


def test_circles_that_are_hidden_do_not_count(tmp_path):
    pipeline = circle_pipeline(tmp_path, 5000, "0-16", hide={"aboveSize": "4096px"})
    assert overtile("build", pipeline, "--quiet").returncode == 0
    assert not (tmp_path / "bundle.ledger.jsonl").exists() or \
        not (tmp_path / "bundle.ledger.jsonl").read_text()


@pytest.mark.parametrize("command", ["build", "check"])
def test_a_layer_of_too_many_tiles_ends_the_run(command, tmp_path):
    pipeline = circle_pipeline(tmp_path, 1000, "0-8", {"layer": 500})
    run = overtile(command, pipeline)
    assert run.returncode == 65
    assert b"500 are allowed" in run.stderr and b"maxTiles" in run.stderr
    assert not (tmp_path / "bundle").exists()


def test_a_world_wide_shape_passes(tmp_path):
    world = growth_shapes.world(4)
    run = cost(OVERTILE, world, zooms="0-8", limit=100)
    assert run["status"] == 0 and "too-many-tiles" not in [entry["code"] for entry in run["ledger"]]
    run = cost(OVERTILE, world, zooms="0-14", limit=60)
    assert [entry["code"] for entry in run["ledger"]] == ["too-many-tiles"]


def test_a_tangle_of_lines_passes():
    run = cost(OVERTILE, SHAPES["tangle"](4000), zooms="0-4", limit=60)
    assert run["status"] == 0 and run["ledger"] == []


@pytest.mark.parametrize("kind", ["polygon", "circle"])
def test_tiles_inside_a_large_feature_are_the_same_with_and_without_compression(kind, tmp_path):
    bundles = []
    for compression in ("none", "gzip"):
        folder = tmp_path / compression
        pipeline = circle_pipeline(folder, 2500, "4-7", draw=["ring"])
        content = yaml.safe_load(pipeline.read_text())
        if kind == "polygon":
            ring = [[-100, -40], [20, -45], [75, 0], [60, 55], [-40, 62], [-100, -40]]
            feature = {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [ring]}}
            (folder / "points.geojsonl").write_text(json.dumps(feature))
            content["layers"]["l"] = {"source": "s", "kind": "shape", "zooms": "4-7"}
        content["output"] = {"path": "bundle", "compression": compression}
        pipeline.write_text(json.dumps(content))
        bundles.append(build(pipeline, folder / "out"))
    plain, packed = bundles
    assert len(plain.stored) > 300 and plain.plain == packed.plain
    assert len(set(packed.stored.values())) == len(set(plain.stored.values())) < len(plain.stored) / 2
