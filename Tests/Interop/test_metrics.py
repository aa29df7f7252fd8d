"""The file of `--metrics`, read by Prometheus' own parser: it agrees with the report, whatever the result."""
import json
import re
import signal
import subprocess
import time

import pytest
from prometheus_client.parser import text_string_to_metric_families

from bundle import contents
from conftest import OVERTILE, ROOT, collection, overtile, point, write_pipeline
from failing import leftovers

FOLDER = ROOT / "Sources/OvertilePipeline/OvertilePipeline.docc"
TABLES, PAGE = (FOLDER / "Codes.md").read_text(), (FOLDER / "EventsAndMetrics.md").read_text()
# A layer whose name is as bad as a name can be, and a property for a filter.
NAME = 'a "quoted" \\ name\nin ünïcode'


def metrics(path):
    """The samples by name and labels; without the pipeline's label, which all have."""
    samples = {}
    for family in text_string_to_metric_families(path.read_text()):
        assert family.type == "gauge" and family.documentation.endswith((".", "1 or 0.", "1.")), family
        assert re.fullmatch(r"overtile_[a-z_]+", family.name) and family.samples
        assert not family.name.endswith(("_total", "_count", "_sum", "_bucket"))
        for sample in family.samples:
            labels = dict(sample.labels)
            assert sample.name == family.name and labels.pop("pipeline")
            key = sample.name, frozenset(labels.items())
            assert key not in samples, key
            samples[key] = sample.value
    return samples


def of(samples, name, **labels):
    return samples.get((f"overtile_{name}", frozenset(labels.items())))


def build(folder, *words, pipeline="pipeline.yaml"):
    run = overtile("build", folder / pipeline, "--metrics", folder / "m.prom", "--json", *words)
    return run, metrics(folder / "m.prom"), json.loads(run.stdout) if run.stdout else None


@pytest.fixture
def folder(tmp_path):
    features = [point(index / 3, 50, index, mag=index) for index in range(60)]
    broken = [{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": ["x", 1]}}]
    empty = [{"type": "Feature", "properties": {"mag": 1}, "geometry": None}] * 2
    ring = [[0, 0], [1, 1], [1, 0], [0, 1], [0, 0]]
    bow = [{"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [ring]}}]
    (tmp_path / "points.geojson").write_text(collection(features + broken + empty))
    (tmp_path / "shapes.geojson").write_text(collection(bow))
    write_pipeline(
        tmp_path / "pipeline.yaml",
        {"points": {"path": "points.geojson", "onInvalid": "skip", "maxRejected": "10%", "quarantine": True},
         "shapes": {"path": "shapes.geojson", "onInvalid": "repair"}},
        {NAME: {"source": "points", "kind": "cluster", "zooms": "0-3", "filter": ["<", ["get", "mag"], 50]},
         "shapes": {"source": "shapes", "kind": "shape", "zooms": "0-2"}},
        gates={"features": {"maxDecrease": "5%"}, "rejected": {"maxShare": "50%"}})
    return tmp_path


def test_a_good_run_says_what_the_report_says(folder):
    before = time.time()
    run, samples, report = build(folder)
    after = time.time()
    assert run.returncode == 0, run.stderr
    assert (of(samples, "run_success"), of(samples, "run_exit_code")) == (1, 0)
    start, end = of(samples, "run_start_timestamp_seconds"), of(samples, "run_end_timestamp_seconds")
    assert before <= start <= end <= after and of(samples, "last_success_timestamp_seconds") == end
    assert of(samples, "run_duration_seconds") == pytest.approx(end - start, abs=0.05)
    for stage, seconds in report["stageSeconds"].items():
        assert of(samples, "stage_duration_seconds", stage=stage) == seconds
    assert of(samples, "peak_memory_bytes") == report["peakMemoryBytes"] > 1e6
    assert of(samples, "jobs") == report["threads"] and of(samples, "warnings") == len(report["warnings"])
    for source in report["sources"]:
        assert of(samples, "source_files", source=source["name"]) == 1
        assert of(samples, "source_read_bytes", source=source["name"]) == source["bytes"]
        for part in ("read", "usable", "rejected"):
            assert of(samples, f"source_{part}_features", source=source["name"]) == source[part]
    names = {"withoutGeometry": "without_geometry"}
    for layer in report["layers"]:
        labels = {"layer": layer["name"], "source": layer["source"]}
        for part in ("read", "accepted", "filtered", "rejected", "withoutGeometry", "repaired"):
            assert of(samples, f"layer_{names.get(part, part)}_features", **labels) == layer[part]
        assert of(samples, "layer_overlays", **labels) == layer["overlays"]
    ledger = {key: value for key, value in samples.items() if key[0] == "overtile_ledger_entries"}
    assert len(ledger) == len(report["ledgerTotals"]) >= 3
    for total in report["ledgerTotals"]:
        count = total.pop("count")
        assert ledger["overtile_ledger_entries", frozenset(total.items())] == count
    for repair, count in report["repairs"].items():
        assert of(samples, "repaired_features", repair=repair) == count
    assert of(samples, "quarantined_features", source="points") == 1
    for zoom in report["tileStatistics"]:
        assert of(samples, "bundle_tiles", zoom=str(zoom["zoom"])) == zoom["tiles"]
        assert of(samples, "bundle_tile_bytes", zoom=str(zoom["zoom"])) == zoom["bytes"]
        assert of(samples, "bundle_largest_tile_bytes", zoom=str(zoom["zoom"])) == zoom["largestBytes"]
    assert of(samples, "bundle_bytes") == report["bytes"]
    assert of(samples, "gate_verdicts", gate="features", outcome="not-judged") == 1
    assert of(samples, "gate_verdicts", gate="rejected", outcome="passed") == 2
    assert leftovers(folder) == []


def test_versions_names_and_escapes(folder):
    _, samples, report = build(folder)
    info, = [dict(labels) for name, labels in samples if name == "overtile_build_info"]
    assert info["name"] == "Test" and info["version"] in overtile("--version").stdout.decode()
    assert info["proj"] and info["geos"] and NAME in [layer["name"] for layer in report["layers"]]
    # The pipeline's label is its file as it was named.
    odd = folder / 'an "odd"\\name.yaml'
    odd.write_bytes((folder / "pipeline.yaml").read_bytes())
    build(folder, pipeline=odd.name)
    families = list(text_string_to_metric_families((folder / "m.prom").read_text()))
    assert {sample.labels["pipeline"] for family in families for sample in family.samples} == {str(odd)}


def test_gates_that_fail_leave_all_numbers(folder):
    _, first, _ = build(folder)
    (folder / "points.geojson").write_text(collection([point(index, 50, index, mag=1) for index in range(20)]))
    run, samples, _ = build(folder)
    assert run.returncode == 65 == of(samples, "run_exit_code") and of(samples, "run_success") == 0
    assert of(samples, "gate_verdicts", gate="features", outcome="failed") == 1
    assert of(samples, "layer_accepted_features", layer=NAME, source="points") == 20
    assert of(samples, "bundle_tiles", zoom="3") > 0
    success = of(first, "last_success_timestamp_seconds")
    assert of(samples, "last_success_timestamp_seconds") == success < of(samples, "run_start_timestamp_seconds")
    # Nothing is copied from another pipeline's file.
    (folder / "other.yaml").write_bytes((folder / "pipeline.yaml").read_bytes())
    _, samples, _ = build(folder, pipeline="other.yaml")
    assert of(samples, "run_exit_code") == 65 and of(samples, "last_success_timestamp_seconds") is None


def test_too_many_wrong_features_are_counted(folder):
    wrong = [{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": ["x", 1]}}] * 20
    (folder / "points.geojson").write_text(collection([point(1, 1, 1, mag=1)] + wrong))
    run, samples, _ = build(folder)
    assert run.returncode == 65 == of(samples, "run_exit_code")
    assert of(samples, "source_rejected_features", source="points") == 20
    assert of(samples, "ledger_entries", source="points", action="rejected", code="invalid-coordinates") == 20
    assert of(samples, "source_read_features", source="shapes") is None
    assert of(samples, "layer_accepted_features", layer=NAME, source="points") == 1
    assert of(samples, "layer_overlays", layer=NAME, source="points") is None
    assert of(samples, "bundle_bytes") is None and of(samples, "run_duration_seconds") > 0


@pytest.mark.parametrize("name, text, status", [("points.geojson", "<html>", 65), ("points.geojson", None, 66),
                                                ("pipeline.yaml", "nmae: x", 78), ("pipeline.yaml", None, 66)])
def test_runs_that_begin_badly(folder, name, text, status):
    if text is None:
        (folder / name).unlink()
    else:
        (folder / name).write_text(text)
    run, samples, _ = build(folder)
    assert run.returncode == status == of(samples, "run_exit_code")
    assert of(samples, "run_end_timestamp_seconds") > 1e9


def test_a_signal(folder):
    """The run waits for input that does not come; SIGTERM ends it, and the metrics say so."""
    write_pipeline(folder / "stdin.yaml", {"in": {"path": "-"}},
                   {"in": {"source": "in", "kind": "cluster", "zooms": "0-2"}})
    process = subprocess.Popen(
        [OVERTILE, "build", folder / "stdin.yaml", "--metrics", folder / "m.prom", "--log-format", "json"],
        stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    assert b"began" in process.stderr.readline() and b"read" in process.stderr.readline()
    process.send_signal(signal.SIGTERM)
    process.wait(timeout=30)
    assert process.returncode == 130 and of(metrics(folder / "m.prom"), "run_exit_code") == 130
    process.stdin.close()
    process.stderr.close()


def test_a_place_that_cannot_be_written(folder):
    for path in (folder / "nowhere/m.prom", folder):
        run = overtile("build", folder / "pipeline.yaml", "--metrics", path)
        assert run.returncode == 73 and b"metrics" in run.stderr and not (folder / "bundle").exists()
    # Where that shows only at the end, the file still tells of an earlier run: --quiet does not hide it.
    write_pipeline(
        folder / "gone.yaml", {"points": {"command": ["sh", "-c", "rm -r place; exit 3"]}},
        {"points": {"source": "points", "kind": "cluster", "zooms": "0-1"}})
    for words in [], ["--log-format", "json"]:
        (folder / "place").mkdir()
        run = overtile("build", folder / "gone.yaml", "--metrics", folder / "place/m.prom", "--quiet", *words)
        lines = run.stderr.decode().splitlines()
        assert run.returncode == 66 and any("warning" in line and "metrics" in line for line in lines), lines


def test_what_is_not_metrics_is_left_alone(folder):
    (folder / "device").symlink_to("/dev/null")
    for name in "pipeline.yaml", "device":
        before = (folder / "pipeline.yaml").read_bytes()
        run = overtile("build", folder / "pipeline.yaml", "--metrics", folder / name)
        assert run.returncode == 73 and b"left it unchanged" in run.stderr and not (folder / "bundle").exists()
        assert (folder / "pipeline.yaml").read_bytes() == before and (folder / "device").is_symlink()
    (folder / "m.prom").write_text("")
    run, _, _ = build(folder)
    assert run.returncode == 73 and b"an empty file" in run.stderr and (folder / "m.prom").read_bytes() == b""


def test_metrics_are_not_in_the_bundle(folder):
    build(folder)
    before = contents(folder / "bundle")
    overtile("build", folder / "pipeline.yaml")
    assert contents(folder / "bundle") == before


def test_the_page_lists_every_gauge(folder):
    build(folder)
    families = {family.name: family.documentation
                for family in text_string_to_metric_families((folder / "m.prom").read_text())}
    section = TABLES.split("## Metrics")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(overtile_\w+)` \| (.*) \| (.*) \|$", section, re.M)
    assert {name: meaning for name, _, meaning in rows} == families
    labels = {}
    for name, keys in metrics(folder / "m.prom"):
        labels.setdefault(name, set()).update(key for key, _ in keys)
    assert {name: set(re.findall(r"`(\w+)`", told)) for name, told, _ in rows} == labels


def test_names_in_queries_are_names_of_gauges():
    known = set(re.findall(r"^\| `(overtile_\w+)`", TABLES, re.M))
    queries = "".join(re.findall(r"^```(?:yaml|promql)\n(.*?)^```", PAGE, re.M | re.S))
    assert set(re.findall(r"\bovertile_\w+", queries)) <= known and "overtile_" in queries
