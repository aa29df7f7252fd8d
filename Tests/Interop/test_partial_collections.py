"""Collections that say that they are a part of their data, as the pages of servers do."""
import json

import pytest

from conftest import collection, overtile, point, write_pipeline

LAYERS = {"places": {"source": "places", "kind": "cluster", "zooms": "0-3"}}
FEATURES = [point(x, 50, name=f"p{x}") for x in range(3)]
NEXT = [{"rel": "self", "href": "https://example.org/items"}, {"rel": "next", "href": "https://example.org/items?offset=3"}]
PARTS = {
    "arcgis": {"exceededTransferLimit": True}, "arcgis within": {"properties": {"exceededTransferLimit": True}},
    "ogc api": {"numberMatched": 10, "numberReturned": 3}, "links": {"links": NEXT}, "geoserver": {"totalFeatures": 10},
    "fewer than returned": {"numberReturned": 5}, "rest": {"count": 10, "next": "https://example.org/places?page=2", "previous": None},
    "wfs": {"numberMatched": 10.0, "timeStamp": "2026-01-01T00:00:00Z"}, "links of arcgis": {"properties": {"links": NEXT}},
}
WHOLE = {
    "arcgis": {"exceededTransferLimit": False}, "ogc api": {"numberMatched": 3, "numberReturned": 3}, "links": {"links": NEXT[:1]},
    "not known": {"numberMatched": "unknown", "totalFeatures": "unknown"}, "of another kind": {"links": 7, "properties": {"n": 1}},
    "last page": {"count": 10, "next": None}, "a word": {"next": "the following features", "count": 10},
    "escaped": {"name": "exceededTransferLimit"},
}


def build(folder, text, command="build", **keys):
    (folder / "places.geojson").write_text(text)
    path = write_pipeline(folder / "pipeline.yaml", {"places": {"path": "places.geojson"} | keys}, LAYERS)
    return overtile(command, path)


def texts(members):
    """The members before the features and after them."""
    whole = json.loads(collection(FEATURES))
    return [json.dumps(members | whole), json.dumps(whole | members)]


@pytest.mark.parametrize("name", PARTS)
def test_a_part_is_an_error_unless_it_is_accepted(name, tmp_path):
    for text, command in zip(texts(PARTS[name]), ("check", "build")):
        run = build(tmp_path, text, command, onInvalid="skip")
        assert run.returncode == 65 and b"may be incomplete" in run.stderr and b"[partial]" in run.stderr, run.stderr
    assert not (tmp_path / "bundle").exists()
    run = build(tmp_path, text, partial="accept")
    assert run.returncode == 0 and b"a FeatureCollection is incomplete: " in run.stderr, run.stderr
    assert json.loads((tmp_path / "bundle.report.json").read_text())["sources"][0]["read"] == 3


def test_whole_ones_are_read(tmp_path):
    """All in one stream, in which each is judged by itself, as the next test shows."""
    run = build(tmp_path, "\n".join(text for members in WHOLE.values() for text in texts(members)))
    assert run.returncode == 0, run.stderr


def test_each_collection_of_a_stream_counts_its_own(tmp_path):
    pages = [json.dumps({"numberMatched": 3} | json.loads(collection(FEATURES)))] * 2
    assert build(tmp_path, "\n".join(pages)).returncode == 0
    pages[1] = pages[1].replace('"numberMatched": 3', '"numberMatched": 4')
    run = build(tmp_path, "\n".join(pages))
    assert run.returncode == 65 and b"reports 4 features, but the collection contains only 3" in run.stderr
