"""The configurations on the page StaticHosting: nginx of Debian, a store that speaks S3, and nginx as a cache before it."""
import gzip
import os
import re
import shlex
import shutil
import socket
import subprocess
import time
from pathlib import Path

import pytest
import requests

from browser import Browser
from conftest import ROOT, overtile
from nightly import Exports
from test_object_store import ShortNights, store, upload  # noqa: F401 (store is a fixture)
from test_sample_page import LIBRARY, LOADED, SAMPLE, bundles

PAGE = (ROOT / "Sources/OverlayBundle/OverlayBundle.docc/StaticHosting.md").read_text()
NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
# What Debian's nginx.conf says around its sites.
AROUND = """daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}
http {{ sendfile on; tcp_nopush on; include {types}; default_type application/octet-stream; access_log off; gzip on;
client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c; uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
{site} }}"""
# Prints the points of a layer of the bundle at an address, and again after each line of standard input.
READ = f"""
import {{createInterface}} from 'node:readline';
import {{openBundle}} from '{ROOT}/Sources/OverlayBundleWeb/overlay-bundle.js';
const bundle = await openBundle(process.argv[2]);
const count = async () => (await bundle.layer('airports').getClusters([-180, -90, 180, 90], 3)).reduce((sum, one) => sum + (one.properties.point_count ?? 1), 0);
console.log(await count());
for await (const line of createInterface({{input: process.stdin}})) console.log(await bundle.refresh(), await count());
"""


def blocks(kind):
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.M | re.S)


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@pytest.fixture
def nginx(tmp_path):
    """Runs a site of the page, with other folders and ports than it says; gives its address."""
    started = []

    def run(site, **instead):
        port, folder = free_port(), tmp_path / f"nginx{len(started)}"
        folder.mkdir()
        for old, new in instead.items() | {"/var/cache/nginx": str(folder)}.items():
            assert old in site or old == "/var/cache/nginx"
            site = site.replace(old, new)
        types = next(path for path in ("/etc/nginx/mime.types", "/opt/homebrew/etc/nginx/mime.types") if os.path.exists(path))
        site = re.sub(r"listen \d+;", f"listen 127.0.0.1:{port};", site)
        (folder / "nginx.conf").write_text(AROUND.format(folder=folder, types=types, site=site))
        # As a user who owns its files: the tests' folders are closed to others.
        user = ["-g", "user root;"] if os.geteuid() == 0 else []
        started.append(subprocess.Popen([NGINX, "-p", folder, "-c", folder / "nginx.conf", *user], stderr=subprocess.DEVNULL))
        for _ in range(200):
            assert started[-1].poll() is None, (folder / "error.log").read_text()
            try:
                requests.get(f"http://127.0.0.1:{port}/", timeout=5)
                return f"http://127.0.0.1:{port}/"
            except requests.ConnectionError:
                time.sleep(0.05)

    yield run
    for process in started:
        process.terminate()
        process.wait(30)


def reader(tmp_path, address):
    (tmp_path / "read.mjs").write_text(READ)
    return subprocess.Popen(["node", tmp_path / "read.mjs", address], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)


def counted(tmp_path, address):
    return int(reader(tmp_path, address).communicate(timeout=60)[0])


def test_nginx(nginx, bundles, tmp_path):
    """Headers, a page of another origin, a release that is published while a reader is open, and the way back."""
    assert NGINX, "there is no nginx here; make test-tools installs it"
    site, _ = blocks("nginx")
    srv = tmp_path / "srv"
    (srv / "nightly/releases").mkdir(parents=True)
    for name, bundle in zip(("one", "two"), bundles):
        shutil.copytree(bundle.folder, srv / "nightly/releases" / name)
    (srv / "nightly/current").symlink_to("releases/one")
    for path in [*SAMPLE.glob("*.html"), *SAMPLE.glob("*.js"), *LIBRARY.glob("maplibre-gl.*")]:
        shutil.copy(path, srv)
    shutil.copytree(ROOT / "Sources/OverlayBundleWeb", srv / "reader")
    (srv / "bundle").symlink_to("nightly/current")
    url = nginx(site, **{"/srv/maps": str(srv)})
    archive = f"{url}nightly/current/z03.pmtiles"

    ranged = requests.get(archive, headers={"Range": "bytes=0-99", "Accept-Encoding": "gzip", "Origin": "https://example.com"}, timeout=30)
    assert (ranged.status_code, len(ranged.content), ranged.headers["Content-Type"]) == (206, 100, "application/octet-stream")
    assert ranged.headers["ETag"].startswith('"') and "Content-Encoding" not in ranged.headers
    assert ranged.headers["Access-Control-Allow-Origin"] == "*" and ranged.headers["Access-Control-Expose-Headers"] == "ETag, Content-Range"
    manifest = requests.get(f"{url}nightly/current/bundle.json", headers={"Accept-Encoding": "gzip"}, timeout=30)
    assert (manifest.headers["Content-Type"], manifest.headers["Content-Encoding"], manifest.headers["Cache-Control"]) == ("application/json", "gzip", "no-cache")
    assert "immutable" in requests.get(f"{url}nightly/releases/one/bundle.json", timeout=30).headers["Cache-Control"]
    asked = requests.options(archive, headers={"Origin": "https://example.com", "Access-Control-Request-Headers": "range"}, timeout=30)
    assert (asked.status_code, asked.headers["Access-Control-Allow-Headers"]) == (204, "Range")
    assert "javascript" in requests.get(f"{url}reader/overlay-bundle.js", timeout=30).headers["Content-Type"]

    counts = [bundle.layers["airports"]["features"] for bundle in bundles]
    process = reader(tmp_path, f"{url}nightly/current/")
    assert int(process.stdout.readline()) == counts[0]
    for release, count in (("two", counts[1]), ("one", counts[0])):
        subprocess.run(blocks("sh")[0].replace("DIGEST", release), shell=True, check=True, cwd=srv / "nightly")
        process.stdin.write("\n")
        assert process.stdout.readline() == f"true {count}\n"
    process.communicate(timeout=30)

    browser = Browser()
    try:
        # The page is of another origin than its bundle.
        origin = url.replace("127.0.0.1", "localhost")
        (srv / "page.js").write_text((SAMPLE / "page.js").read_text().replace("new URL('bundle/', location.href)", f"new URL('{origin}bundle/')"))
        page = browser.open(f"{url}index.html#map=3/-22/175", 640, 480)
        page.wait(LOADED)
        assert page.run("return map.queryRenderedFeatures({layers: ['airports-markers']}).length") > 10 and page.errors == []
        assert any(address.startswith(f"{origin}bundle/") for address in page.requests)
    finally:
        browser.close()


def test_an_update_by_digests(bundles, tmp_path):
    """The steps of the page ToTheDevice: what has the same path and digest is copied, the rest downloaded, the manifest comes last."""
    old, new = (bundle.folder for bundle in bundles)
    held = {(file["path"], file["sha256"]) for file in bundles[0].manifest["files"]}
    (tmp_path / "next").mkdir()
    copied = []
    for file in bundles[1].manifest["files"]:
        is_held = (file["path"], file["sha256"]) in held
        copied += [file["path"]] * is_held
        shutil.copy((old if is_held else new) / file["path"], tmp_path / "next")
    shutil.copy(new / "bundle.json", tmp_path / "next")
    assert {path.name: path.read_bytes() for path in (tmp_path / "next").iterdir()} == {path.name: path.read_bytes() for path in new.iterdir()}
    assert "members.airfields.bin" in copied and overtile("verify", tmp_path / "next").returncode == 0


def test_an_object_store_and_a_cache_before_it(store, nginx, tmp_path):
    address, environment = store
    base = address.rsplit("/", 2)[0]
    nights, exports = ShortNights(tmp_path), Exports.first()
    assert nights.run(exports).status == 0 and upload(nights, environment).returncode == 0
    release = requests.get(f"{address}/current", timeout=30).text
    folder = nights.output / release
    cors, compressed = (block.replace("BUCKET", "maps").replace("RELEASE", release) for block in blocks("sh")[1:])
    for block in (cors, compressed):
        subprocess.run(block, shell=True, check=True, cwd=folder, env=environment)
    rules = subprocess.run(shlex.split("aws s3api get-bucket-cors --bucket maps"), env=environment, capture_output=True, text=True)
    assert '"Range"' in rules.stdout and '"Content-Range"' in rules.stdout
    sent = requests.get(f"{address}/{release}/bundle.json", stream=True, timeout=30)
    assert gzip.decompress(sent.raw.read()) == (folder / "bundle.json").read_bytes() and sent.headers["Content-Type"] == "application/json"
    assert counted(tmp_path, f"{address}/{release}/") == len(exports.airports)

    _, cache = blocks("nginx")
    url = nginx(cache, **{"http://127.0.0.1:9000/BUCKET": f"{base}/maps"})
    assert requests.get(f"{url}nightly/current", timeout=30).text == release
    for _ in range(2):
        assert counted(tmp_path, f"{url}nightly/{release}/") == len(exports.airports)
    (stored,) = folder.glob("*.pmtiles")
    archive = requests.get(f"{url}nightly/{release}/{stored.name}", headers={"Range": "bytes=7-9"}, timeout=30)
    assert (archive.status_code, archive.content, archive.headers["X-Cache"]) == (206, stored.read_bytes()[7:10], "HIT")
    assert archive.headers["ETag"].startswith('"') and requests.get(f"{url}nightly/current", timeout=30).headers["X-Cache"] != "HIT"
