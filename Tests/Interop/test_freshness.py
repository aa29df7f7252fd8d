"""`maxAge`: a source whose data are too old is not published, and the times of inputs are in the metrics."""
import datetime
import json
import os
import time

import pytest
from prometheus_client.parser import text_string_to_metric_families

from conftest import collection, overtile, point, write_pipeline

LAYERS = {"places": {"source": "places", "kind": "cluster", "zooms": "0-3"}}
HOUR = 3600


def build(folder, source, *words):
    path = write_pipeline(folder / "pipeline.yaml", {"places": source}, LAYERS)
    return overtile("build", path, "--metrics", folder / "m.prom", *words)


def gauge(folder):
    families = {family.name: family for family in text_string_to_metric_families((folder / "m.prom").read_text())}
    sample, = families["overtile_source_timestamp_seconds"].samples
    return sample.value


def write(folder, features, hours=0.0, name="places.geojson"):
    (folder / name).write_text(collection(features))
    then = time.time() - hours * HOUR
    os.utime(folder / name, (then, then))
    return then


def test_the_oldest_file_counts(tmp_path):
    old = write(tmp_path, [point(1, 2)], 30, "a.geojson")
    write(tmp_path, [point(3, 4)], 1, "b.geojson")
    run = build(tmp_path, {"path": "*.geojson", "maxAge": "26h"})
    assert run.returncode == 65 and b"maxAge, source \"places\"" in run.stderr and b"30 h old" in run.stderr, run.stderr
    assert not (tmp_path / "bundle").exists() and abs(gauge(tmp_path) - old) < 1
    assert build(tmp_path, {"path": "*.geojson", "maxAge": "26h"}, "--accept-gates", "maxAge").returncode == 0
    assert build(tmp_path, {"path": "*.geojson", "maxAge": "31h"}).returncode == 0
    verdict, = [gate for gate in json.loads((tmp_path / "bundle.report.json").read_text())["gates"] if gate["name"] == "maxAge"]
    assert verdict["outcome"] == "passed" and verdict["source"] == "places"
    assert b"maxAge (places: 31 h)" in overtile("check", tmp_path / "pipeline.yaml").stdout
    # Without a greatest age the metrics have the time all the same.
    assert build(tmp_path, {"path": "*.geojson"}).returncode == 0 and abs(gauge(tmp_path) - old) < 1


def texts(seconds):
    """A time as exports write it."""
    then = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    west = then.astimezone(datetime.timezone(datetime.timedelta(hours=-7, minutes=-30)))
    return [then.isoformat(), west.isoformat(), then.strftime("%Y-%m-%dT%H:%M:%SZ"), then.strftime("%Y/%m/%d %H:%M:%S.123+00"),
            then.strftime("%Y-%m-%d %H:%M"), int(seconds), int(seconds * 1000), seconds]


@pytest.mark.parametrize("form", range(8))
def test_the_newest_time_of_a_property_counts(form, tmp_path):
    newest = time.time() - 10 * HOUR
    features = [point(x, 50, updated=texts(newest - x * HOUR)[form]) for x in range(20)]
    # Neither a time to come nor what is none counts.
    features += [point(1, 1, updated="9999-12-31T00:00:00Z"), point(1, 1, updated="soon"), point(1, 1, updated=None), point(1, 1)]
    write(tmp_path, features, 100)
    source = {"path": "places.geojson", "maxAge": {"age": "9h", "property": "updated"}}
    run = build(tmp_path, source)
    assert run.returncode == 65 and b"maxAge" in run.stderr, run.stderr
    assert abs(gauge(tmp_path) - newest) <= 60
    source["maxAge"]["age"] = "11h"
    assert build(tmp_path, source).returncode == 0


def test_no_time_at_all_is_too_old(tmp_path):
    write(tmp_path, [point(1, 2, other=1)])
    run = build(tmp_path, {"path": "places.geojson", "maxAge": {"age": "1d", "property": "updated"}})
    assert run.returncode == 65 and b"no feature has a time in property \"updated\"" in run.stderr


@pytest.mark.parametrize("source, words", [
    ({"command": ["cat", "x"], "maxAge": "1h"}, "must name a property"), ({"path": "-", "maxAge": "1h"}, "must name a property"),
    ({"path": "a.fgb", "columns": ["a"], "maxAge": {"age": "1h", "property": "b"}}, "must be one of the columns"),
    ({"path": "a.geojson", "maxAge": 5}, "maxAge"), ({"path": "a.geojson", "maxAge": {"age": "1h"}}, "property"),
])
def test_an_age_of_what_has_none(source, words, tmp_path):
    run = build(tmp_path, source)
    assert run.returncode == 78 and words in run.stderr.decode(), run.stderr
