"""Edges longer than 180 degrees are taken the shorter way; where the other way may be meant, a warning says so."""
import json

import pytest

from conftest import build, collection, write_pipeline

BOX = lambda west, east: [[west, -10], [east, -10], [east, 10], [west, 10], [west, -10]]


@pytest.mark.parametrize("kind, positions, is_named", [
    ("Polygon", BOX(-100, 100), True),
    ("Polygon", BOX(-179, 179), True),
    ("Polygon", BOX(-90, 90), False),
    ("Polygon", BOX(-180, 180), False),
    ("Polygon", [*BOX(-100, 100)[:1], [0, -10], *BOX(-100, 100)[1:3], [0, 10], *BOX(-100, 100)[3:]], False),
    ("Polygon", [[177, -20], [-178, -19], [-178.5, -15], [178, -16], [177, -20]], False),
    ("LineString", [[-100, 0], [100, 5]], True),
    ("LineString", [[-100, 0], [0, 2], [100, 5]], False),
    ("LineString", [[179, 0], [-178, 5]], False),
])
def test_what_may_be_meant_otherwise(kind, positions, is_named, tmp_path):
    feature = {"type": "Feature", "properties": {}, "geometry": {"type": kind, "coordinates": [positions] if kind == "Polygon" else positions}}
    (tmp_path / "in.geojson").write_text(collection([feature]))
    build(write_pipeline(tmp_path / "p.yaml", {"in": {"path": "in.geojson"}}, {"a": {"source": "in", "kind": "shape", "zooms": "0-1"}}),
          tmp_path / "out")
    report = json.loads((tmp_path / "out.report.json").read_text())
    found = [entry for entry in report["diagnostics"] if entry["code"] == "long-edges"]
    assert len(found) == is_named == report["repairs"].get("long-edge", 0)
    for entry in found:
        assert entry["count"] == 1 and entry["source"] == "in"
