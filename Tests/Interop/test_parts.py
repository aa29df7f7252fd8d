"""A build that is divided among processes has the same bytes as one that is not: bundle, ledger, and the counts of the report."""
import gzip
import json
import math
import os
import resource
import shutil

import pytest

from bundle import contents
from conftest import NIGHTLY, PIPELINES, SEED, collection, overtile, point, write_pipeline
from divided import beside, divide, facts, plan, sections, task

AGGREGATES = {
    "sum": {"sum": "whole"}, "total": {"sum": "real"}, "least": {"min": "real"}, "most": {"max": "whole"}, "mean": {"mean": "whole"},
    "average": {"mean": "real"}, "some": {"any": "flag"}, "every": {"all": "flag"}, "counted": {"count": "real"},
    "example": {"first": "name"}, "names": {"distinct": "name", "cap": 3},
}
LAYERS = {
    "plain": {}, "center": {"position": "center"}, "five": {"minPoints": 5}, "ten": {"minPoints": 10, "position": "center"},
    "heavy": {"weight": ["get", "weight"], "radius": "60px"}, "wide": {"radius": "700px"}, "low": {"maxZoom": 4},
}


def compare(pipeline, folder, words=(), **options):
    """Builds a pipeline alone and divided, and compares everything that is the same for all time."""
    alone, joined = folder / "alone", folder / "joined"
    planned = divide(pipeline, folder / "parts", words=words, **options)
    runs = [overtile("build", pipeline, "--output", alone, "--quiet", *words),
            overtile("build", pipeline, "--output", joined, "--quiet", "--parts", folder / "parts", *words)]
    assert [run.returncode for run in runs] == [0, 0], runs[1].stderr.decode()
    assert contents(joined) == contents(alone)
    assert beside(joined) == beside(alone)
    assert facts(folder / "joined.report.json", joined) == facts(folder / "alone.report.json", alone)
    return planned


def scattered(numbers, count):
    """Points in clumps, on borders of tiles, at the poles, on the 180th meridian, all at one spot, and along a chain."""
    centers = [(numbers.uniform(-180, 180), math.degrees(math.asin(numbers.uniform(-1, 1)))) for _ in range(20)]
    for index in range(count):
        kind = numbers.random()
        longitude, latitude = numbers.choice(centers)
        if kind < 0.5:
            longitude, latitude = longitude + numbers.gauss(0, 1), latitude + numbers.gauss(0, 1)
        elif kind < 0.6:
            longitude = numbers.choice([-180, 180, 179.9999, -179.9999, 0, 45, -90])
        elif kind < 0.65:
            latitude = numbers.choice([90, -90, 85.06, -85.06, 0])
        elif kind < 0.75:
            longitude, latitude = 12.5, 41.9
        elif kind < 0.9:
            longitude, latitude = -120 + numbers.random() * 230, 22.5 + numbers.choice([-1e-7, 0, 1e-7])
        longitude = (longitude + 180) % 360 - 180
        properties = {"whole": numbers.randrange(-9, 10**6), "real": numbers.uniform(-1e9, 1e9), "flag": numbers.random() < 0.5,
                      "name": f"n{numbers.randrange(40)}", "weight": numbers.randrange(5), "zoom": 3}
        id = numbers.choice([None, index, index // 2, f"t{index}", 2**60 + index])
        yield point(longitude, max(-90, min(90, latitude)), id, **properties)
        if numbers.random() < 0.02:
            yield point(longitude, max(-90, min(90, latitude)), id, **properties)


def clusters(source, **cluster):
    return {"source": source, "kind": "cluster", "zooms": "0-8", "cluster": {"aggregates": AGGREGATES, "members": "full"} | cluster}


def test_sources_that_proj_converts(tmp_path, numbers):
    """The plan has the version of PROJ then, and nothing of it otherwise."""
    (tmp_path / "in.geojson").write_text(collection([point(numbers.uniform(-2e7, 2e7), numbers.uniform(-2e7, 2e7)) for _ in range(3000)]))
    (tmp_path / "degrees.geojson").write_text(collection([point(1, 2)]))
    pipeline = write_pipeline(tmp_path / "pipeline.yaml", {"in": {"path": "in.geojson", "crs": "EPSG:3857"}, "degrees": {"path": "degrees.geojson"}},
                              {name: {"source": name, "kind": "cluster", "zooms": "0-8"} for name in ("in", "degrees")})
    planned = compare(pipeline, tmp_path, seed=SEED)
    versions = json.loads((tmp_path / "alone/bundle.json").read_text())["provenance"]["software"]
    assert planned["proj"] == {"library": versions["proj"], "epsg": versions["projDatabase"]}
    pipeline = write_pipeline(pipeline, {"degrees": {"path": "degrees.geojson"}}, {"degrees": {"source": "degrees", "kind": "cluster", "zooms": "0-8"}})
    assert "proj" not in plan(pipeline, tmp_path / "others")


@pytest.mark.parametrize("pipeline", PIPELINES, ids=lambda path: path.stem)
def test_sample_pipelines(pipeline, tmp_path):
    planned = compare(pipeline, tmp_path, seed=SEED)
    assert planned["reads"]


@pytest.mark.parametrize("shard_zoom", [0, 2, 5])
def test_clusters_with_all_options(shard_zoom, tmp_path, numbers):
    features = list(scattered(numbers, 12_000))
    for name in ("a", "b"):
        half = [feature for index, feature in enumerate(features) if (index % 3 == 0) == (name == "a")]
        (tmp_path / f"{name}.geojson").write_text("\n".join(map(json.dumps, half)))
    pipeline = write_pipeline(
        tmp_path / "pipeline.yaml", {"in": {"path": ["a.geojson", "b.geojson"]}},
        {name: clusters("in", **cluster) for name, cluster in LAYERS.items()}, output={"layout": "per-layer"})
    planned = compare(pipeline, tmp_path, shard_zoom=shard_zoom, seed=SEED)
    assert planned["levels"] == {0: 1, 2: 2, 5: 3}[shard_zoom] and len(planned["reads"]) == 2


LAYOUTS = {
    "per-zoom": {}, "single": {"layout": "single"}, "per-layer": {"layout": "per-layer", "compression": "gzip"},
    "mbtiles": {"format": "mbtiles"}, "directory": {"format": "directory"},
    "geojson": {"format": "directory", "tileFormat": "geojson", "layout": "per-layer"},
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts_and_containers(layout, tmp_path, numbers):
    """With tiles that tasks make of two layers, one of which is made of circles in the layouts that keep layers apart."""
    (tmp_path / "in.geojson").write_text("\n".join(map(json.dumps, scattered(numbers, 250))))
    layers = {"points": clusters("in"), "weighed": clusters("in", weight=["get", "weight"], radius="20px")}
    layers = {name: layer | {"zooms": "0-6"} for name, layer in layers.items()}
    if LAYOUTS[layout].get("layout") == "per-layer":
        layers["rings"] = {"source": "in", "kind": "circle", "zooms": "0-2", "circle": {"radius": "200km"}}
    pipeline = write_pipeline(tmp_path / "pipeline.yaml", {"in": {"path": "in.geojson"}}, layers, output=LAYOUTS[layout])
    compare(pipeline, tmp_path, shard_zoom=2, seed=SEED)
    kinds = [kind for file in (tmp_path / "parts").glob("shard-0-*.part") for kind, _, _ in sections.split(file.read_bytes())[1]]
    assert kinds.count(sections.TILES) >= 2


def forms(numbers, count):
    """Lines and polygons of all sizes, some in several parts, across the 180th meridian and around it, beside points."""
    for index in range(count):
        west, south, size = numbers.uniform(-200, 180), numbers.uniform(-88, 80), 10 ** numbers.uniform(-4, 1.3)
        outline = [[west + size * math.cos(turn / 20 * math.tau), max(-90, min(90, south + size * math.sin(turn / 20 * math.tau)))]
                   for turn in range(20)]
        small = [[west + (x - west) / 3, south + (y - south) / 3] for x, y in outline]
        kind, coordinates = numbers.choice([
            ("LineString", outline), ("MultiLineString", [outline, small]), ("Polygon", [outline + outline[:1]]),
            ("Polygon", [outline + outline[:1], small + small[:1]]), ("MultiPoint", outline[:3]), ("Point", outline[0]),
            ("MultiPolygon", [[small + small[:1]], [[[x + 3 * size, y] for x, y in outline + outline[:1]]]])])
        id = numbers.choice([None, index, index // 2, f"t{index}"])
        properties = {"whole": index, "name": f"n{index % 7}", "meters": numbers.choice([0, 40, 90_000, 2_000_000, None])}
        yield {"type": "Feature", "id": id, "geometry": {"type": kind, "coordinates": coordinates}, "properties": properties}


CIRCLES = {
    "centers": {"radius": "150km"}, "rings": {"radius": {"property": "meters", "unit": "m"}, "draw": ["center", "ring"]},
    "pixels": {"radius": "30px", "draw": ["ring"]},
    "growing": {"radius": {"expression": ["*", ["+", ["zoom"], 1], 20], "unit": "km"}, "draw": ["ring"], "model": "mapkit"},
    "limited": {"radius": "80km", "draw": ["ring"], "dotBelow": "3px", "hide": {"belowSize": "1px", "aboveSize": "50px"},
                "pulse": {"scale": [1, 2], "opacity": [1, 0], "duration": "2s"}},
    "dissolved": {"radius": "300km", "draw": ["ring"], "dissolve": {"by": "name"}},
}
SHAPES = {
    "topology": {"method": "topology"}, "points": {"method": "douglas-peucker", "small": "point", "smallerThan": "4px"},
    "labels": {"method": "topology", "label": True, "tolerance": "2px"}, "whole": {"method": "none", "label": True, "small": "point"},
    "coverage": {},
}
# What only the process that builds can cut.
TOGETHER = {"dissolved", "coverage"}


@pytest.mark.parametrize("layout", ["per-zoom", "per-layer"])
def test_circles_and_shapes_that_tasks_cut(layout, tmp_path, numbers):
    """With filters that depend on the zoom, properties that do, equal ids, rejected features, and several files."""
    for file in range(3):
        (tmp_path / f"{file}.geojson").write_text("\n".join(map(json.dumps, forms(numbers, 60))) + "\nno feature\n")
    shown = {"filter": ["<", ["%", ["get", "whole"], 6], ["+", ["zoom"], 1]],
             "properties": {"compute": {"shown": ["concat", ["get", "name"], ["to-string", ["zoom"]]]}}}
    layers = {name: {"source": "in", "kind": "circle", "zooms": "0-5", "circle": circle} for name, circle in CIRCLES.items()}
    layers |= {name: {"source": "in", "kind": "shape", "zooms": "1-6", "shape": shape} for name, shape in SHAPES.items()}
    layers |= {f"{name} by zoom": layers[name] | shown for name in ("rings", "labels", "points")}
    layers |= {"nothing": layers["rings"] | {"filter": ["==", ["get", "name"], "none"]}}
    sources = {"in": {"path": "*.geojson", "onInvalid": "skip", "maxRejected": "100%"}}
    pipeline = write_pipeline(tmp_path / "pipeline.yaml", sources, layers, output=LAYOUTS[layout])
    compare(pipeline, tmp_path, seed=SEED)
    cut = {name: 0 for name in layers}
    for file in (tmp_path / "parts").glob("read-*.part"):
        for kind, (layer, _, _), _ in sections.split(file.read_bytes())[1]:
            if kind == sections.CUTS:
                cut[list(layers)[layer >> 8]] += 1
    # Each of three slices, at each zoom.
    assert cut == {name: 0 if name in TOGETHER | {"nothing"} else 18 for name in layers}


def beside_borders(zoom, unit=1e-7):
    """Points on the borders of the tiles of a zoom, on their corners, and a little beside them."""
    tiles = 2**zoom
    columns = [column * 360 / tiles - 180 for column in range(tiles)]
    rows = [math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * row / tiles)))) for row in range(1, tiles)]
    for index, (longitude, latitude) in enumerate((x, y) for x in columns for y in rows):
        for number, (east, north) in enumerate([(0, 0), (unit, 0), (-unit, unit), (0.01, -unit), (3, 0)]):
            yield point(longitude + east, latitude + north, 5 * index + number, whole=index, name=f"n{number}")


def test_hard_cases_of_sharding(tmp_path):
    """Each is a layer with an archive of its own; tasks have tiles of zoom 3, which are 45 degrees wide."""
    chain = [point(-100 + index / 10, 40 + index % 2 / 50, index, whole=index, name="c") for index in range(2000)]
    poles = [point(index * 7 % 360 - 180, [90, -90, 85.0511, -85.0511][index % 4], index, whole=1, name="p") for index in range(200)]
    meridian = [point([180, -180, 179.99, -179.99][index % 4], index / 2 - 60, index, whole=1, name="m") for index in range(200)]
    inputs = {"borders": list(beside_borders(3)), "chain": chain, "poles": poles, "meridian": meridian, "one": chain[:1]}
    for name, features in inputs.items():
        (tmp_path / f"{name}.geojson").write_text("\n".join(map(json.dumps, features)))
    few = {"aggregates": {"total": {"sum": "whole"}, "names": {"distinct": "name", "cap": 2}}}
    layers = {name: clusters(name, **few) for name in inputs}
    layers["wide"] = clusters("borders", radius="900px", **few)  # The radius is larger than a tile, and so are halos.
    layers["apart"] = clusters("meridian", minPoints=4, **few)
    layers["nothing"] = clusters("chain", **few) | {"filter": ["<", ["get", "whole"], 0]}
    layers["discs"] = {"source": "chain", "kind": "circle", "zooms": "0-2", "circle": {"radius": "6000km"}}
    sources = {name: {"path": f"{name}.geojson"} for name in inputs}
    pipeline = write_pipeline(tmp_path / "pipeline.yaml", sources, layers, output={"layout": "per-layer"})
    compare(pipeline, tmp_path, shard_zoom=3, shards=5, seed=SEED)
    # A cell is a sixteenth of a tile.
    cells = {name: set() for name in inputs}
    for file in (tmp_path / "parts").glob("read-*.part"):
        for kind, (layer, _, cell), _ in sections.split(file.read_bytes())[1]:
            if kind == sections.NODES and layer < len(inputs):
                cells[list(inputs)[layer]].add(cell)
    assert len(cells["chain"]) >= 17 and len(cells["borders"]) >= 64


@pytest.mark.skipif("OVERTILE_SLOW" not in os.environ, reason="a million points take minutes: OVERTILE_SLOW=1")
def test_a_million_points_in_one_tile(tmp_path, numbers):
    """Shards are tiles of zoom 5, and all points lie in one of zoom 12; tasks have the bound that the build has."""
    with open(tmp_path / "in.geojson", "w") as file:
        for index in range(1_000_000):
            file.write(json.dumps(point(13 + numbers.random() / 12, 50 + numbers.random() / 12, index, whole=index % 97)) + "\n")
    layer = clusters("in", aggregates={"total": {"sum": "whole"}}) | {"zooms": "0-14"}
    pipeline = write_pipeline(tmp_path / "pipeline.yaml", {"in": {"path": "in.geojson"}}, {"points": layer})
    planned = compare(pipeline, tmp_path, shard_zoom=5, words=["--memory", "1G"])
    assert len(planned["reads"]) == 3


def test_all_points_at_one_spot(tmp_path):
    """They cannot be divided: one task has them all, at a corner of four tiles whose other tasks show them in their buffers."""
    points = [point(-90, 0, index, name=f"n{index % 7}", whole=index) for index in range(5000)]
    (tmp_path / "in.geojson").write_text("\n".join(map(json.dumps, points)))
    layer = clusters("in", aggregates={"names": {"distinct": "name", "cap": 3}, "total": {"sum": "whole"}}, maxZoom=7, radius="600px")
    compare(write_pipeline(tmp_path / "pipeline.yaml", {"in": {"path": "in.geojson"}}, {"points": layer}), tmp_path, shard_zoom=2)


def test_wrong_data_and_duplicates(tmp_path, numbers):
    """Among them are data errors that a comparison explains: the process that builds reads their slices again."""
    features = []
    for index in range(3000):
        feature = point(numbers.uniform(-200, 200), numbers.uniform(-88, 88), numbers.choice([None, 7, index]),
                        whole=numbers.choice([index, "12", None, True]), name=numbers.choice(["a", None, 5]))
        kind = numbers.random()
        if kind < 0.02:
            feature["geometry"]["coordinates"] = ["x", 1]
        elif kind < 0.04:
            feature["geometry"] = None
        elif kind < 0.06:
            feature["geometry"] = {"type": "LineString", "coordinates": [[0, 0], [index / 100, 1]]}
        elif kind < 0.08:
            feature["geometry"] = {"type": "MultiPoint", "coordinates": [[index % 90, y] for y in range(5)] * 2}
        features.append(feature)
    (tmp_path / "in.geojson").write_text(collection(features))
    source = {"path": "in.geojson", "onInvalid": "skip", "maxRejected": "100%", "quarantine": "features"}
    layers = {
        "filtered": clusters("in", aggregates={"total": {"sum": ["*", 2, ["get", "whole"]]}})
        | {"filter": [">", ["get", "whole"], 100]},
        "all": clusters("in", aggregates={"names": {"distinct": "name", "cap": 2}}),
        "lines": {"source": "in", "kind": "shape", "zooms": "0-4"},
        "rings": {"source": "in", "kind": "circle", "zooms": "0-4", "circle": {"radius": "300km"}},
    }
    compare(write_pipeline(tmp_path / "pipeline.yaml", {"in": source}, layers), tmp_path, seed=SEED)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_few_features(count, tmp_path):
    (tmp_path / "in.geojson").write_text(collection([point(180, -90, index, name="n") for index in range(count)]))
    pipeline = write_pipeline(tmp_path / "pipeline.yaml", {"in": {"path": "in.geojson"}},
                              {"points": clusters("in", aggregates={"example": {"first": "name"}})}, gates={"empty": "pass"})
    compare(pipeline, tmp_path)


def test_zooms_that_end_by_themselves_and_bounded_memory(tmp_path, numbers):
    (tmp_path / "in.geojson").write_text("\n".join(map(json.dumps, scattered(numbers, 3000))))
    pipeline = write_pipeline(tmp_path / "pipeline.yaml", {"in": {"path": "in.geojson"}},
                              {"points": clusters("in") | {"zooms": "0-auto"}})
    compare(pipeline, tmp_path, words=["--memory", "256M"])


@pytest.mark.parametrize("min_points", [2, 3])
def test_zooms_that_end_below_clusters_of_one_spot(min_points, tmp_path, numbers):
    """Points at one spot are a cluster at every zoom, also where tasks do not know yet that the layer ends sooner."""
    points = [point(numbers.choice([7, 8.5, -120]), 8, index, name="n", whole=1) for index in range(12)] + [point(7.001, 8, 99, name="n", whole=1)]
    (tmp_path / "in.geojson").write_text("\n".join(map(json.dumps, points)))
    layer = {"source": "in", "kind": "cluster", "zooms": "0-auto", "cluster": {"minPoints": min_points, "members": "full"}}
    compare(write_pipeline(tmp_path / "pipeline.yaml", {"in": {"path": "in.geojson"}}, {"points": layer}), tmp_path)


@pytest.fixture
def parts(tmp_path, numbers):
    """A pipeline whose parts are made, and whose bundle is an older one."""
    (tmp_path / "in.geojson").write_text("\n".join(map(json.dumps, scattered(numbers, 2000))))
    pipeline = write_pipeline(tmp_path / "pipeline.yaml", {"in": {"path": "in.geojson"}}, {"points": clusters("in")})
    divide(pipeline, tmp_path / "parts")
    assert overtile("build", pipeline).returncode == 0
    return pipeline


def rejected(pipeline, status=74):
    """The message of a build that must leave the bundle as it was."""
    bundle = pipeline.parent / "bundle"
    before = contents(bundle)
    run = overtile("build", pipeline, "--parts", pipeline.parent / "parts")
    assert run.returncode == status, run.stderr.decode()
    assert contents(bundle) == before
    return run.stderr.decode()


def test_missing_tasks_are_noticed(parts):
    folder = parts.parent / "parts"
    for name, message in {"read-0.part": "task 0 that reads is missing", "shard-0-1.part": "a task is missing", "plan.json": "there is no plan"}.items():
        file = folder / name
        kept = file.read_bytes()
        file.unlink()
        assert message in rejected(parts, 66 if name == "plan.json" else 74)
        file.write_bytes(kept)
    assert overtile("build", parts, "--parts", folder).returncode == 0


def test_missing_circles_of_a_slice_are_noticed(tmp_path, numbers):
    """Those of the other slices do not make up for them, nor those of the same slice at another zoom."""
    for file in range(2):
        (tmp_path / f"{file}.geojson").write_text("\n".join(map(json.dumps, forms(numbers, 30))))
    layers = {"rings": {"source": "in", "kind": "circle", "zooms": "0-3", "circle": {"radius": "50km", "draw": ["ring"]}}}
    pipeline = write_pipeline(tmp_path / "pipeline.yaml", {"in": {"path": "*.geojson", "onInvalid": "skip", "maxRejected": "100%"}},
                              layers)
    assert overtile("build", pipeline).returncode == 0
    divide(pipeline, tmp_path / "parts", tasks=2)
    file = tmp_path / "parts/read-1.part"
    header, found = sections.split(file.read_bytes())
    cuts = [raw for kind, _, raw in found if kind == sections.CUTS]
    assert len(cuts) == 4
    for missing in (cuts[:1], cuts[3:], cuts):
        file.write_bytes(sections.join(header, [raw for _, _, raw in found if raw not in missing]))
        assert 'no part has all circles or shapes of layer "rings": a task that reads is missing' in rejected(pipeline)
    file.write_bytes(sections.join(header, [raw for _, _, raw in found]))
    assert overtile("build", pipeline, "--parts", tmp_path / "parts").returncode == 0


def test_missing_points_of_halos_are_noticed(parts, tmp_path):
    """Also a result that has no points for a task is missing if it is not there."""
    folder = parts.parent / "parts"
    reads = sorted(folder.glob("read-*.part"))
    assert len(reads) == 1
    options = ["--plan", folder / "plan.json", "--output", tmp_path / "out.part"]
    run = overtile("part", "shard", parts, "--level", 0, *options)
    assert run.returncode == 74 and b"0 of 1 tasks of the step before: a task is missing (0; they are numbered from 0)" in run.stderr
    run = overtile("part", "shard", parts, folder / "shard-0-1.part", "--level", 1, *options)
    assert run.returncode == 74 and b"1 of 2 tasks of the step before: a task is missing (0; they" in run.stderr


def test_a_lost_file_with_points_of_a_halo_alone_is_noticed(tmp_path):
    """One task of three that read has no points in the tiles of a task that clusters, and some beside them."""
    for name, west in {"a": -40, "b": -30, "c": 0.001}.items():
        points = [point(west + index / 1e5, 20 + index % 7, f"{name}{index}", whole=index) for index in range(700)]
        (tmp_path / f"{name}.geojson").write_text("\n".join(map(json.dumps, points)))
    pipeline = write_pipeline(tmp_path / "pipeline.yaml", {"in": {"path": ["a.geojson", "b.geojson", "c.geojson"]}},
                              {"points": clusters("in", aggregates={"total": {"sum": "whole"}})})
    folder = tmp_path / "parts"
    divide(pipeline, folder)
    reads = [folder / f"read-{number}.part" for number in range(3)]
    options = ["--plan", folder / "plan.json", "--level", 0, "--tasks", 2]
    task("route", pipeline, *reads, *options, "--output", tmp_path / "routes.json")
    routes = json.loads((tmp_path / "routes.json").read_text())
    cells = {str(cell) for kind, (_, _, cell), _ in sections.split(reads[2].read_bytes())[1] if kind == sections.NODES}
    # All tiles of the points lie along one border: those west of it are one task's, and the cells of the third file the other's.
    assert cells and all(routes[cell] == [0, 1] for cell in cells)
    for number in (0, 1):
        whole = (folder / f"shard-0-{number}.part").read_bytes()
        for lost in range(3):
            run = overtile("part", "shard", pipeline, *(path for path in reads if path != reads[lost]), *options, "--task", number,
                           "--output", tmp_path / "out.part")
            assert run.returncode == 74 and b"2 of 3 tasks of the step before: a task is missing" in run.stderr, run.stderr
            assert not (tmp_path / "out.part").exists()
        task("shard", pipeline, *reads, *options, "--task", number, "--output", tmp_path / "again.part")
        assert (tmp_path / "again.part").read_bytes() == whole
    # A file that lacks what its task sent does not help either.
    header, found = sections.split(reads[2].read_bytes())
    reads[2].write_bytes(sections.join(header, [raw for kind, _, raw in found if kind != sections.NODES]))
    run = overtile("part", "shard", pipeline, *reads, *options, "--task", 0, "--output", tmp_path / "out.part")
    assert run.returncode == 74 and b"points of cell" in run.stderr, run.stderr


def test_more_part_files_than_may_be_open(tmp_path):
    """A task has all files of the step before it open: the soft limit is raised for it."""
    for number in range(40):
        (tmp_path / f"in-{number}.geojson").write_text(json.dumps(point(number, number, f"p{number}", whole=number)))
    pipeline = write_pipeline(tmp_path / "pipeline.yaml", {"in": {"path": "in-*.geojson"}}, {"points": clusters("in")})
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    few = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (32, hard))}
    folder = tmp_path / "parts"
    planned = plan(pipeline, folder, tasks=40)
    options = ["--plan", folder / "plan.json"]
    made = [folder / f"read-{number}.part" for number in range(len(planned["reads"]))]
    assert len(made) == 40
    for number, path in enumerate(made):
        task("read", pipeline, *options, "--task", number, "--output", path)
    for level in range(planned["levels"]):
        inputs, made = made, [folder / f"level-{level}.part"]
        run = overtile("part", "shard", pipeline, *inputs, *options, "--level", level, "--output", made[0], **few)
        assert run.returncode == 0, run.stderr
    for words, output in (([], "alone"), (["--parts", folder], "joined")):
        run = overtile("build", pipeline, "--output", tmp_path / output, *words, **few)
        assert run.returncode == 0, run.stderr
    assert contents(tmp_path / "joined") == contents(tmp_path / "alone")


def test_the_number_of_tasks_follows_from_the_size_of_the_inputs(tmp_path):
    """One that reads for each 64 MiB, and one of the first level for each million points, unless `--tasks` says otherwise."""
    line = json.dumps(point(1, 1, text="x" * 100_000)) + "\n"
    (tmp_path / "large.geojsonl").write_text(line * 1400)
    (tmp_path / "few.geojsonl").write_text(line)
    pipeline = write_pipeline(tmp_path / "pipeline.yaml", {"large": {"path": "large.geojsonl"}, "few": {"path": "few.geojsonl"}},
                              {name: clusters(name, aggregates={}) for name in ("large", "few")})
    path = tmp_path / "plan.json"
    for words, reads in ((), [0, 0, 1]), (("--tasks", 1), [0, 1]), (("--tasks", 7), [0] * 6 + [1]):
        task("plan", pipeline, "--output", path, *words)
        planned = json.loads(path.read_text())
        assert [read["source"] for read in planned["reads"]] == reads and planned["shards"] == 1
    (tmp_path / "few.geojsonl").write_text('{"type":"Point","coordinates":[1,2]}\n' * 2_500_000)
    task("plan", pipeline, "--output", path)
    assert json.loads(path.read_text())["shards"] == 3


@pytest.mark.parametrize("command", ["shard", "route"])
@pytest.mark.parametrize("level, tasks", [(-1, 1), (9, 1), (0, 0), (0, -1)])
def test_levels_and_shares_that_are_not_planned(parts, tmp_path, command, level, tasks):
    folder = parts.parent / "parts"
    run = overtile("part", command, parts, *sorted(folder.glob("read-*.part")), "--plan", folder / "plan.json",
                   f"--level={level}", f"--tasks={tasks}", "--output", tmp_path / "out.part")
    assert run.returncode == 78 and b"there is no share 0 of" in run.stderr, run.stderr
    assert not (tmp_path / "out.part").exists()


def test_a_changed_plan_is_noticed(parts, tmp_path):
    """Whatever of it somebody edits: a task would do another share of the work, or name a source that there is not."""
    folder, path = parts.parent / "parts", parts.parent / "parts" / "plan.json"
    text = path.read_text()
    for change in ({"levels": 1}, {"reads": []}, {"tileZoom": 4}, {"reads": [{"source": -1, "file": 0, "first": 0}]},
                   {"reads": [{"source": 2**63 - 1, "file": 2**63 - 1, "first": 0}]}):
        path.write_text(json.dumps(json.loads(text) | change))
        for words in (["build", parts, "--parts", folder], ["part", "read", parts, "--plan", path, "--task", 0, "--output", tmp_path / "x.part"],
                      ["part", "shard", parts, folder / "read-0.part", "--plan", path, "--level", 0, "--output", tmp_path / "x.part"]):
            run = overtile(*words)
            assert run.returncode == 74 and b"the plan was changed" in run.stderr, (change, run.stderr)
    path.write_text(text)
    assert overtile("build", parts, "--parts", folder).returncode == 0


def test_damage_is_noticed(parts, numbers, tmp_path):
    """By the process that builds, or by the tasks for which the nodes are that nobody else reads; what nobody reads changes nothing."""
    folder = parts.parent / "parts"

    def statuses():
        yield overtile("build", parts, "--parts", folder)
        for level, inputs in enumerate(["read-*.part", "shard-0-*.part"]):
            yield overtile("part", "shard", parts, *sorted(folder.glob(inputs)), "--plan", folder / "plan.json", "--level", level,
                           "--output", tmp_path / "out.part")

    assert [run.returncode for run in statuses()] == [0, 0, 0]
    before, outcomes = contents(parts.parent / "bundle"), []
    for file in sorted(folder.glob("*.part")):
        kept = file.read_bytes()
        for trial in range(4):
            damaged = bytearray(kept)
            damaged[numbers.randrange(len(damaged))] ^= 1 << numbers.randrange(8)
            file.write_bytes(kept[:numbers.randrange(len(kept))] if trial == 0 else damaged)
            failed = [run for run in statuses() if run.returncode != 0]
            assert all(run.returncode == 74 and b"part" in run.stderr for run in failed), f"{file.name}, {trial}"
            assert contents(parts.parent / "bundle") == before, f"{file.name}, {trial}"
            outcomes.append(bool(failed))
        file.write_bytes(kept)
    assert sum(outcomes) > len(outcomes) / 2  # Tiles whose ids the process that builds must change are not read.


def test_other_inputs_and_configurations_are_noticed(parts):
    source = parts.parent / "in.geojson"
    kept, state = source.read_text(), source.stat()
    source.write_text(kept.replace('"n1"', '"n2"', 1))
    os.utime(source, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert "changed since a task read its slice" in rejected(parts)
    source.write_text(kept)
    kept = parts.read_text()
    # What decides which features tasks hand over, though a bundle does not name it, and what messages show.
    for old, new in (("0-8", "0-7"), ("path: in.geojson", "path: in.geojson\n    onInvalid: repair"), ("cluster:", "maxTiles: {feature: 5}\n    cluster:")):
        assert old in kept
        parts.write_text(kept.replace(old, new))
        assert "another configuration" in rejected(parts)
    parts.write_text(kept)
    run = overtile("build", parts, "--parts", parts.parent / "parts", "--memory", "100M")
    assert run.returncode == 74 and b"another --memory" in run.stderr


@pytest.mark.parametrize("kept", ["all", "a"])
def test_every_byte_of_an_input_is_compared(kept, tmp_path):
    """Also those of members and of white space beside features, whether layers are joined from what tasks handed over, or made of rows."""
    source, features = tmp_path / "in.geojson", [point(index % 179, index % 80, index, a=index) for index in range(400)]
    text = collection(features).replace('"features"', '"name":"places","features"') + " \n"
    source.write_text(text)
    layer = clusters("in", aggregates={"example": {"first": "a"}}) | {"properties": {"keep": "all" if kept == "all" else [kept]}}
    # A layer that a camera shows is made of rows.
    others = {} if kept == "all" else {"cameras": {"all": {"fit": {"layer": "points"}}}}
    pipeline = write_pipeline(tmp_path / "pipeline.yaml", {"in": {"path": "in.geojson"}}, {"points": layer}, **others)
    compare(pipeline, tmp_path, shard_zoom=1)
    assert overtile("build", pipeline).returncode == 0
    state = source.stat()
    for before, after in (("places", "planes"), ('"a": 7}', '"a": 8}'), (" \n", "\n "), ("},", ",}")):
        assert text.count(before) >= 1
        source.write_text(text.replace(before, after, 1))
        os.utime(source, ns=(state.st_atime_ns, state.st_mtime_ns))
        assert rejected(pipeline), before
    source.write_text(text)
    assert overtile("build", pipeline, "--parts", tmp_path / "parts").returncode == 0


@pytest.mark.parametrize("form", ["lines", "separated", "collection", "gzip"])
def test_text_behind_the_last_feature_is_compared(form, tmp_path):
    """It is no feature, and would be in the ledger: whatever of it comes, goes or changes, the tasks have read another file."""
    texts = [json.dumps(point(index % 179, index % 80, index)) for index in range(30)]
    text = {"lines": "\n".join(texts) + "\n", "separated": "".join(f"\x1e{one}\n" for one in texts), "gzip": "\n".join(texts) + "\n",
            "collection": '{"type":"FeatureCollection","features":[' + ",\n".join(texts) + "]}\n"}[form]
    layer = clusters("in", aggregates={})
    source = tmp_path / ("in.geojson.gz" if form == "gzip" else "in.geojson")
    pipeline = write_pipeline(tmp_path / "pipeline.yaml", {"in": {"path": source.name, "onInvalid": "skip", "maxRejected": "100%"}}, {"points": layer})

    def write(text):
        source.write_bytes(gzip.compress(text.encode(), mtime=0) if form == "gzip" else text.encode())

    ends = ["", "garbage one\n", "garbage two\n", "x", "y"]
    for end in ends[:2]:
        write(text + end)
        shutil.rmtree(tmp_path / "parts", ignore_errors=True)
        compare(pipeline, tmp_path, shard_zoom=1)
        assert overtile("build", pipeline).returncode == 0
        for other in ends:
            write(text + other)
            if other == end:
                assert overtile("build", pipeline, "--parts", tmp_path / "parts").returncode == 0
            else:
                assert "changed since" in rejected(pipeline) or "the file changed" in rejected(pipeline), (end, other)
    write(text[:-5])
    assert "the file changed" in rejected(pipeline) or "changed since" in rejected(pipeline)


def test_files_that_come_or_go_are_noticed(tmp_path):
    for name in "ab":
        (tmp_path / f"in-{name}.geojson").write_text(collection([point(index, 1, f"{name}{index}") for index in range(9)]))
    pipeline = write_pipeline(tmp_path / "pipeline.yaml", {"in": {"path": "in-*.geojson"}}, {"points": clusters("in", aggregates={})})
    divide(pipeline, tmp_path / "parts")
    assert overtile("build", pipeline).returncode == 0
    (tmp_path / "in-b.geojson").rename(tmp_path / "b")
    assert 'source "in" has 1 file, and had 2 when the tasks were planned' in rejected(pipeline)
    (tmp_path / "b").rename(tmp_path / "in-b.geojson")
    (tmp_path / "in-c.geojson").write_text(collection([]))
    assert 'source "in" has 3 files, and had 2' in rejected(pipeline)


def test_pipes_are_no_part_files(parts):
    """They would be waited for without an end."""
    pipe = parts.parent / "parts/pipe.part"
    os.mkfifo(pipe)
    assert "pipe.part: the part file cannot be opened: it is a named pipe" in rejected(parts, 66)
    run = overtile("part", "shard", parts, pipe, "--plan", parts.parent / "parts/plan.json", "--level", 0, "--output", parts.parent / "out.part")
    assert run.returncode == 66


def test_tasks_replace_nothing_but_files_of_tasks(parts, tmp_path):
    folder, source = parts.parent / "parts", parts.parent / "in.geojson"
    before = {path: path.read_bytes() for path in (source, parts, folder / "plan.json", folder / "read-0.part")}
    read = ["part", "read", parts, "--plan", folder / "plan.json", "--task", 0]
    shard = ["part", "shard", parts, folder / "read-0.part", "--plan", folder / "plan.json", "--level", 0]
    route = ["part", "route", parts, folder / "read-0.part", "--plan", folder / "plan.json", "--level", 0, "--tasks", 1]
    for command, paths in ((read, [source, parts, folder / "plan.json", folder]), (["part", "plan", parts], [source, parts, folder / "read-0.part"]),
                           (shard, [source, folder / "read-0.part", folder / "plan.json"]), (route, [source, parts, folder / "plan.json"])):
        for path in paths:
            run = overtile(*command, "--output", path)
            assert run.returncode == 73 and b"give another --output" in run.stderr, (command, path, run.stderr)
        run = overtile(*command, "--output", tmp_path / "absent/out.part")
        assert run.returncode == 73 and b"there is no folder" in run.stderr, (command, run.stderr)
    assert {path: path.read_bytes() for path in before} == before
    for command, path in ((read, folder / "read-0.part"), (route, tmp_path / "routes.json"), (["part", "plan", parts], folder / "plan.json")):
        for _ in range(2):
            assert overtile(*command, "--output", path).returncode == 0


def test_tasks_check_what_they_are_handed(parts, tmp_path):
    folder = parts.parent / "parts"
    options = ["--plan", folder / "plan.json", "--output", tmp_path / "out.part"]
    assert overtile("part", "read", parts, "--task", 99, *options).returncode == 78
    assert overtile("part", "shard", parts, "--level", 99, *options).returncode == 78
    assert overtile("part", "shard", parts, folder / "absent.part", "--level", 0, *options).returncode == 66
    assert overtile("part", "shard", parts, parts, "--level", 0, *options).returncode == 74
    assert not (tmp_path / "out.part").exists()


def test_commands_are_read_by_the_process_that_builds(tmp_path):
    (tmp_path / "in.geojson").write_text(collection([point(index, index / 3, index) for index in range(90)]))
    pipeline = write_pipeline(
        tmp_path / "pipeline.yaml", {"told": {"command": ["cat", "in.geojson"]}, "read": {"path": "in.geojson"}},
        {"a": clusters("told", aggregates={}), "b": clusters("read", aggregates={})})
    planned = compare(pipeline, tmp_path)
    assert [read["source"] for read in planned["reads"]] == [1]


def test_nightly_release(tmp_path):
    assert plan(NIGHTLY, tmp_path / "parts")["reads"]
    task("read", NIGHTLY, "--plan", tmp_path / "parts/plan.json", "--task", 0, "--output", tmp_path / "parts/a.part")
