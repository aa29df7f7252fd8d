"""`compression: auto` chooses by the content of an archive, and the report states the cost of the other choice."""
import json
import random

import pytest

from bundle import contents
from conftest import build, overtile, point, write_pipeline

SEED = 20


def places(count, seed=SEED):
    """Points around towns: crowded tiles shrink, those with one point do not."""
    made = random.Random(seed)
    towns = [(made.uniform(5, 20), made.uniform(45, 55)) for _ in range(40)]
    for index in range(count):
        x, y = made.choice(towns)
        yield point(round(made.gauss(x, 0.1), 6), round(made.gauss(y, 0.07), 6), index,
                    name=f"Place {made.randrange(500)}", kind=made.choice(["cafe", "bar", "museum"]))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("compression")
    (folder / "in.geojsonl").write_text("\n".join(map(json.dumps, places(3000))))
    return folder


def made(folder, name, zooms="0-12", words=(), **output):
    pipeline = write_pipeline(folder / f"{name}.yaml", {"in": {"path": "in.geojsonl"}},
                              {"places": {"source": "in", "kind": "cluster", "zooms": zooms}}, output=output)
    bundle = build(pipeline, folder / name, *words)
    return bundle, json.loads((folder / f"{name}.report.json").read_text())


def sizes(bundle):
    return {file["path"]: file["bytes"] for file in bundle.tile_files}


@pytest.mark.parametrize("layout", ["single", "per-zoom"])
def test_gzip_is_chosen_where_a_tenth_is_saved(folder, layout):
    auto, report = made(folder, f"auto-{layout}", layout=layout)
    plain, gzipped = (sizes(made(folder, f"{way}-{layout}", layout=layout, compression=way)[0]) for way in ("none", "gzip"))
    chosen = {file["path"]: file["compression"] for file in auto.tile_files}
    for path, way in chosen.items():
        share = gzipped[path] / plain[path]
        # Directories and metadata count here, and not in the choice.
        assert share > 0.95 or share < 0.85 and way == "gzip" or 0.85 <= share <= 0.95, (path, way, share)
        assert share < 0.95 or way == "none" or plain[path] < 5000, (path, way, share)
    if layout == "single":
        assert chosen == {"tiles.pmtiles": "gzip"}
    said = {entry["file"]: entry for entry in report["compressions"]}
    assert said.keys() == chosen.keys()
    for path, entry in said.items():
        other = plain if chosen[path] == "gzip" else gzipped
        assert entry["compression"] == chosen[path] and entry["bytes"] == sizes(auto)[path]
        assert entry["otherBytes"] == pytest.approx(other[path], rel=0.001 if entry["triedAll"] else 0.05), entry


def test_a_late_choice_gives_the_bytes_of_an_early_one(folder):
    auto, _ = made(folder, "late", layout="single")
    asked, _ = made(folder, "early", layout="single", compression="gzip")
    assert (auto.folder / "tiles.pmtiles").read_bytes() == (asked.folder / "tiles.pmtiles").read_bytes()
    threads, _ = made(folder, "threads", layout="single", words=("--threads", 5))
    bounded, _ = made(folder, "bounded", layout="single", words=("--memory", "128M"))
    assert contents(auto.folder) == contents(threads.folder) == contents(bounded.folder)


def test_sizes_in_the_report_are_those_that_are_stored(folder):
    auto, report = made(folder, "statistics", layout="single")
    by_zoom = {}
    for (z, _, _), data in auto.stored.items():
        by_zoom[z] = by_zoom.get(z, 0) + len(data)
    assert {entry["zoom"]: entry["bytes"] for entry in report["tileStatistics"]} == by_zoom


def test_a_given_compression_is_not_tried(folder):
    for way in "gzip", "none":
        assert made(folder, f"given-{way}", zooms="0-3", compression=way)[1]["compressions"] == []


def test_bundles_of_a_late_choice_verify(folder):
    auto, _ = made(folder, "verified", layout="single")
    assert overtile("verify", auto.folder).returncode == 0
