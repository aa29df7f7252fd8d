"""The tutorials are done from their text: files are written as shown, and commands are run in their order."""
import importlib.util
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from browser import Browser, RangeServer
from conftest import OVERTILE, ROOT

PIPELINE = ROOT / "Sources/OvertilePipeline/OvertilePipeline.docc"
LIBRARY = ROOT / "Sources/OverlayBundle/OverlayBundle.docc"


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(), re.M | re.S)


def workplace(folder):
    """A folder as the reader has it: the samples, and the program on the path."""
    shutil.copytree(ROOT / "Samples", folder / "Samples")
    (folder / "Sources").mkdir()
    (folder / "Sources/OverlayBundleWeb").symlink_to(ROOT / "Sources/OverlayBundleWeb")
    (folder / "programs").mkdir()
    (folder / "programs/overtile").symlink_to(OVERTILE)
    return folder


@pytest.fixture
def work(tmp_path):
    return workplace(tmp_path)


def run(blocks, work):
    """Runs blocks of commands in one shell; the output of each, with its exit code."""
    script = "".join(f"{block}\necho \"[exit $?]\"\n" for block in blocks)
    path = {"PATH": f"{work / 'programs'}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", script], cwd=work, env=os.environ | path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True)
    return re.findall(r"(.*?)\[exit (\d+)\]\n", done.stdout, re.S)


def test_a_first_nightly_build(work):
    page = PIPELINE / "FirstNightlyBuild.md"
    (work / "night").mkdir()
    (work / "night/nightly.yaml").write_text(blocks(page, "yaml")[0])
    steps = run(blocks(page, "sh"), work)
    assert [int(code) for _, code in steps] == [0, 0, 0, 0, 65, 65, 1, 0, 0, 0], steps
    build, look, again, cut, fewer, compared, accepted, back, _ = [output for output, _ in steps[1:]]
    assert build.count("28,298") >= 2 and "night/bundles/current" in build
    assert "no problems found" in look and "unchanged: the new bundle is identical to the old one" in again
    assert "ends inside a FeatureCollection" in cut
    assert blocks(page, "text")[0].strip() in fewer and "8299" in compared.splitlines()[-4]
    assert len(re.findall(r"^[0-9a-f]{64}$", accepted, re.M)) == 2 and "28,298" in back


def test_the_bundle_of_clusters_on_an_ios_map(work):
    page = LIBRARY / "ClustersOnAnIOSMap.md"
    (work / "airports.yaml").write_text(blocks(page, "yaml")[0])
    build = blocks(page, "sh")[0].splitlines()[0]
    assert [code for _, code in run([build], work)] == ["0"] and (work / "airports/bundle.json").exists()


LIBRARY_OF_MAPLIBRE = Path(importlib.util.find_spec("maplibre").submodule_search_locations[0]) / "srcjs"
SHOWN = "map.loaded() && map.queryRenderedFeatures(undefined, {layers: ['LAYER']}).length > 3"


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """Opens a page of HTML beside the web map's bundle, with MapLibre from the Python package in place of unpkg.com, and no fonts."""
    work, tutorial = workplace(tmp_path_factory.mktemp("tutorial")), LIBRARY / "ClusteredWebMap.md"
    (work / "airports.yaml").write_text(blocks(tutorial, "yaml")[0])
    assert [code for _, code in run(blocks(tutorial, "sh"), work)] == ["0"] and "unpkg.com" in tutorial.read_text()
    assert (work / "webmap/airports/bundle.json").exists() and (work / "webmap/reader/overlay-bundle.js").exists()
    browser, server = Browser(), RangeServer({"": work / "webmap", "lib/": LIBRARY_OF_MAPLIBRE})

    def opened(html):
        html = re.sub(r"https://unpkg\.com/maplibre-gl@\d+/dist/", "lib/", html)
        server.texts["favicon.ico"] = ""
        server.texts["index.html"] = re.sub(r" +glyphs: .*\n", "", re.sub(r"\n +\{\n +id: 'counts'.*?\n +\}(?=\n +\])", "", html, flags=re.S))
        return browser.open(server.url)

    yield opened
    browser.close()
    server.close()


def test_the_web_map_shows_clusters_that_split(page):
    html, = blocks(LIBRARY / "ClusteredWebMap.md", "html")
    shown = page(html)
    shown.wait(SHOWN.replace("LAYER", "clusters"))
    zoom = shown.run("""
        const cluster = map.queryRenderedFeatures(undefined, {layers: ['clusters']}).find(one => one.properties.cluster);
        const {x, y} = map.project(cluster.geometry.coordinates);
        map.fire('click', {point: {x, y}, lngLat: map.unproject([x, y]), originalEvent: {}});
        return cluster.properties.expansion_zoom;""")
    shown.wait(f"map.getZoom() === {zoom}")
    assert shown.errors == []


def test_the_javascript_of_the_readme_shows_clusters(page):
    code, = blocks(ROOT / "README.md", "js")
    code = code.replace("./overlay-bundle.js", "./reader/overlay-bundle.js").replace("'https://example.com/airports/'", "address")
    head, tail = code.split("\n\n", 1)
    shown = page(f"""<!doctype html><link rel="stylesheet" href="lib/maplibre-gl.css"><div id="map" style="height: 400px"></div>
        <script src="lib/maplibre-gl.js"></script><script type="module">{head}
        const address = new URL('airports/', location.href).href;
        const map = window.map = new maplibregl.Map({{container: 'map', zoom: 3, style: {{version: 8, sources: {{}}, layers: []}}}});
        await map.once('load');
        {tail}</script>""")
    shown.wait(SHOWN.replace("LAYER", "airports"))
    assert shown.errors == []
