"""The npm package of the reader for the web, as a page's project has it: installed from its archive, under Node.js, TypeScript and Chromium."""
import json
import re
import subprocess

import pytest

from browser import Browser, RangeServer
from conftest import ROOT

READ = """
  const bundle = await openBundle(address);
  const airports = bundle.layer('airports');
  const markers = await airports.getClusters([-180, -90, 180, 90], 3);
  const largest = markers.reduce((a, b) => (b.properties.point_count ?? 1) > (a.properties.point_count ?? 1) ? b : a);
  const leaves = await airports.getLeaves(largest.id, 5);
"""
RESULT = "({version: bundle.version, ids: markers.map(marker => marker.id), leaves: leaves.map(leaf => leaf.properties.name)})"
PAGE = """<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<script type="importmap">{"imports": {"overlay-bundle": "./node_modules/overlay-bundle/overlay-bundle.js"}}</script>
<script type="module">import {openBundle} from 'overlay-bundle'; window.openBundle = openBundle;</script>
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A page's project with the package installed from the archive that `make npm` makes; no registry is asked."""
    folder = tmp_path_factory.mktemp("npm")
    subprocess.run(["make", "npm", f"PACKAGES={folder}/packages"], cwd=ROOT, check=True, capture_output=True)
    project = folder / "project"
    project.mkdir()
    (project / "package.json").write_text('{"name": "page", "private": true, "type": "module"}')
    (archive,) = (folder / "packages/release").glob("*.tgz")
    subprocess.run(["npm", "install", "--offline", "--no-audit", "--no-fund", archive], cwd=project, check=True, capture_output=True)
    (project / "index.html").write_text(PAGE)
    return project


@pytest.fixture(scope="module")
def address(project, quickstart):
    server = RangeServer({"bundle": quickstart.folder, "": project})
    yield server.url
    server.close()


def test_the_package_is_of_this_version_and_alone(project):
    told = json.loads((project / "node_modules/overlay-bundle/package.json").read_text())
    versions = (ROOT / "Sources/OvertileReading/Run/Versions.swift").read_text()
    assert told["version"] == re.search(r'let overtile = "(.*)"', versions)[1] and "dependencies" not in told
    assert [path.name for path in (project / "node_modules").iterdir() if path.name[0] != "."] == ["overlay-bundle"]


def test_node_and_chromium_read_the_same(project, address, quickstart):
    script = f"import {{openBundle}} from 'overlay-bundle'; const address = '{address}bundle/'; {READ} console.log(JSON.stringify({RESULT}));"
    (project / "read.js").write_text(script)
    run = subprocess.run(["node", "read.js"], cwd=project, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout)
    assert told["version"] == quickstart.manifest["digest"] and len(told["leaves"]) == 5
    assert sorted(told["ids"]) == sorted({entry.id for entry in quickstart.entries_at("airports", 3)})
    browser = Browser()
    try:
        page = browser.open(f"{address}index.html")
        page.wait("window.openBundle")
        assert page.run(f"{READ} return {RESULT};", address=f"{address}bundle/") == told and page.errors == []
    finally:
        browser.close()


def test_typescript_knows_the_types(project):
    right = "import {openBundle, type BundleLayer} from 'overlay-bundle';\nconst layer: BundleLayer = (await openBundle('/b/')).layer('a');\n"
    (project / "right.ts").write_text(right + "layer.getLeaves(1, 10);\n")
    (project / "wrong.ts").write_text(right + "layer.getLeaves(1, 'ten');\n")
    words = "tsc --noEmit --strict --skipDefaultLibCheck --target es2022 --module node16 --moduleResolution node16 --lib es2022,dom right.ts wrong.ts"
    run = subprocess.run(words.split(), cwd=project, capture_output=True, text=True)
    assert re.findall(r"^\S+: error TS\d+", run.stdout, re.M) == ["wrong.ts(3,20): error TS2345"], run.stdout
