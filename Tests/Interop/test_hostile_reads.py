"""Files that block forever or never end: pipes, devices, views that never end. Every command ends, and says why."""
import json
import os
import shutil
import signal
import sqlite3
import struct
import subprocess
import threading
import time
from pathlib import Path

import pytest

from bundle import contents
from conftest import OVERTILE, build, collection, overtile, point, write_pipeline

# A hang is a failure. Commands end in a fraction of this on an idle machine.
SECONDS = 60
LAYERS = {"points": {"source": "points", "kind": "cluster", "zooms": "0-2", "cluster": {"members": "full"}}}


@pytest.fixture(scope="module")
def bundles(tmp_path_factory):
    """A folder with the bundles pmtiles, mbtiles and directory, another night of the first, and the patch to it."""
    folder = tmp_path_factory.mktemp("hostile")
    for name, format, count in ("pmtiles", "pmtiles", 40), ("mbtiles", "mbtiles", 40), ("directory", "directory", 40), (
            "later", "pmtiles", 41):
        features = [point(10 + index / 7, 50 - index / 9, index + 1) for index in range(count)]
        (folder / f"{name}.geojson").write_text(collection(features))
        pipeline = write_pipeline(folder / f"{name}.yaml", {"points": {"path": f"{name}.geojson"}}, LAYERS,
                                  output={"format": format})
        build(pipeline, folder / name)
    run = overtile("patch", folder / "pmtiles", folder / "later", "--output", folder / "later.patch")
    assert run.returncode == 0, run.stderr.decode()
    return folder


@pytest.fixture
def place(bundles, tmp_path):
    shutil.copytree(bundles, tmp_path / "place")
    return tmp_path / "place"


def pipe(path):
    os.mkfifo(path)


def zeros(path):
    path.symlink_to("/dev/zero")


def folder(path):
    path.mkdir()


HOSTILE = [pipe, zeros, folder]


def ends(words, statuses, *expected):
    """Runs a command that must end, with one of some statuses; its message holds every expected word."""
    run = overtile(*words, timeout=SECONDS)
    message = run.stderr.decode() + run.stdout.decode()
    assert run.returncode in statuses, (words, run.returncode, message)
    for word in expected:
        assert word in message, (words, word, message)
    return message


def commands(place, bundle):
    """Every command that reads a bundle, with its exit code."""
    one, other, patch = place / bundle, place / "later", place / "later.patch"
    shown = [one, "--camera", "50,10,0", "--viewport", "400x400"]
    return [["diff", one, other], ["diff", other, one, "--check"], ["patch", one, other, "--output", place / "new.patch"],
            ["patch", other, one, "--output", place / "new.patch"], ["apply", one, patch, "--output", place / "new"],
            ["apply", one, patch, "--output", one], ["verify", one], ["inspect", one], ["inspect", one, "--deep"],
            ["tile", one, "0/0/0"], ["tile", one, "--all"], ["overlays", *shown], ["members", one, "--cluster", "1"]]


# Pipes and folders in the place of a manifest and of a PMTiles archive, with the codes of most commands, are in test_one_code.
@pytest.mark.parametrize("role, bundle, hostile", [
    ("manifest", "pmtiles", zeros), ("members", "mbtiles", pipe), ("members", "mbtiles", folder), ("tiles", "pmtiles", zeros),
    ("tiles", "mbtiles", pipe), ("tiles", "mbtiles", folder), ("tiles", "directory", pipe)])
def test_a_file_of_a_bundle(place, bundle, role, hostile):
    names = {"manifest": "bundle.json", "tiles": {"directory": "z00/0/0/0.pbf"}.get(bundle, f"z00.{bundle}"),
             "members": next((place / bundle).glob("members*")).name}
    file = place / bundle / names[role]
    if not file.exists():
        file = min((place / bundle).rglob("*.pbf"))
    file.unlink()
    hostile(file)
    before = sorted(path for path in place.rglob("*"))
    for words in commands(place, bundle):
        statuses = (65, 66, 73) if role == "manifest" else (65, 66)
        if role == "members" and words[0] in ("tile", "overlays"):
            statuses = (0, 65, 66)
        if role == "tiles" and words[0] == "members":
            # It has not read the tiles, and says that there is no such cluster.
            statuses = (64, 65, 66)
        ends(words, statuses)
        assert sorted(path for path in place.rglob("*")) == before, words


@pytest.mark.parametrize("hostile", HOSTILE, ids=lambda hostile: hostile.__name__)
@pytest.mark.parametrize("role", ["manifest", "tiles", "members"])
def test_a_build_over_a_hostile_bundle(place, role, hostile):
    """The existing entry at the output's path is examined, and the gates read it. Nothing blocks on it."""
    pipeline = write_pipeline(place / "pmtiles.yaml", {"points": {"path": "pmtiles.geojson"}},
                              {"points": {**LAYERS["points"], "cluster": {"members": "none" if role == "tiles" else "full"}}},
                              gates={"clusters": {"minKept": "1%"}})
    build(pipeline, place / "served")
    file = {"manifest": "bundle.json", "tiles": "z00.pmtiles", "members": "members.points.bin"}[role]
    (place / "served" / file).unlink()
    hostile(place / "served" / file)
    ends(["build", pipeline, "--output", place / "served", "--dry-run"], {0, 73})
    ends(["build", pipeline, "--output", place / "served"], {73} if role == "manifest" else {0, 73})


@pytest.mark.parametrize("hostile", HOSTILE, ids=lambda hostile: hostile.__name__)
def test_a_file_alone(place, hostile, tmp_path):
    """Patches, configurations, loose tiles, archives, GeoJSON of queries: 66, and a description of the entry."""
    hostile(tmp_path / "x")
    word = {pipe: "a named pipe", zeros: "a device", folder: "a"}[hostile]
    # A patch may not be a link at all.
    ends(["apply", place / "pmtiles", tmp_path / "x", "--output", place / "new"], {66},
         "a symbolic link" if hostile is zeros else word)
    for command in "build", "check":
        ends([command, tmp_path / "x"], {66}, word)
    ends(["decode", tmp_path / "x"], {66}, "pipe" if hostile is pipe else word)
    ends(["camera", "fit", "--viewport", "100x100", "--geojson", tmp_path / "x"], {66}, word)
    for command in ["inspect"], ["report"], ["verify"], ["tile"]:
        words = [*command, tmp_path / "x"] + (["0/0/0"] if command == ["tile"] else [])
        ends(words, {65, 66}, *([word] if command != ["verify"] and hostile is not folder else []))


@pytest.mark.parametrize("suffix", ["-journal", "-wal", "-shm"])
def test_what_sqlite_would_open_beside_a_database(place, suffix):
    os.mkfifo(place / f"mbtiles/z00.mbtiles{suffix}")
    for words in ["tile", place / "mbtiles", "0/0/0"], ["verify", place / "mbtiles"]:
        ends(words, {65, 66}, f"z00.mbtiles{suffix}", "a named pipe")


ENDLESS = "WITH RECURSIVE endless(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM endless)"
VIEWS = {
    "tiles": f"CREATE VIEW tiles AS {ENDLESS} SELECT 0 AS zoom_level, n AS tile_column, 0 AS tile_row, x'00' AS tile_data "
             "FROM endless WHERE n < 0",
    "many": f"CREATE VIEW tiles AS {ENDLESS} SELECT 0 AS zoom_level, 0 AS tile_column, 0 AS tile_row, x'1a00' AS tile_data "
            "FROM endless",
    "metadata": f"CREATE VIEW metadata AS {ENDLESS} SELECT 'name' || n AS name, 'x' AS value FROM endless WHERE n < 0",
    "texts": f"CREATE VIEW metadata AS {ENDLESS} SELECT 'name' || n AS name, hex(zeroblob(20000000)) AS value FROM endless",
}


def database(path, view):
    """An MBTiles file one of whose tables is a view that never ends."""
    connection = sqlite3.connect(path)
    connection.execute(VIEWS[view])
    if "VIEW tiles" in VIEWS[view]:
        connection.execute("CREATE TABLE metadata (name text, value text)")
        connection.execute("INSERT INTO metadata VALUES ('format', 'pbf')")
    else:
        connection.execute("CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)")
        connection.execute("INSERT INTO tiles VALUES (0, 0, 0, x'1a00')")
    connection.commit()
    connection.close()


def limited(*words):
    """Runs the program with four gibibytes."""
    return subprocess.run(["prlimit", f"--as={4 << 30}", OVERTILE, *map(str, words)], capture_output=True, timeout=SECONDS)


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_that_never_ends(tmp_path, view):
    """One of the tiles and one of the metadata for every command."""
    database(tmp_path / "x.mbtiles", view)
    file = tmp_path / "x.mbtiles"
    every = [["inspect", file], ["inspect", file, "--deep"], ["report", file], ["tile", file, "5/1/1"], ["tile", file, "--all"],
             ["verify", file]]
    for words in every[view in ("many", "texts")::2]:
        run = limited(*words)
        message = run.stdout.decode()[:4000] + run.stderr.decode()
        assert run.returncode == 65, (words, run.returncode, message)
        told = ("may never end", "has more than", "is larger than", "takes more than")
        assert any(text in message for text in told), (words, message)


def test_a_database_is_left_as_it_is(tmp_path):
    """Also one that others write with a write-ahead log: no file comes to lie beside it."""
    connection = sqlite3.connect(tmp_path / "x?#%41.mbtiles")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)")
    connection.execute("INSERT INTO tiles VALUES (0, 0, 0, x'')")
    connection.execute("CREATE TABLE metadata (name text, value text)")
    connection.commit()
    connection.close()
    before = contents(tmp_path)
    assert list(before) == ["x?#%41.mbtiles"]
    assert overtile("inspect", tmp_path / "x?#%41.mbtiles").returncode == 0
    overtile("verify", tmp_path / "x?#%41.mbtiles")
    assert contents(tmp_path) == before


def test_sizes_that_no_file_has(place):
    """A header's or a manifest's numbers are compared with the file before memory is allocated for them."""
    archive = place / "pmtiles/z02.pmtiles"
    sound = archive.read_bytes()
    # Root, metadata, leaves, tile data: offset and length from byte 8 on.
    for field in range(8):
        for number in 1 << 40, (1 << 62) + 5, (1 << 64) - 1:
            archive.write_bytes(sound[:8 + 8 * field] + struct.pack("<Q", number) + sound[16 + 8 * field:])
            ways = [["inspect", archive], ["verify", archive], ["tile", archive, "--all"], ["verify", place / "pmtiles"]]
            # Every command with the size that would be allocated; one with those that no sum holds.
            for words in ways if number == 1 << 40 else ways[1:2]:
                run = limited(*words)
                assert run.returncode == 65, (words, field, number, run.returncode, run.stderr.decode())
    archive.write_bytes(sound)
    members = next((place / "pmtiles").glob("members*"))
    sound = members.read_bytes()
    for start in range(16, 112, 8):
        members.write_bytes(sound[:start] + struct.pack("<Q", 1 << 50) + sound[start + 8:])
        for words in ["verify", place / "pmtiles"], ["members", place / "pmtiles", "--cluster", "1"]:
            run = limited(*words)
            assert run.returncode == 65, (words, start, run.returncode, run.stderr.decode())
    members.write_bytes(sound)
    patch = (place / "later.patch").read_bytes()
    for start in -48, -40:
        (place / "bad.patch").write_bytes(patch[:start] + struct.pack("<Q", 1 << 61) + patch[start + 8:])
        run = limited("apply", place / "pmtiles", place / "bad.patch", "--output", place / "new")
        assert run.returncode == 65, run.stderr.decode()


def wait_for_work(process):
    """Waits until a process has worked for three times as long as its start takes, or half a second if it waits itself."""
    ticks = os.sysconf("SC_CLK_TCK") * 0.1
    for _ in range(50):
        time.sleep(0.01)
        try:
            # User and system time, behind the name, which may have spaces.
            used = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        except OSError:
            continue
        if sum(map(int, used)) >= ticks:
            return


def hears(words, number, statuses=(130,)):
    """Starts a command that would run for very long, sends it a signal, and expects it to end soon after."""
    environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    process = subprocess.Popen([OVERTILE, *map(str, words)], env=environment, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    try:
        wait_for_work(process)
        assert process.poll() is None, (words, process.returncode, process.communicate())
        process.send_signal(number)
        # It needs a second at most; the machine may be busy.
        output = process.communicate(timeout=15)
    finally:
        process.kill()
        process.wait()
    assert process.returncode in statuses, (words, process.returncode, output)
    return output


@pytest.fixture
def huge(place):
    """A bundle whose last archive has a tebibyte, all of it holes, so that reading it takes hours."""
    manifest = (place / "pmtiles/bundle.json").read_text()
    file = place / "pmtiles/z02.pmtiles"
    size = file.stat().st_size
    os.truncate(file, 1 << 40)
    assert manifest.count(f'"bytes" : {size}') == 1
    manifest = json.loads(manifest.replace(f'"bytes" : {size}', f'"bytes" : {1 << 40}'))
    # As a bundle of before manifests had digests of themselves.
    del manifest["digest"]
    (place / "pmtiles/bundle.json").write_text(json.dumps(manifest))
    return place


@pytest.mark.parametrize("command, number", [
    ("diff", signal.SIGTERM), ("patch", signal.SIGINT), ("apply", signal.SIGTERM), ("verify", signal.SIGINT)])
def test_a_signal_ends_long_reading(huge, command, number):
    before = sorted(path.name for path in huge.iterdir())
    words = {"diff": ["diff", "--check", huge / "later", huge / "pmtiles"],
             "patch": ["patch", huge / "later", huge / "pmtiles", "--output", huge / "new.patch"],
             "apply": ["apply", huge / "later", huge / "sparse.patch", "--output", huge / "new"],
             "verify": ["verify", huge / "pmtiles"]}[command]
    if command == "apply":
        # Its digest is checked first, which takes hours.
        with (huge / "sparse.patch").open("wb") as file:
            file.write((huge / "later.patch").read_bytes())
            file.truncate(1 << 40)
        before.append("sparse.patch")
    # Commands that make nothing leave the signal to the system.
    hears(words, number, statuses=(130,) if command != "verify" else (-number,))
    assert sorted(path.name for path in huge.iterdir()) == sorted(before)


@pytest.mark.parametrize("command", ["inspect", "tile", "verify"])
def test_a_signal_ends_a_long_query(tmp_path, command):
    """The bound on steps grows with the file, so this one would take hours."""
    database(tmp_path / "x.mbtiles", "many")
    os.truncate(tmp_path / "x.mbtiles", 1 << 40)
    words = [command, tmp_path / "x.mbtiles"] + (["--all"] if command == "tile" else [])
    hears(words, signal.SIGTERM, statuses=(-signal.SIGTERM,))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
def test_a_signal_ends_a_build_that_waits(tmp_path, number):
    os.mkfifo(tmp_path / "points.geojson")
    pipeline = write_pipeline(tmp_path / "p.yaml", {"points": {"path": "points.geojson"}}, LAYERS)
    hears(["build", pipeline], number)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["p.yaml", "points.geojson"]


def two_sources(folder, one, other):
    layers = {name: {"source": name, "kind": "cluster", "zooms": "0-1"} for name in ("one", "other")}
    return write_pipeline(folder / "p.yaml", {"one": {"path": one}, "other": {"path": other}}, layers)


@pytest.mark.parametrize("other", ["in.geojson", "./in.geojson", "link.geojson", "hard.geojson", "*n.geojson"])
def test_one_pipe_in_two_sources(tmp_path, other):
    os.mkfifo(tmp_path / "in.geojson")
    (tmp_path / "link.geojson").symlink_to("in.geojson")
    os.link(tmp_path / "in.geojson", tmp_path / "hard.geojson")
    before = sorted(tmp_path.iterdir())
    pipeline = two_sources(tmp_path, "in.geojson", other)
    for command in ["build"], ["build", "--dry-run"], ["check"]:
        ends([*command, pipeline], {78}, "same stream", "read only once", "\"one\"", "\"other\"")
    assert sorted(tmp_path.iterdir()) == sorted([*before, pipeline])


def test_standard_input_in_two_sources(tmp_path):
    pipeline = two_sources(tmp_path, "-", "-")
    for command in "build", "check":
        run = overtile(command, pipeline, input=b"{}", timeout=SECONDS)
        assert run.returncode == 78 and b"read only once" in run.stderr, run.stderr.decode()


def test_two_pipes_are_read(tmp_path):
    """Process substitution, on purpose: each pipe is read once, by the build and not by the check."""
    for name in "one", "other":
        os.mkfifo(tmp_path / name)
    pipeline = two_sources(tmp_path, "one", "other")
    assert overtile("check", pipeline, timeout=SECONDS).returncode == 0
    text = collection([point(1, 2, 3), point(4, 5, 6)])
    writers = [threading.Thread(target=(tmp_path / name).write_text, args=(text,), daemon=True) for name in ("one", "other")]
    for writer in writers:
        writer.start()
    run = overtile("build", pipeline, "--output", tmp_path / "out", "--json", timeout=SECONDS)
    assert run.returncode == 0, run.stderr.decode()
    for writer in writers:
        writer.join(SECONDS)
        assert not writer.is_alive()


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom"])
def test_check_reads_no_device(tmp_path, device):
    pipeline = write_pipeline(tmp_path / "p.yaml", {"points": {"path": device}}, LAYERS)
    assert overtile("check", pipeline, timeout=SECONDS).returncode == 0


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="there is no /proc")
def test_a_file_without_a_size_is_read(tmp_path):
    """Files of /proc say that they are empty, and are not."""
    run = overtile("decode", "/proc/self/environ")
    assert run.returncode == 65 and run.stdout == b"", run.stdout
    run = overtile("decode", "/proc/self/environ", env={"LANG": "x" * 100_000})
    assert run.returncode == 65, run.stderr
    (tmp_path / "empty").touch()
    assert overtile("decode", tmp_path / "empty").returncode == 0
