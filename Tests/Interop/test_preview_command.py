"""`overtile preview`: one line, a page that is part of the program, and a pipeline that is built anew when it changes."""
import importlib.util
import json
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from conftest import CONTAINERS, ROOT, collection, overtile, point, write_pipeline
from previewing import preview

PAGE = ROOT / "Sources/OvertileServing/Page"
LIBRARY = Path(importlib.util.find_spec("maplibre").submodule_search_locations[0]) / "srcjs"


def get(url, **headers):
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=20) as response:
            return response.status, response.headers, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def test_the_page_and_maplibre_are_served(quickstart):
    with preview(quickstart.folder, "--maplibre", LIBRARY) as (url, _):
        for path in sorted([*PAGE.glob("*.*"), *PAGE.glob("reader/*.js")]):
            address = url + str(path.relative_to(PAGE))
            status, headers, body = get(address)
            assert (status, body) == (200, path.read_bytes()) and headers["Content-Type"] != "application/octet-stream"
            assert get(address, **{"If-None-Match": headers["ETag"]})[0] == 304
        assert get(url)[2] == (PAGE / "index.html").read_bytes() == get(url.rstrip("/"))[2]
        assert json.loads(get(url + "preview.json")[2]) == {
            "bundles": [{"name": quickstart.folder.name, "url": f"../{quickstart.folder.name}/", "tilejson": False}],
            "maplibre": {"script": "lib/maplibre-gl.js", "css": "lib/maplibre-gl.css"}, "health": "../health", "watch": True}
        assert get(url + "lib/maplibre-gl.js")[2] == (LIBRARY / "maplibre-gl.js").read_bytes()
        for name in ("missing", "lib/ipywidget.js", "lib/..%2fpywidget.js", "a/b/c", "diff.json", "%2e%2e/bundle.json", "Index.html"):
            assert get(url + name)[0] in (400, 404), name
        assert get(url.replace("/preview/", f"/{quickstart.folder.name}/bundle.json"))[2] == (quickstart.folder / "bundle.json").read_bytes()


def test_the_styles_of_the_page_are_those_of_the_command(quickstart):
    with preview(f"a b={quickstart.folder}") as (url, _):
        for ending, words in [("", []), ("-dark", ["--dark"])]:
            found = json.loads(get(f"{url}styles/a%20b{ending}.json")[2])
            printed = json.loads(overtile("style", quickstart.folder, *words, "--url", "../a%20b/").stdout)
            assert found == printed
        assert get(f"{url}styles/other.json")[0] == 404


def test_maplibre_comes_from_the_network_otherwise(quickstart):
    with preview(quickstart.folder, "--style", "https://example.com/style.json") as (url, _):
        assert json.loads(get(url + "preview.json")[2])["style"] == "https://example.com/style.json"
        assert "maplibre" not in json.loads(get(url + "preview.json")[2]) and get(url + "lib/maplibre-gl.js")[0] == 404


def test_two_bundles_are_compared(containers):
    first, second = containers["pmtiles", "single"].folder, containers["mbtiles", "single"].folder
    with preview(f"before={first}", f"after={second}") as (url, _):
        told = json.loads(get(url + "preview.json")[2])
        assert told["diff"] == "diff.json" and [(one["name"], one["tilejson"]) for one in told["bundles"]] == [("before", False), ("after", True)]
        found = json.loads(get(url + "diff.json")[2])
        expected = json.loads(overtile("diff", first, second, "--json").stdout)
        assert found == expected


@pytest.mark.parametrize("words, code, told", [
    (["missing"], 66, "missing"), (["a", "b", "c"], 64, "at most two"),
    (["a.yaml", "b"], 64, "a pipeline cannot be shown with a bundle"), (["missing.yaml"], 66, "missing.yaml"),
    ([".", "--port", "70000"], 64, "--port"), ([".", "--style", "style.json"], 64, "--style must be a URL")])
def test_wrong_arguments(words, code, told, tmp_path):
    run = overtile("preview", *words, "--no-open", cwd=tmp_path)
    assert run.returncode == code and told in run.stderr.decode() and run.stdout == b""


def test_a_folder_without_maplibre(quickstart, tmp_path):
    run = overtile("preview", quickstart.folder, "--no-open", "--maplibre", tmp_path)
    assert run.returncode == 66 and "maplibre-gl.js" in run.stderr.decode()


@pytest.fixture
def pipeline(tmp_path):
    (tmp_path / "points.geojson").write_text(collection([point(1, 2, 1)]))
    return write_pipeline(tmp_path / "p.yaml", {"points": {"path": "points.geojson"}},
                          {"points": {"source": "points", "kind": "cluster", "zooms": "0-2"}}, output={"path": "made"})


def served_features(url):
    return json.loads(get(url.replace("/preview/", "/made/bundle.json"))[2])["layers"][0]["features"]


def health(url):
    return json.loads(get(url.replace("/preview/", "/health"))[2])


def waits_for(condition):
    for _ in range(200):
        if condition():
            return True
        time.sleep(0.1)
    return False


def test_a_pipeline_is_built_and_built_anew(pipeline, tmp_path):
    with preview(pipeline) as (url, process):
        assert served_features(url) == 1
        (tmp_path / "points.geojson").write_text(collection([point(1, 2, 1), point(3, 4, 2)]))
        assert waits_for(lambda: served_features(url) == 2)
        # A wrong configuration leaves the bundle as it is, and the next right one is built.
        text = pipeline.read_text()
        pipeline.write_text(text + "wrong: 1\n")
        assert waits_for(lambda: health(url)["status"] == "stale")
        assert served_features(url) == 2 and process.poll() is None
        (tmp_path / "points.geojson").write_text(collection([point(n, 4, n + 1) for n in range(5)]))
        pipeline.write_text(text)
        assert waits_for(lambda: served_features(url) == 5)
        assert waits_for(lambda: health(url)["pipeline"] == {"status": "ok"}) and health(url)["status"] == "ok"


def test_what_keeps_a_bundle_from_being_built_anew_is_told(pipeline, tmp_path):
    """As `build` tells it, also with --quiet, and to the page; and another output is not built while the old one is shown."""
    text = pipeline.read_text()
    failures = []
    with preview(pipeline, "--quiet") as (url, process):
        assert json.loads(get(url + "preview.json")[2])["health"] == "../health" and health(url)["pipeline"] == {"status": "ok"}
        for wrong, told in [(text + "wrong: 1\n", 'unknown key "wrong"'), (text.replace("made", "other"), "but this preview shows")]:
            pipeline.write_text(wrong)
            assert waits_for(lambda: told in health(url)["pipeline"].get("message", "")), told
            assert (health(url)["status"], health(url)["pipeline"]["status"]) == ("stale", "failed")
            failures.append(health(url)["pipeline"]["message"])
        assert served_features(url) == 1 and not (tmp_path / "other").exists()
    assert "\n  wrong: 1\n  ^" in failures[0] and failures[0] in process.messages
    assert f"the output is now {tmp_path / 'other'}, but this preview shows {tmp_path / 'made'}" in failures[1]
    assert failures[1] in process.messages


def test_a_bundle_that_is_young_enough_is_not_built_again(pipeline, tmp_path):
    assert overtile("build", pipeline).returncode == 0
    before = (tmp_path / "made.report.json").stat().st_mtime_ns
    with preview(pipeline) as (url, _):
        assert served_features(url) == 1
    assert (tmp_path / "made.report.json").stat().st_mtime_ns == before


def test_a_pipeline_that_fails_is_not_shown(pipeline, tmp_path):
    (tmp_path / "points.geojson").write_text("no JSON")
    run = overtile("preview", pipeline, "--no-open")
    assert run.returncode == 65 and run.stdout == b"" and not (tmp_path / "made").exists()
