"""A bundle is published every second for a minute, while a browser shows it, wrk reads a tile as fast as it can, and a client
compares all that it gets. OVERTILE_SLOW=1 only."""
import hashlib
import importlib.util
import json
import os
import re
import subprocess
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from browser import Browser
from bundle import Bundle
from conftest import collection, overtile, point, write_pipeline
from previewing import preview

pytestmark = pytest.mark.skipif("OVERTILE_SLOW" not in os.environ, reason="takes a minute; set OVERTILE_SLOW=1")

LIBRARY = Path(importlib.util.find_spec("maplibre").submodule_search_locations[0]) / "srcjs"
SECONDS = 60
NIGHTS = "return [...overtile.views[0].overlays('p').values()].map(({properties}) => properties.night)"


@pytest.mark.parametrize("publish", ["replace", "versioned"])
def test_published_every_second(publish, tmp_path):
    def build(night):
        points = [point(-170 + index * 7, 60 - index * 2, index + 1, night=night) for index in range(45)]
        (tmp_path / "p.geojson").write_text(collection(points))
        run = overtile("build", pipeline, "--quiet")
        assert run.returncode == 0, run.stderr
        bundle = Bundle(tmp_path / "b" / ("current" if publish == "versioned" else ""))
        manifest = (bundle.folder / "bundle.json").read_bytes()
        tiles[hashlib.sha256(manifest).hexdigest()[:16]] = bundle.plain

    def read(url):
        while not stop.is_set():
            told = json.load(urllib.request.urlopen(url + "tile.json"))
            version = told["tiles"][0].split("v=")[1]
            for address in addresses:
                path = f"{url}{'/'.join(map(str, address))}.mvt"
                try:
                    body = urllib.request.urlopen(f"{path}?v={version}").read()
                    seen.append((version, address, body))
                except urllib.error.HTTPError as error:
                    # Two bundles were published since.
                    if error.code != 410:
                        faults.append((path, error.code, error.read()))

    pipeline = write_pipeline(
        tmp_path / "p.yaml", {"p": {"path": "p.geojson"}},
        {"p": {"source": "p", "kind": "cluster", "zooms": "0-2", "cluster": {"aggregates": {"night": {"max": "night"}}}}},
        output={"path": str(tmp_path / "b"), "publish": publish})
    tiles, seen, faults, stop = {}, [], [], threading.Event()
    build(0)
    addresses = sorted(next(iter(tiles.values())))
    browser = Browser()
    try:
        with preview(tmp_path / "b", "--maplibre", LIBRARY) as (page_url, _):
            url = page_url.removesuffix("preview/") + "b/"
            page = browser.open(page_url + "#map=0.5/0/0", 700, 500)
            page.wait("overtile.views[0].map.loaded()")
            reader = threading.Thread(target=read, args=(url,))
            reader.start()
            load = subprocess.Popen(["wrk", "-t1", "-c8", f"-d{SECONDS}s", f"{url}1/0/0.mvt"], stdout=subprocess.PIPE, text=True)
            night, ends = 0, time.monotonic() + SECONDS
            while time.monotonic() < ends:
                night += 1
                build(night)
                time.sleep(1)
            stop.set()
            reader.join()
            text = load.communicate(timeout=30)[0]
            page.wait(f"new Set((() => {{ {NIGHTS} }})()).size === 1 && (() => {{ {NIGHTS} }})()[0] === {night}")
            # The page looks every two seconds, and only one bundle before the present one is kept.
            errors = [error for error in page.errors if " 410 " not in error]
    finally:
        stop.set()
        browser.close()
    print(text)
    assert faults == [] and errors == []
    assert [one for one in seen if one[2] != tiles[one[0]][one[1]]] == []
    assert len({version for version, _, _ in seen}) > 10 and night > 20
    assert int(re.search(r"(\d+) requests in", text)[1]) > 1000
    assert "Non-2xx" not in text and "Socket errors" not in text, text
