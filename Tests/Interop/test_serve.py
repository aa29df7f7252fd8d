"""`overtile serve`: what it sends is what the bundle holds, whatever is asked, however it is asked, and while it is published again."""
import gzip
import hashlib
import json
import os
import random
import re
import select
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import pytest

import rawtile
from bundle import inflated
from conftest import CONTAINERS, OVERTILE, ROOT, build, collection, overtile, point, write_pipeline
from members import Members
from serving import Server, layer_path

SLOW = os.environ.get("OVERTILE_SLOW") == "1"
GZIP = {"Accept-Encoding": "gzip"}


@pytest.fixture(scope="module")
def site(containers):
    """All containers and layouts on one server."""
    with Server(*(f"{format}-{layout}={bundle.folder}" for (format, layout), bundle in containers.items())) as server:
        yield server


@pytest.fixture(scope="module")
def quick(quickstart):
    with Server(quickstart.folder) as server:
        yield server


@pytest.fixture(scope="module")
def airports(quickstart):
    return Members(quickstart.folder / "members.airports.bin")


def error(response):
    """The code of an error, which is JSON with a code and a message for people."""
    found = json.loads(response.body)
    assert set(found) == {"error"} and set(found["error"]) == {"code", "message"} and len(found["error"]["message"]) > 10
    return response.status, found["error"]["code"]


# Output, and the end of the server.

def test_it_says_where_it_serves(quick, quickstart):
    assert quick.lines == [f"serving quickstart at http://{quick.host}/quickstart/\n"]
    assert quick.host.startswith("127.0.0.1:") and quick.log == ""


@pytest.mark.parametrize("words, status, expected", [
    (["nowhere"], 66, "nowhere is not a bundle: no such file or folder"), ([str(ROOT / "Samples")], 66, "it has no readable bundle.json"),
    (["{b}", "{b}"], 64, "NAME="), (["health={b}"], 64, "the server itself uses the path"), (["a/b={b}"], 64, "cannot be part of a URL"),
    (["{b}", "--port", "65536"], 64, "is invalid for '--port"), (["{b}", "--host", "192.0.2.1"], 69, "Cannot assign requested address"),
    (["{b}", "--host", "no.such.host.invalid"], 69, "--host must be an address"), (["{b}", "--port", "{taken}"], 69, "Address already in use"),
    ([], 64, "Missing expected argument"),
], ids=lambda value: "_".join(value) if isinstance(value, list) else None)
def test_what_cannot_be_served(words, status, expected, quickstart):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        words = [word.format(b=quickstart.folder, taken=taken.getsockname()[1]) for word in words]
        run = overtile("serve", *words)
    assert (run.returncode, run.stdout) == (status, b"") and expected in run.stderr.decode()


def test_damage_is_found_before_anything_is_served(quickstart, tmp_path):
    shutil.copytree(quickstart.folder, tmp_path / "b")
    with open(tmp_path / "b/z03.pmtiles", "ab") as file:
        file.write(b"x")
    run = overtile("serve", tmp_path / "b")
    assert run.returncode == 65 and b"z03.pmtiles" in run.stderr
    (tmp_path / "b/z03.pmtiles").unlink()
    (tmp_path / "b/z03.pmtiles").symlink_to(quickstart.folder / "z03.pmtiles")
    run = overtile("serve", tmp_path / "b")
    assert run.returncode == 65 and b"symbolic link" in run.stderr
    run = overtile("serve", tmp_path)
    assert run.returncode == 66 and f"; use a bundle inside it: {tmp_path}/b\n" in run.stderr.decode()
    (tmp_path / "b").rename(tmp_path / "a\nb")
    run = overtile("diff", tmp_path, tmp_path)
    assert run.returncode == 66 and run.stderr.count(b"\n") == 1 and b"/a\\nb" in run.stderr, run.stderr


def test_all_addresses_of_the_machine_are_warned_of(quickstart):
    with Server(quickstart.folder, options=["--host", "0.0.0.0"]) as server:
        assert server.get("/health").status == 200
    assert "every machine" in server.log


def test_requests_in_progress_finish_when_it_ends(quickstart, airports):
    """A large file that a client reads slowly is still sent within two seconds of the signal."""
    with Server(quickstart.folder) as server:
        connection = server.connect()
        connection.request("GET", "/quickstart/z10.pmtiles")
        response = connection.getresponse()
        first = response.read(1000)
        server.process.terminate()
        time.sleep(0.2)
        rest = response.read()
        assert first + rest == (quickstart.folder / "z10.pmtiles").read_bytes()
        # A second signal changes nothing; the server ends by itself.
        assert server.process.wait(10) == 0
        server.process.poll = lambda: None


# Tiles.

@pytest.mark.parametrize("format, layout", CONTAINERS, ids="-".join)
def test_every_tile_of_every_layer(format, layout, containers, site):
    bundle, base = containers[format, layout], f"/{format}-{layout}"
    connection = site.connect()
    for address, plain in bundle.plain.items():
        path = "/".join(map(str, address))
        whole = site.get(f"{base}/{path}.mvt", on=connection)
        assert (whole.status, whole.body) == (200, plain) and "content-encoding" not in whole.headers
        stored = site.get(f"{base}/{path}.mvt", headers=GZIP, on=connection)
        # The layers of several files are joined, and compressed anew.
        assert stored.body == bundle.stored[address] or layout == "per-layer" and inflated(stored.body) == plain
        assert stored.headers.get("content-encoding") == ("gzip" if stored.body[:2] == b"\x1f\x8b" else None)
    for address, plain in list(bundle.plain.items())[::3]:
        layers = {layer.name: layer for layer in rawtile.parse(plain).layers}
        for name, layer in bundle.layers.items():
            part = site.get(f"{base}/{name}/{'/'.join(map(str, address))}.mvt", on=connection)
            if not layer["minzoom"] <= address[0] <= layer["maxzoom"]:
                assert error(part) == (404, "outside-zooms")
            elif name in layers:
                (found,) = rawtile.parse(part.body).layers
                assert part.status == 200 and found.SerializeToString() == layers[name].SerializeToString()
            else:
                assert (part.status, part.body) == (204, b"")


def test_a_layer_that_is_cut_out_is_compressed_for_those_who_accept_it(quick):
    plain = quick.get("/quickstart/airports/3/4/2.mvt")
    packed = quick.get("/quickstart/airports/3/4/2.mvt", headers=GZIP)
    assert packed.headers["content-encoding"] == "gzip" and gzip.decompress(packed.body) == plain.body
    assert packed.headers["etag"] != plain.headers["etag"] and "accept-encoding" in packed.headers["vary"].lower()
    assert quick.get("/quickstart/airports/3/4/2.mvt", headers={"Accept-Encoding": "gzip;q=0"}).body == plain.body


def test_tiles_that_are_not_there(quick, quickstart):
    empty = next((8, x, y) for x in range(256) for y in range(256) if (8, x, y) not in quickstart.plain)
    for path in "/quickstart/{}/{}/{}.mvt".format(*empty), "/quickstart/airports/{}/{}/{}.mvt".format(*empty):
        none = quick.get(path)
        tag = none.headers["etag"]
        assert (none.status, none.body) == (204, b"") and re.fullmatch(r'"[!#-~]+"', tag) and none.headers["vary"] == "Accept-Encoding"
        for headers, status in [({"If-None-Match": tag}, 304), ({"If-None-Match": "*"}, 304), ({"If-None-Match": '"other"'}, 204),
                                ({"If-Match": '"other"'}, 412), ({"If-Match": tag}, 204)]:
            assert quick.get(path, headers=headers).status == status
    for path, code in [("countries/7/1/1", "outside-zooms"), ("11/0/0", "outside-zooms"), ("3/8/0", "outside-grid"),
                       ("3/0/8", "outside-grid"), ("99/0/0", "outside-zooms"), ("airports/3/8/0", "outside-grid")]:
        assert error(quick.get(f"/quickstart/{path}.mvt")) == (404, code)
    assert error(quick.get("/quickstart/3/4/2.geojson")) == (404, "not-found")
    assert error(quick.get("/quickstart/airport/3/4/2.mvt")) == (404, "unknown-layer")


def test_a_layer_whose_name_has_a_slash(tmp_path):
    points = [point(index, 50 - index, index + 1, n=index) for index in range(20)]
    (tmp_path / "points.geojson").write_text(collection(points))
    layers = {name: {"source": "p", "kind": "cluster", "zooms": "0-3"} for name in ("one", "two/ü")}
    bundle = build(write_pipeline(tmp_path / "p.yaml", {"p": {"path": "points.geojson"}}, layers), tmp_path / "b")
    with Server(bundle.folder) as server:
        # The slash of a name is a part of it only if it is escaped.
        assert error(server.get("/b/two/%C3%BC/tile.json")) == (404, "not-found")
        whole, part = (server.get(f"{layer_path('b', name)}/0/0/0.mvt").body for name in layers)
        assert [layer.name for tile in (whole, part) for layer in rawtile.parse(tile).layers] == list(layers)
        # Errors below an escaped name are those below any other name.
        for path, expected in {
                "features?bbox=1,2,3": (400, "bad-parameter"),
                "clusters/7/leaves": (404, "unknown-cluster"), "9/0/0.mvt": (404, "outside-zooms"),
                "3/8/0.mvt": (404, "outside-grid"), "0/0/0.geojson": (404, "not-found"), "bogus": (404, "not-found")}.items():
            told, other = (error(server.get(f"{layer_path('b', layer)}/{path}")) for layer in ("two/ü", "one"))
            assert told == other == expected, path


# TileJSON, index and files.

def test_tilejson(quick, quickstart):
    version = hashlib.sha256((quickstart.folder / "bundle.json").read_bytes()).hexdigest()[:16]
    whole = quick.json("/quickstart/tile.json")
    manifest = quickstart.manifest
    assert whole["tilejson"] == "3.0.0" and whole["bounds"] == manifest["bounds"]
    assert [whole["minzoom"], whole["maxzoom"]] == [manifest["minzoom"], manifest["maxzoom"]]
    assert [layer["id"] for layer in whole["vector_layers"]] == list(quickstart.layers)
    assert whole["attribution"] == manifest["attribution"] and whole["scheme"] == "xyz"
    for name, layer in quickstart.layers.items():
        told = quick.json(f"/quickstart/{name}/tile.json")
        assert told["tiles"] == [f"http://{quick.host}/quickstart/{name}/{{z}}/{{x}}/{{y}}.mvt?v={version}"]
        assert [told["minzoom"], told["maxzoom"], told["bounds"]] == [layer["minzoom"], layer["maxzoom"], layer["bounds"]]
        (own,) = told["vector_layers"]
        assert own["fields"] == layer["fields"]
    proxied = quick.json("/quickstart/tile.json", headers={"X-Forwarded-Proto": "https", "X-Forwarded-Host": "maps.example"})
    assert proxied["tiles"][0].startswith("https://maps.example/quickstart/")
    below = quick.get("/quickstart/tile.json", headers={"X-Forwarded-Prefix": "/maps/a%20b/"})
    assert json.loads(below.body)["tiles"][0].startswith(f"http://{quick.host}/maps/a%20b/quickstart/")
    # A shared cache keeps the addresses of one client from another.
    for path in "/", "/quickstart/", "/quickstart/tile.json", f"/quickstart/tile.json?v={version}":
        varying = set(quick.get(path).headers["vary"].split(", "))
        assert varying == {"Accept-Encoding", "X-Forwarded-Host", "X-Forwarded-Prefix", "X-Forwarded-Proto"}
    assert quick.json("/", headers={"X-Forwarded-Prefix": "/m"})["health"] == f"http://{quick.host}/m/health"
    for wrong in "//evil.example", "evil.example", "/a/../b", "/a, /b", "/a?b", "/a//b", "/a\"b", "/":
        assert quick.json("/quickstart/tile.json", headers={"X-Forwarded-Prefix": wrong}) == whole


def test_the_index_leads_everywhere(quick, quickstart):
    (bundle,) = quick.json("/")["bundles"]
    assert bundle == quick.json("/quickstart/") and bundle["files"] == [file["path"] for file in quickstart.manifest["files"]]
    paths = [bundle["manifest"], bundle["tilejson"], *(bundle["url"] + path for path in bundle["files"])]
    paths += [layer["tilejson"] for layer in bundle["layers"]]
    for url in paths:
        assert quick.get(url.removeprefix(f"http://{quick.host}")).status == 200
    assert quick.json("/quickstart") == bundle


@pytest.mark.parametrize("format, layout", CONTAINERS, ids="-".join)
def test_files_are_those_of_the_manifest_and_no_others(format, layout, containers, site):
    bundle, base = containers[format, layout], f"/{format}-{layout}"
    raw = (bundle.folder / "bundle.json").read_bytes()
    manifest = site.get(f"{base}/bundle.json")
    assert manifest.body == raw and manifest.headers["etag"] == f'"{hashlib.sha256(raw).hexdigest()}"'
    for file in bundle.manifest["files"]:
        path = bundle.folder / file["path"]
        if path.is_file():
            found = site.get(f"{base}/{file['path']}")
            assert found.body == path.read_bytes() and found.headers["etag"] == f'"{file["sha256"]}"'
        else:
            inner = sorted(path.rglob("*.pbf"))[0]
            found = site.get(f"{base}/{inner.relative_to(bundle.folder)}")
            assert found.body == inner.read_bytes() and found.headers["etag"]
    (bundle.folder / "foreign.txt").write_text("not of the bundle")
    try:
        assert error(site.get(f"{base}/foreign.txt")) == (404, "not-found")
    finally:
        (bundle.folder / "foreign.txt").unlink()


def test_no_link_leads_out_of_a_folder_of_tiles(containers, tmp_path):
    """Links that appear after the bundle was opened."""
    folder = tmp_path / "b"
    shutil.copytree(containers["directory", "single"].folder, folder)
    (tmp_path / "secret").mkdir()
    for name in ("0.pbf", "metadata.json"):
        (tmp_path / "secret" / name).write_text("secret")
    with Server(folder) as server:
        assert server.get("/b/tiles/0/0/0.pbf").status == 200
        shutil.rmtree(folder / "tiles/1/0")
        (folder / "tiles/1/0").symlink_to(tmp_path / "secret")
        (folder / "tiles/0/0/0.pbf").unlink()
        (folder / "tiles/0/0/0.pbf").symlink_to(tmp_path / "secret/0.pbf")
        for path in ["tiles/1/0/0.pbf", "1/0/0.mvt", "tiles/0/0/0.pbf", "0/0/0.mvt"]:
            response = server.get(f"/b/{path}")
            assert b"secret" not in response.body and response.status != 200, path


# Ranges, conditions, HEAD, CORS.

def test_random_ranges(quick, quickstart, numbers):
    for file in numbers.sample(quickstart.manifest["files"], 4):
        data = (quickstart.folder / file["path"]).read_bytes()
        connection = quick.connect()
        for _ in range(25):
            first = numbers.randrange(len(data))
            last = min(len(data) - 1, first + int(numbers.expovariate(1 / 20000)))
            part = quick.get(f"/quickstart/{file['path']}", headers={"Range": f"bytes={first}-{last}"}, on=connection)
            assert part.status == 206 and part.body == data[first:last + 1]


@pytest.mark.parametrize("path", ["bundle.json", "z05.pmtiles", "tile.json", "airports/tile.json", "3/4/2.mvt", "", "members.airports.bin",
                                  "airports/3/4/2.mvt", "airports/features?bbox=0,40,20,60&zoom=2"])
def test_what_a_client_has_is_not_sent_again(path, quick):
    whole = quick.get(f"/quickstart/{path}")
    tag = whole.headers["etag"]
    assert re.fullmatch(r'"[!#-~]+"', tag)
    for field in [tag, f'"other", {tag}', f"W/{tag}", "*"]:
        same = quick.get(f"/quickstart/{path}", headers={"If-None-Match": field})
        assert (same.status, same.body, same.headers["etag"]) == (304, b"", tag), field
        assert "content-length" not in same.headers
    assert quick.get(f"/quickstart/{path}", headers={"If-None-Match": '"other"'}).body == whole.body
    assert quick.get(f"/quickstart/{path}", headers={"If-Match": '"other"'}).status == 412


@pytest.mark.parametrize("path", ["/", "/health", "/quickstart/bundle.json", "/quickstart/z05.pmtiles", "/quickstart/3/4/2.mvt",
                                  "/quickstart/tile.json", "/nowhere", "/quickstart/99/0/0.mvt"])
def test_head_is_get_without_its_body(path, quick):
    whole, head = quick.get(path), quick.get(path, method="HEAD")
    ignored = {"date"} | ({"etag", "content-length"} if path == "/health" else set())
    assert (head.status, head.body) == (whole.status, b"")
    assert {k: v for k, v in head.headers.items() if k not in ignored} == {k: v for k, v in whole.headers.items() if k not in ignored}


def test_pages_of_other_origins_may_read(quick):
    asked = quick.get("/quickstart/z05.pmtiles", method="OPTIONS",
                      headers={"Origin": "https://a.example", "Access-Control-Request-Headers": "range",
                               "Access-Control-Request-Method": "GET"})
    assert asked.status == 204 and asked.headers["access-control-allow-origin"] == "*"
    assert "range" in asked.headers["access-control-allow-headers"].lower()
    for path in ["/", "/quickstart/z05.pmtiles", "/quickstart/3/4/2.mvt", "/nowhere", "/health", "/metrics"]:
        headers = quick.get(path).headers
        assert headers["access-control-allow-origin"] == "*"
        assert {"etag", "content-range", "accept-ranges"} <= set(headers["access-control-expose-headers"].lower().split(", "))


def test_caching_follows_the_version(quick):
    tiles = quick.json("/quickstart/tile.json")["tiles"][0]
    version = tiles.split("v=")[1]
    assert quick.get("/quickstart/3/4/2.mvt").headers["cache-control"] == "no-cache"
    assert "immutable" in quick.get(f"/quickstart/3/4/2.mvt?v={version}").headers["cache-control"]
    for wrong in ["0" * 16, "", "x", version[:-1]]:
        gone = quick.get(f"/quickstart/3/4/2.mvt?v={wrong}")
        assert error(gone) == (410, "old-version") and gone.headers["cache-control"] == "no-store"


# Clusters and features.

def test_clusters_are_those_of_the_command(quick, quickstart, airports, numbers):
    largest = max(airports.clusters, key=lambda cluster: cluster.leaves)
    for cluster in [largest, *numbers.sample(airports.clusters, 5)]:
        base = f"/quickstart/airports/clusters/{cluster.id}"
        shown = json.loads(overtile("members", quickstart.folder, "--cluster", cluster.id, "--layer", "airports",
                                    "--page-size", 7).stdout)
        by_role = {role: [feature for feature in shown["features"] if feature["member"] == role] for role in ("child", "leaf")}
        children = quick.json(f"{base}/children")
        assert children["features"] == by_role["child"] and children["cluster"] == shown["cluster"]
        assert quick.json(f"{base}/leaves?limit=7")["features"] == by_role["leaf"]
        assert quick.json(f"{base}/expansion-zoom") == {"expansion_zoom": shown["cluster"]["properties"]["expansion_zoom"]}
        leaves = []
        while page := quick.json(f"{base}/leaves?limit=1000&offset={len(leaves)}")["features"]:
            leaves += page
        assert [leaf["id"] for leaf in leaves] == [leaf[0] for leaf in airports.leaves_of(cluster)]
        assert len(quick.json(f"{base}/leaves")["features"]) == min(10, cluster.leaves)
        some = quick.json(f"{base}/children?limit=2&offset=1")["features"]
        assert some == by_role["child"][1:3]


@pytest.mark.parametrize("path, status, code", [
    ("airports/clusters/1/children", 404, "unknown-cluster"), ("airports/clusters/x/children", 400, "bad-cluster"),
    ("airports/clusters/99999999999999999999999/leaves", 400, "bad-cluster"), ("airports/clusters/-1/leaves", 400, "bad-cluster"),
    ("quakes/clusters/1/children", 404, "no-members"),
    ("{c}/leaves?limit=10001", 400, "bad-parameter"), ("{c}/leaves?limit=x", 400, "bad-parameter"),
    ("{c}/leaves?limit=9999999999999999999", 400, "bad-parameter"), ("{c}/leaves?offset=9223372036854775807", 400, "bad-parameter"),
    ("{c}/nothing", 404, "not-found"), ("airports/features", 400, "bad-parameter"),
    ("airports/features?bbox=1,2,3,4", 400, "bad-parameter"), ("airports/features?bbox=nan,0,1,1&zoom=1", 400, "bad-parameter"),
    ("airports/features?bbox=0,0,inf,1&zoom=1", 400, "bad-parameter"),
    ("airports/features?bbox=0,0,1,1&zoom=inf", 400, "bad-parameter"),
    ("airports/features?bbox=-180,-90,180,90&zoom=10", 413, "too-large"),
    ("features?bbox=-180,-90,180,90&zoom=31", 413, "too-large"),
])
def test_queries_that_cannot_be(path, status, code, quick, airports):
    path = path.format(c=f"airports/clusters/{airports.clusters[0].id}")
    assert error(quick.get(f"/quickstart/{path}")) == (status, code)


@pytest.mark.parametrize("path, told", [
    ("{c}/leaves?limit=-1", 'expected a whole number from 1 to 10000 for limit, but found "-1"'), ("{c}/leaves?limit=0", 'expected a whole number from 1 to 10000 for limit, but found "0"'),
    ("{c}/leaves?offset=-1", 'expected a whole number of 0 or more for offset, but found "-1"'),
    ("airports/features?bbox=0,10,1,1&zoom=1", 'the south not above the north; found "0,10,1,1"'),
    ("airports/features?bbox=0,0,1,x&zoom=1", 'bbox must be west,south,east,north in degrees, such as bbox=5.5,47,15,55, and the south not above the north; found "0,0,1,x"'),
    ("airports/features?bbox=0,0,1,1&zoom=x", "zoom must be a number"), ("airports/features?bbox=0,0,1&zoom=1", 'found "0,0,1"'), ("airports/features?zoom=1", "bbox must be west,south,east,north"),
])
def test_a_message_names_what_is_wrong_in_a_query(path, told, quick, airports):
    path = path.format(c=f"airports/clusters/{airports.clusters[0].id}")
    response = quick.get(f"/quickstart/{path}")
    assert response.status == 400 and told in json.loads(response.body)["error"]["message"], response.body


def test_the_features_of_a_box(quick, quickstart):
    """Markers of a zoom, each once, over the antimeridian, too: those whose position lies in the box."""
    for zoom in (0, 2, 4):
        markers = {}
        for entry in quickstart.entries_at("airports", zoom):
            x, y = entry.geometry["coordinates"]
            n = 2 ** entry.tile[0]
            markers.setdefault(entry.id, ((entry.tile[1] + x / 4096) / n * 360 - 180, entry.tile[2] + y / 4096))
        for west, south, east, north in [(-10, 35, 30, 60), (170, -30, -170, 10), (-180, -90, 180, 90)]:
            found = quick.json(f"/quickstart/airports/features?bbox={west},{south},{east},{north}&zoom={zoom}")["features"]
            assert len({feature["id"] for feature in found}) == len(found) > 0
            for feature in found:
                longitude, latitude = feature["geometry"]["coordinates"]
                assert south <= latitude <= north and (west <= longitude <= east if west < east else not east < longitude < west)
            if west == -180:
                assert {feature["id"] for feature in found} == set(markers)
    # Beyond the last zoom they are those of the last, below the first there are none.
    box = "bbox=0,45,10,55"
    last, beyond = (quick.json(f"/quickstart/countries/features?{box}&zoom={zoom}")["features"] for zoom in (6, 9))
    assert last == beyond and last
    circles = quick.json("/quickstart/features?bbox=175,-25,-175,-15&zoom=5")["features"]
    assert {feature["layer"] for feature in circles} == {"countries", "airports", "quakes"}


# Requests that are none.

BAD = [
    (b"GET /quickstart/../../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", 400), (b"GET /quickstart/%2e%2e/%2E%2E/etc HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"GET /quickstart/..%2f..%2fetc%2fpasswd HTTP/1.1\r\nHost: a\r\n\r\n", 404), (b"GET /quickstart/./bundle.json HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"GET /quickstart/%00 HTTP/1.1\r\nHost: a\r\n\r\n", 400), (b"GET /quickstart/bundle.json%00.txt HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"GET /%ff%fe HTTP/1.1\r\nHost: a\r\n\r\n", 400), (b"GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", 400), (b"GET /% HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"GET //etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", 404), (b"GET /quickstart//bundle.json HTTP/1.1\r\nHost: a\r\n\r\n", 404),
    (b"GET quickstart HTTP/1.1\r\nHost: a\r\n\r\n", 400), (b"GET  HTTP/1.1\r\nHost: a\r\n\r\n", 400), (b"GET /\xc3\xbc HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\n\r\n", 400), (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400), (b"GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505),
    (b"GET / FTP/1.1\r\nHost: a\r\n\r\n", 400), (b"GET /\r\n\r\n", 505), (b"GET / x HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"get / HTTP/1.1\r\nHost: a\r\n\r\n", 400), (b"BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 400), (b"G@T / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", 405), (b"DELETE /quickstart/ HTTP/1.1\r\nHost: a\r\n\r\n", 405),
    (b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", 413), (b"GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 413),
    (b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400), (b"GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400), (b"GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", 400), (b"GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: a\r\nX: \x00\r\n\r\n", 400), (b"GET / HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n", 400),
    (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\n\r\n\r\n", 400), (b"\x00" * 20 + b"\r\n\r\n", 400), (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
    (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: a\r\n\r\n", 414), (b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"x" * (1 << 20) + b"\r\n\r\n", 431),
    (b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X: y\r\n" * 200 + b"\r\n", 431), (b"A" * 20000, 400),
    (b"GET /quickstart/%c0%ae%c0%ae/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"GET /quickstart/99999999999999999999/1/1.mvt HTTP/1.1\r\nHost: a\r\n\r\n", 400), (b"GET /quickstart/1/-1/1.mvt HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"GET /quickstart/1/1e0/1.mvt HTTP/1.1\r\nHost: a\r\n\r\n", 400), (b"GET /quickstart/%d9%a1/0/0.mvt HTTP/1.1\r\nHost: a\r\n\r\n", 400),
]


@pytest.mark.parametrize("request_bytes, status", BAD, ids=range(len(BAD)))
def test_bad_requests(request_bytes, status, quick):
    head, _, body = quick.raw(request_bytes, ends=True).partition(b"\r\n\r\n")
    assert int(head.split()[1]) == status, head
    assert set(json.loads(body.split(b"\n")[0])["error"]) == {"code", "message"}
    assert b"access-control-allow-origin: *" in head.lower() and tempfile.gettempdir().encode() not in body


def test_requests_behind_each_other(quick):
    """Several requests at once, byte by byte, after empty lines, of another version and with a whole address."""
    two = b"GET /health HTTP/1.1\r\nHost: a\r\n\r\nGET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    assert re.findall(rb"^HTTP/1.1 (\d+)", quick.raw(two), re.M) == [b"200", b"404"]
    assert quick.raw(b"\r\n\r\nGET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").startswith(b"HTTP/1.1 200")
    assert quick.raw(b"GET /health HTTP/1.0\r\n\r\n").startswith(b"HTTP/1.1 200")
    assert quick.raw(b"GET http://maps.example/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").startswith(b"HTTP/1.1 200")
    with socket.create_connection(quick.host.split(":"), timeout=30) as slow:
        for byte in b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n":
            slow.sendall(bytes([byte]))
        assert slow.recv(1000).startswith(b"HTTP/1.1 200")


def test_half_a_request_and_silence(quick):
    """Connections that say nothing, or half of something, hold up nobody, and end with the client."""
    silent = [socket.create_connection(quick.host.split(":"), timeout=30) for _ in range(200)]
    for connection in silent[::2]:
        connection.sendall(b"GET /quickstart/bundle.js")
    assert quick.get("/quickstart/bundle.json").status == 200
    assert all(quick.get("/quickstart/3/4/2.mvt").status == 200 for _ in range(20))
    for connection in silent:
        connection.close()
    assert quick.raw(b"GET /quickstart/bundle.js", ends=True) == b""


def test_more_connections_than_there_may_be(quickstart):
    """With few descriptors, those that wait longest are ended for new ones."""
    words = ["sh", "-c", f"ulimit -n 160; exec {OVERTILE} serve {quickstart.folder}"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        host = process.stdout.readline().decode().split("//")[1].split("/")[0]
        silent = [socket.create_connection(host.split(":"), timeout=30) for _ in range(400)]
        # The first makes way once the server has come to more than it may have, and is told so, also if its request comes
        # too late.
        assert select.select(silent[:1], [], [], 30)[0]
        silent[0].sendall(b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
        told = b"".join(iter(lambda: silent[0].recv(1000), b""))
        assert told.startswith(b"HTTP/1.1 503") and b"Retry-After: 1\r\n" in told and b'"busy"' in told
        for _ in range(3):
            with socket.create_connection(host.split(":"), timeout=30) as connection:
                connection.sendall(b"GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                assert connection.recv(100).startswith(b"HTTP/1.1 200")
        for connection in silent:
            connection.close()
    finally:
        process.terminate()
        assert process.wait(20) == 0
        process.stdout.close()
        process.stderr.close()


# Health and metrics.

def test_health_and_metrics(quickstart):
    with Server(quickstart.folder) as server:
        for path in ["/quickstart/3/4/2.mvt", "/quickstart/3/4/2.mvt", "/quickstart/99/1/1.mvt", "/quickstart/z05.pmtiles"]:
            server.get(path)
        health = server.json("/health")
        assert health["status"] == "ok" and [bundle["name"] for bundle in health["bundles"]] == ["quickstart"]
        response = server.get("/metrics")
        assert response.headers["content-type"].startswith("text/plain; version=0.0.4")
        lines = response.body.decode().splitlines()
        values = {line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1]) for line in lines if not line.startswith("#")}
        assert values['overtile_serve_requests_total{route="tile",status="200"}'] == 2
        assert values['overtile_serve_requests_total{route="tile",status="404"}'] == 1
        assert 0 < values['overtile_serve_request_seconds_total{route="tile"}'] < 10
        size = (quickstart.folder / "z05.pmtiles").stat().st_size
        assert values['overtile_serve_response_bytes_total{route="file"}'] == size
        assert values['overtile_serve_bundle_stale{bundle="quickstart"}'] == 0
        names = {line.split()[2] for line in lines if line.startswith("# TYPE")}
        assert {name.split("{")[0] for name in values} == names


# Publishing.

def nights(folder, way):
    """Three small bundles, whose every tile says which it is."""
    for night in range(3):
        points = [point(-170 + index * 7, 60 - index * 2, index + 1, night=night) for index in range(45)]
        (folder / f"{night}.geojson").write_text(collection(points))
        write_pipeline(folder / f"{night}.yaml", {"p": {"path": f"{night}.geojson"}},
                       {"p": {"source": "p", "kind": "cluster", "zooms": f"0-{3 + night % 2}",
                              "cluster": {"aggregates": {"night": {"max": "night"}}}}},
                       output={"path": "out", "publish": way} if way == "versioned" else {"path": "out"})
    return [build(folder / f"{night}.yaml", folder / f"n{night}") for night in range(3)] if way == "replace" else None


@pytest.mark.parametrize("way", ["replace", "versioned"])
def test_a_bundle_that_is_published_again(way, tmp_path):
    nights(tmp_path, way)
    publish = lambda night: subprocess.run([OVERTILE, "build", tmp_path / f"{night}.yaml", "--quiet"], check=True)
    publish(0)
    with Server(tmp_path / "out") as server:
        assert list(server.urls) == ["out"]
        first = server.json("/out/tile.json")["tiles"][0].split("v=")[1]
        old = server.get("/out/1/0/0.mvt").body
        publish(1)
        time.sleep(0.3)
        second = server.json("/out/tile.json")["tiles"][0].split("v=")[1]
        new = server.get("/out/1/0/0.mvt").body
        assert first != second and old != new
        # The addresses of the old bundle lead to the old one.
        assert server.get(f"/out/1/0/0.mvt?v={first}").body == old
        assert server.get(f"/out/1/0/0.mvt?v={second}").body == new
        publish(2)
        time.sleep(0.3)
        assert server.get("/health").status == 200
        assert error(server.get(f"/out/1/0/0.mvt?v={first}")) == (410, "old-version")
        assert server.get(f"/out/1/0/0.mvt?v={second}").body == new
        assert server.json("/health")["bundles"][0]["reloads"] == 2
    assert len(re.findall("now serving the newly published bundle", server.log)) == 2


def test_a_damaged_bundle_is_not_served(tmp_path):
    bundles = nights(tmp_path, "replace")
    shutil.copytree(bundles[0].folder, tmp_path / "b")
    with Server(tmp_path / "b") as server:
        before = server.get("/b/1/0/0.mvt")
        shutil.copytree(bundles[1].folder, tmp_path / "new")
        (tmp_path / "new/z01.pmtiles").write_bytes(b"damaged")
        (tmp_path / "b").rename(tmp_path / "old")
        (tmp_path / "new").rename(tmp_path / "b")
        time.sleep(0.3)
        assert server.get("/b/1/0/0.mvt").body == before.body
        health = server.json("/health")
        assert health["status"] == "stale" and health["bundles"][0]["status"] == "stale"
        assert str(tmp_path) not in json.dumps(health)
        assert 'overtile_serve_bundle_stale{bundle="b"} 1' in server.get("/metrics").body.decode()
        shutil.copy(bundles[1].folder / "z01.pmtiles", tmp_path / "b/z01.pmtiles")
        time.sleep(1.2)
        assert server.get("/b/1/0/0.mvt").body != before.body
        assert server.json("/health")["status"] == "ok"
    assert server.log.count("cannot be opened") == 1 and "z01.pmtiles" in server.log


def test_a_tile_whose_beginning_is_damaged(quickstart, tmp_path):
    """Without the first bytes of gzip it looks like one that is stored plain."""
    shutil.copytree(quickstart.folder, tmp_path / "b")
    with Server(tmp_path / "b") as server:
        stored = server.get("/b/3/4/2.mvt", GZIP).body
        archive = tmp_path / "b/z03.pmtiles"
        content = archive.read_bytes()
        at = content.index(stored)
        with open(archive, "r+b") as file:
            file.seek(at)
            file.write(b"\x5a\x5a")
        for headers in ({}, GZIP):
            assert error(server.get("/b/3/4/2.mvt", headers)) == (500, "damaged")


def resident(process):
    """The memory of a process in MiB."""
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process.pid}/status").read_text())[1]) / 1024


def test_clients_that_do_not_read(tmp_path):
    """Forty of them ask for a large response and take nothing. The server holds a bounded amount for them, and serves others."""
    square = lambda x, y: [[[x, y], [x + 2, y], [x + 2, y + 2], [x, y + 2], [x, y]]]
    shapes = [{"type": "Feature", "properties": {"text": f"{n} " + "x" * 3000}, "geometry": {"type": "Polygon", "coordinates": square(x * 3.5, y * 3.5)}}
              for n, (x, y) in enumerate((x, y) for x in range(-50, 50) for y in range(-20, 20))]
    (tmp_path / "p.geojson").write_text(collection(shapes))
    pipeline = write_pipeline(tmp_path / "p.yaml", {"p": {"path": "p.geojson"}}, {"p": {"source": "p", "kind": "shape", "zooms": "0"}})
    bundle = build(pipeline, tmp_path / "b")
    with Server(bundle.folder) as server:
        path = "/b/0/0/0.mvt"
        size, before = len(server.get(path).body), resident(server.process)
        assert size > 8 << 20
        clients = [socket.create_connection(server.host.split(":"), timeout=60) for _ in range(40)]
        for client in clients:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.sendall(f"GET {path} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
        statuses = [client.recv(12) for client in clients]
        assert set(statuses) == {b"HTTP/1.1 200", b"HTTP/1.1 503"} and statuses.count(b"HTTP/1.1 200") * size <= 256 << 20
        # Eight are made at a time, and what is made is held up to the bound.
        assert resident(server.process) < before + 3 * 256
        assert server.get("/b/tile.json").status == 200
        for client in clients:
            client.close()


@pytest.mark.parametrize("format", ["pmtiles", "mbtiles", "directory"])
def test_no_response_mixes_two_bundles(format, tmp_path):
    """Eight clients read while a bundle is exchanged every 50 ms."""
    seconds = 60 if SLOW else 0.5
    found = []
    for night in range(2):
        points = [point(-170 + index * 7, 60 - index * 2, index + 1, night=night) for index in range(45)]
        (tmp_path / "p.geojson").write_text(collection(points))
        pipeline = write_pipeline(tmp_path / "p.yaml", {"p": {"path": "p.geojson"}},
                                  {"p": {"source": "p", "kind": "cluster", "zooms": "0-2",
                                         "cluster": {"aggregates": {"night": {"max": "night"}}}}},
                                  output={"format": format, "layout": "per-zoom" if format != "directory" else "single"})
        found.append(build(pipeline, tmp_path / f"n{night}"))
    tiles = {hashlib.sha256((bundle.folder / "bundle.json").read_bytes()).hexdigest()[:16]: bundle.plain for bundle in found}
    assert len(tiles) == 2
    shutil.copytree(found[0].folder, tmp_path / "b")
    stop, wrong, counts = threading.Event(), [], {}

    def exchange():
        night = 0
        while not stop.is_set():
            night = 1 - night
            shutil.copytree(found[night].folder, tmp_path / "next")
            (tmp_path / "b").rename(tmp_path / "old")
            (tmp_path / "next").rename(tmp_path / "b")
            # As our own publishing removes it: the manifest first.
            (tmp_path / "old/bundle.json").unlink()
            shutil.rmtree(tmp_path / "old")
            time.sleep(0.05)

    def read(number):
        draw, connection = random.Random(number), server.connect()
        while not stop.is_set():
            told = server.get("/b/tile.json", on=connection)
            version = json.loads(told.body)["tiles"][0].split("v=")[1]
            address = draw.choice([*next(iter(tiles.values()))])
            path = "/b/{}/{}/{}.mvt".format(*address)
            pinned = server.get(f"{path}?v={version}", on=connection)
            counts[pinned.status] = counts.get(pinned.status, 0) + 1
            if pinned.status != 410 and (pinned.status != 200 or pinned.body != tiles[version].get(address)):
                wrong.append((path, version, pinned))
            tile = server.get(path, on=connection)
            if tile.status != 200 or tile.body not in [night.get(address) for night in tiles.values()]:
                wrong.append((path, tile))
            manifest = server.get("/b/bundle.json", on=connection)
            if manifest.headers["etag"] != f'"{hashlib.sha256(manifest.body).hexdigest()}"':
                wrong.append(manifest)

    with Server(tmp_path / "b") as server:
        threads = [threading.Thread(target=exchange)] + [threading.Thread(target=read, args=(n,)) for n in range(8)]
        for thread in threads:
            thread.start()
        # On a busy machine the server sees a few exchanges only later.
        begun, reloads = time.monotonic(), 0
        try:
            while time.monotonic() < begun + seconds or (reloads < 3 or counts.get(200, 0) <= 20) and time.monotonic() < begun + 60:
                time.sleep(0.2)
                reloads = server.json("/health")["bundles"][0]["reloads"]
        finally:
            stop.set()
            for thread in threads:
                thread.join()
    assert wrong == [] and reloads >= 3 and counts[200] > 20, (wrong[:3], reloads, counts)
    assert "the request failed" not in server.log


# The reader for the web.

def test_the_reader_for_the_web(quickstart, quick, airports):
    largest = max(airports.clusters, key=lambda cluster: cluster.leaves)
    script = """
      import {openBundle} from '%s';
      import {createHash} from 'node:crypto';
      const bundle = await openBundle('%s');
      const layer = bundle.layer('airports');
      const tile = await bundle.tile(null, 3, 4, 2);
      console.log(JSON.stringify({
        tile: createHash('sha256').update(new Uint8Array(tile)).digest('hex'),
        zoom: await layer.getClusterExpansionZoom(%d), children: (await layer.getChildren(%d)).map(({id}) => id),
        leaves: (await layer.getLeaves(%d, 50, 5)).map(({id}) => id), changed: await bundle.refresh(),
      }));
    """ % (ROOT / "Sources/OverlayBundleWeb/overlay-bundle.js", quick.urls["quickstart"], *[largest.id] * 3)
    run = subprocess.run(["node", "--input-type=module", "-e", script], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    base = f"/quickstart/airports/clusters/{largest.id}"
    assert found["tile"] == hashlib.sha256(quickstart.plain[3, 4, 2]).hexdigest() and found["changed"] is False
    assert found["zoom"] == quick.json(f"{base}/expansion-zoom")["expansion_zoom"]
    assert found["children"] == [feature["id"] for feature in quick.json(f"{base}/children")["features"]]
    assert found["leaves"] == [feature["id"] for feature in quick.json(f"{base}/leaves?limit=50&offset=5")["features"]]
