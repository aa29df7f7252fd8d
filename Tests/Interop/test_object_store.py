"""`upload.sh` of Pipelines/nightly and `overtile diff --files`, against a store that speaks S3 and a reader that follows `current`."""
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import requests

from conftest import NIGHTLY, OVERTILE, ROOT, overtile
from nightly import FOLDER, Exports, Nights

TOOLS = Path(sys.executable).parent


@pytest.fixture(scope="module")
def store():
    """The address of an object store with a bucket, and the environment in which `aws` finds it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([TOOLS / "moto_server", "-H", "127.0.0.1", "-p", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    environment = {"AWS_ENDPOINT_URL": address, "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b",
                   "AWS_DEFAULT_REGION": "us-east-1", "PATH": f"{TOOLS}:{OVERTILE.parent}:{os.environ['PATH']}", "LANG": "C.UTF-8"}
    try:
        while True:
            assert server.poll() is None
            try:
                requests.put(f"{address}/maps", timeout=30).raise_for_status()
                break
            except requests.ConnectionError:
                time.sleep(0.1)
        # Readers are strangers. HEAD has an action of its own in this store.
        policy = {"Version": "2012-10-17", "Statement": [
            {"Effect": "Allow", "Principal": "*", "Action": ["s3:GetObject", "s3:HeadObject"], "Resource": "arn:aws:s3:::maps/*"}]}
        requests.put(f"{address}/maps?policy", data=json.dumps(policy), timeout=30).raise_for_status()
        yield f"{address}/maps/nightly", environment
    finally:
        server.terminate()
        server.wait(30)


class ShortNights(Nights):
    """With few zooms in one archive: `aws` takes half a second for each file."""

    def command(self):
        pipeline = self.folder / "nightly.yaml"
        pipeline.write_text(NIGHTLY.read_text().replace("zooms: 0-8", "zooms: 0-1").replace("zooms: 0-6", "zooms: 1-2")
                            .replace("publish: versioned", "publish: versioned\n  layout: single"))
        return [pipeline if word == NIGHTLY else word for word in super().command()]


def upload(nights, environment, script=FOLDER / "upload.sh"):
    return subprocess.run([script, nights.output, "s3://maps/nightly"], env=environment, capture_output=True, text=True, timeout=300)


def stored(address):
    """The bytes of every object below a prefix, by path."""
    base, prefix = address.rsplit("/", 1)
    text = requests.get(f"{base}?list-type=2&prefix={prefix}/", timeout=30).text
    paths = [part.split("</Key>")[0] for part in text.split("<Key>")[1:]]
    return {path.removeprefix(f"{prefix}/"): requests.get(f"{base}/{path}", timeout=30).content for path in paths}


def local(release):
    return {str(path.relative_to(release)): path.read_bytes() for path in release.rglob("*") if path.is_file()}


def served(address):
    """The release that readers see: the objects below the prefix that `current` names."""
    everything = stored(address)
    release = everything["current"].decode()
    return release, {path.removeprefix(f"{release}/"): data for path, data in everything.items() if path.startswith(f"{release}/")}


READ = f"""
import {{openBundle}} from '{ROOT}/Sources/OverlayBundleWeb/overlay-bundle.js';
const store = process.argv[2];
const release = await (await fetch(`${{store}}/current`, {{cache: 'no-cache'}})).text();
const bundle = await openBundle(`${{store}}/${{release}}`);
const shown = await bundle.layer('airports').getClusters([-180, -85, 180, 85], 0);
console.log(shown.reduce((sum, feature) => sum + (feature.properties.point_count ?? 1), 0));
"""


def points_read(address, tmp_path):
    (tmp_path / "read.mjs").write_text(READ)
    run = subprocess.run(["node", tmp_path / "read.mjs", address], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    return int(run.stdout)


def test_nights_in_an_object_store(store, tmp_path):
    address, environment = store
    nights = ShortNights(tmp_path)
    first = Exports.first()
    assert nights.run(first).status == 0
    run = upload(nights, environment)
    assert run.returncode == 0, run.stderr
    one, objects = served(address)
    assert objects == local(nights.output / one) and points_read(address, tmp_path) == len(first.airports)
    assert requests.head(f"{address}/current", timeout=30).headers["Cache-Control"] == "no-cache"
    assert "immutable" in requests.head(f"{address}/{one}/bundle.json", timeout=30).headers["Cache-Control"]
    assert upload(nights, environment).stdout == f"unchanged: {one}\n"

    # Only the quakes change: what did not is copied in the store, and not sent.
    second = Exports(first.airports, first.changed(add=4).quakes)
    assert nights.run(second).status == 0
    two = os.readlink(nights.output / "current")
    found = overtile("diff", "--files", nights.output / one, nights.output / two)
    assert found.returncode == 1
    files = json.loads(found.stdout)
    before, after = local(nights.output / one), local(nights.output / two)
    assert files["send"][-1] == "bundle.json" and sorted(files["send"] + files["unchanged"]) == sorted(after)
    assert files["unchanged"] == sorted(path for path in after if before.get(path) == after[path]) != []
    assert files["remove"] == sorted(set(before) - set(after))

    # An upload that dies before the pointer is written leaves the old release to readers.
    dying = tmp_path / "dying.sh"
    dying.write_text((FOLDER / "upload.sh").read_text().replace("printf '%s' \"$new\" |", "exit 9;"))
    dying.chmod(0o755)
    assert upload(nights, environment, dying).returncode == 9
    assert served(address) == (one, before)
    died = stored(address)
    assert upload(nights, environment).stdout == f"published: {two}\n"
    assert served(address) == (two, after) and points_read(address, tmp_path) == len(first.airports)

    # Back: one object is written. All is as the upload that died left it, from where the next one went on.
    back = subprocess.run(["sh", "-ec", f"printf %s {one} | aws s3 cp --cache-control no-cache - s3://maps/nightly/current"], env=environment, capture_output=True)
    assert back.returncode == 0 and stored(address) == died


@pytest.mark.parametrize("container", ["pmtiles", "mbtiles", "directory"])
def test_files_of_every_container(container, tmp_path):
    """Sending and removing what --files lists turns one bundle into the other."""
    for name, count in (("old", 60), ("new", 61)):
        lines = [json.dumps({"type": "Feature", "id": n, "properties": {}, "geometry": {"type": "Point", "coordinates": [n * 2, n]}}) for n in range(count)]
        (tmp_path / f"{name}.geojsonl").write_text("\n".join(lines))
        (tmp_path / f"{name}.yaml").write_text(
            f"name: a\nsources: {{a: {{path: {name}.geojsonl}}}}\nlayers: {{a: {{source: a, kind: cluster, zooms: 0-{3 if name == 'old' else 2}}}}}\n"
            f"output: {{path: {name}, format: {container}}}\n")
        assert overtile("build", tmp_path / f"{name}.yaml").returncode == 0
    found = overtile("diff", "--files", tmp_path / "old", tmp_path / "new")
    files = json.loads(found.stdout)
    old, new = local(tmp_path / "old"), local(tmp_path / "new")
    assert found.returncode == 1 and files["unchanged"] == sorted(path for path in new if old.get(path) == new[path])
    for path in files["send"]:
        old[path] = new[path]
    for path in files["remove"]:
        del old[path]
    assert old == new and files["send"][-1] == "bundle.json" and files["remove"]
    same = overtile("diff", "--files", tmp_path / "new", tmp_path / "new")
    assert (same.returncode, json.loads(same.stdout)["send"]) == (0, [])
