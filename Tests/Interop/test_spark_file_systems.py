"""Inputs and bundles on file systems of Hadoop: the bytes of one machine, and the old bundle or the new one for readers."""
import json
import os
import shutil
import sys
import threading
import warnings
from pathlib import Path

import pytest

import bundle
from conftest import OVERTILE, ROOT, overtile, write_pipeline
from divided import beside
from test_parts import clusters, scattered
from test_spark import own_cache, session  # noqa: F401

with warnings.catch_warnings():
    # It uses a module that later versions of Python lack, and brings it then.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pyftpdlib.authorizers import DummyAuthorizer
    from pyftpdlib.filesystems import AbstractedFS
    from pyftpdlib.handlers import FTPHandler
    from pyftpdlib.servers import ThreadedFTPServer

PACKAGE = ROOT / "Pipelines/spark"
def contents(folder):
    """The files of a bundle; on a disk Hadoop keeps their checksums beside them."""
    return {name: data for name, data in bundle.contents(folder).items() if not name.endswith(".crc")}


def names(folder):
    return sorted(path.name for path in folder.iterdir() if path.suffix != ".crc")


def view(folder):
    """The settings under which the addresses `viewfs://T/store` name a folder on the disk."""
    return {"spark.hadoop.fs.viewfs.mounttable.T.link./store": f"file://{folder}"}


def inputs(folder, numbers, count):
    """Writes points into two files of a folder, one of them with a wrong feature, and countries."""
    (folder / "points").mkdir(parents=True)
    wrong = '{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": ["east", 0]}}'
    lines = list(map(json.dumps, scattered(numbers, count)))
    (folder / "points/a.geojsonl").write_text("\n".join(lines[::2]))
    (folder / "points/b.geojsonl").write_text("\n".join(lines[1::2] + [wrong]))
    shutil.copy(ROOT / "Samples/countries.geojson", folder)


def pipeline(folder, **others):
    return write_pipeline(
        folder / "pipeline.yaml", {"points": {"path": "points/*.geojsonl", "onInvalid": "skip"}, "countries": {"path": "countries.geojson"}},
        {"points": clusters("points") | {"zooms": "0-6"}, "countries": {"source": "countries", "kind": "shape", "zooms": "0-2"}}, **others)


def renamed(text, address, folder):
    return text.replace(address.encode(), str(folder).encode())


def test_folders_at_addresses(tmp_path, numbers):
    """Executors that are processes of their own get the inputs from Spark; the bundle takes the one before it its name."""
    inputs(tmp_path / "store/in", numbers, 2_000)
    path = pipeline(tmp_path)
    alone = tmp_path / "alone"
    assert overtile("build", path, "--inputs", tmp_path / "store/in", "--output", alone).returncode == 0
    (tmp_path / "store/out").mkdir()
    shutil.copytree(alone, tmp_path / "store/out/bundle")
    (tmp_path / "store/out/bundle/bundle.json").touch()
    words = ["-m", "overtile_spark", "build", path, "--program", OVERTILE, "--tasks", 2, "--shards", 2, "--carry", "--inputs",
             "viewfs://T/store/in/", "--output", "viewfs://T/store/out/bundle"]
    process = session(words, tmp_path, settings=view(tmp_path / "store"))
    _, log = process.communicate(timeout=600)
    assert process.returncode == 0 and "published to viewfs://T/store/out/bundle" in log, log[-4000:]
    made = tmp_path / "store/out/bundle"
    assert contents(made) == contents(alone)
    assert {name: renamed(data, "viewfs://T/store/in", tmp_path / "store/in") for name, data in beside(made).items()} == beside(alone)
    report = json.loads((tmp_path / "store/out/bundle.report.json").read_text())
    assert "viewfs://T/store/out/bundle" in json.dumps(report)
    assert names(tmp_path / "store/out") == ["bundle", "bundle.ledger.jsonl", "bundle.report.json"]


@pytest.fixture(scope="module")
def spark(tmp_path_factory):
    """PySpark in this process, with threads of its JVM as executors: the function that the command line calls."""
    folder = tmp_path_factory.mktemp("spark")
    (folder / "store").mkdir()
    conf = {"spark.local.dir": folder, "spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1", "spark.ui.enabled": "false",
            "spark.hadoop.fs.ftp.data.connection.mode": "PASSIVE_LOCAL_DATA_CONNECTION_MODE",
            "spark.hadoop.fs.ftp.user.127.0.0.1": "overtile", "spark.hadoop.fs.ftp.password.127.0.0.1": "secret", **view(folder / "store")}
    changed = {"PYSPARK_SUBMIT_ARGS": "--master local[2] " + " ".join(f"--conf '{key}={value}'" for key, value in conf.items()) + " pyspark-shell",
               "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1", "XDG_CACHE_HOME": str(folder / "cache")}
    before = {name: os.environ.get(name) for name in changed}
    os.environ.update(changed)
    sys.path.insert(0, str(PACKAGE))
    from overtile_spark import __main__ as package
    from pyspark import SparkContext
    try:
        yield lambda *words: package.main([str(word) for word in ("build", *words, "--program", OVERTILE, "--tasks", 2, "--shards", 2)])
    finally:
        if SparkContext._gateway:
            SparkContext._gateway.shutdown()
            SparkContext._gateway.proc.stdin.close()
            SparkContext._gateway = SparkContext._jvm = None
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})


class FilesOfThread(AbstractedFS):
    """The files of a connection. The library changes the folder of the whole process for a moment, which other threads are in."""

    def chdir(self, path):
        with os.scandir(path):
            self.cwd = self.fs2ftp(path)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server of files on loopback; yields its folder and its address. Its library has one loop for all servers of a process."""
    folder = tmp_path_factory.mktemp("server")
    users = DummyAuthorizer()
    users.add_user("overtile", "secret", str(folder), perm="elradfmwMT")
    handler = type("Handler", (FTPHandler,), {"authorizer": users, "abstracted_fs": FilesOfThread, "banner": "ready"})
    server = ThreadedFTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield folder, f"ftp://127.0.0.1:{server.address[1]}"
    server.close_all()


@pytest.fixture
def store(server, tmp_path):
    """A store that does not rename folders; yields a folder in it, and its address."""
    folder, address = server
    (folder / tmp_path.name).mkdir()
    return folder / tmp_path.name, f"{address}/{tmp_path.name}"


def test_releases_on_a_store_of_objects(spark, store, tmp_path, numbers, capfd):
    """The driver copies inputs into the folder that all share; the file `current` names the release."""
    folder, address = store
    (tmp_path / "exchange").mkdir()
    inputs(folder / "night-1", numbers, 2_000)
    inputs(folder / "night-2", numbers, 100)
    inputs(folder / "night-3", numbers, 2_010)
    (folder / "out").mkdir()
    path = pipeline(tmp_path, output={"publish": "versioned"}, gates={"features": {"fall": "50%"}})
    words = [path, "--output", f"{address}/out/bundle", "--exchange", tmp_path / "exchange", "--quiet"]
    served, times = [], {}
    for night, status in [("night-1", 0), ("night-2", 65), ("night-3", 0), ("night-3", 0)]:
        assert spark(*words, "--inputs", f"{address}/{night}") == status, capfd.readouterr().err
        alone = tmp_path / "alone"
        assert overtile("build", path, "--inputs", folder / night, "--output", alone, "--quiet").returncode == status
        served.append((folder / "out/bundle/current").read_text().strip())
        assert contents(folder / "out/bundle" / served[-1]) == contents((alone / "current").resolve())
        before, times = times, {path: path.stat().st_mtime_ns for path in (folder / "out/bundle/releases").rglob("*")}
        assert before == {path: times[path] for path in before}  # Readers have these files open.
        assert (folder / "out/bundle.failed.report.json").exists() == (status == 65)
        assert not list((tmp_path / "exchange").iterdir())
    assert served[0] == served[1] != served[2] == served[3]
    assert {path.name for path in (folder / "out/bundle/releases").iterdir()} == {Path(name).name for name in served}
    (folder / "out/bundle/current").write_text("releases/none\n")
    assert spark(*words, "--inputs", f"{address}/night-3") == 73 and (folder / "out/bundle/current").read_text() == "releases/none\n"
    log = capfd.readouterr().err
    assert "names releases/none, which is no bundle" in log and "gate" in log and "secret" not in log


def test_bundles_that_are_replaced(spark, store, tmp_path, numbers, capfd):
    """On a store of objects the old manifest goes first and the new one comes last; files of old bundles alone go, too."""
    folder, address = store
    (tmp_path / "exchange").mkdir()
    inputs(folder / "in", numbers, 500)
    (folder / "out").mkdir()
    path = pipeline(tmp_path)
    alone = tmp_path / "alone"
    words = [path, "--inputs", folder / "in", "--output", f"{address}/out/bundle", "--exchange", tmp_path / "exchange", "--quiet"]
    seen = []
    for layers in ["single", "per-zoom"]:
        path = pipeline(tmp_path, output={"layout": layers})
        assert spark(*words) == 0, capfd.readouterr().err
        assert overtile("build", path, "--inputs", folder / "in", "--output", alone, "--quiet").returncode == 0
        assert contents(folder / "out/bundle") == contents(alone)
        seen.append(set(contents(alone)))
    assert seen[0] - seen[1]
    # A file that is no file of the bundle, as on one machine, and a bundle that somebody has published meanwhile.
    (folder / "out/bundle/notes.txt").write_text("mine")
    assert spark(*words) == 73 and (folder / "out/bundle/notes.txt").read_text() == "mine"
    (folder / "out/bundle/notes.txt").unlink()
    assert contents(folder / "out/bundle") == contents(alone)
    # A driver that died while it replaced the bundle leaves no manifest; the next run knows the files as ours by the mark.
    (folder / "out/bundle/bundle.json").unlink()
    (folder / "out/bundle/replacing.overtile").touch()
    assert spark(*words) == 0, capfd.readouterr().err
    assert contents(folder / "out/bundle") == contents(alone)


def test_another_run_that_publishes_meanwhile(spark, tmp_path, capfd):
    from overtile_spark import hadoop, publishing
    from overtile_spark.__main__ import started
    context = started()
    try:
        target = publishing.Target(context, "ftp://127.0.0.1/none/bundle", tmp_path)
        target.published = lambda: b"new"
        with pytest.raises(hadoop.Problem) as error:
            target.publish_bundle()
        assert error.value.status == 75
    finally:
        context.stop()


def test_a_run_that_dies_while_it_publishes(spark, tmp_path):
    """Where folders are renamed, the next run gives the old bundle its name again, or removes what is left of it."""
    from overtile_spark import publishing
    from overtile_spark.__main__ import started
    context = started()
    try:
        mounted = Path(context._jsc.hadoopConfiguration().get("fs.viewfs.mounttable.T.link./store").removeprefix("file://"))
        for is_published in (False, True):
            folder = mounted / f"died-{is_published}"
            (folder / ".bundle.overtile-backup").mkdir(parents=True)
            (folder / ".bundle.overtile-backup/bundle.json").write_text("old")
            if is_published:
                (folder / "bundle").mkdir()
                (folder / "bundle/bundle.json").write_text("new")
            local = tmp_path / folder.name
            local.mkdir()
            target = publishing.Target(context, f"viewfs://T/store/{folder.name}/bundle", local)
            target.fetch()
            assert names(folder) == ["bundle"]
            assert (local / "bundle/bundle.json").read_text() == ("new" if is_published else "old")
            # A run that dies before it renames anything leaves the bundle, and a folder that the next run replaces.
            (folder / ".bundle.overtile-staging").mkdir()
            (folder / ".bundle.overtile-staging/half").write_text("half")
            shutil.rmtree(local / "bundle")
            (local / "bundle").mkdir()
            (local / "bundle/bundle.json").write_text("newest")
            assert target.publish()
            assert names(folder) == ["bundle"]
            assert contents(folder / "bundle") == {"bundle.json": b"newest"}
    finally:
        context.stop()


@pytest.mark.parametrize("words, status, message", [
    (["--inputs", "viewfs://T/store/none"], 66, "--inputs: there is no folder viewfs://T/store/none"),
    (["--inputs", "nofs://host/in"], 74, 'No FileSystem for scheme "nofs"'),
    (["--inputs", "ftp://user:secret@127.0.0.1:9/in"], 74, "ftp://127.0.0.1:9/in"),
    (["--output", "viewfs://T"], 78, "--output: viewfs://T has no name"),
])
def test_addresses_that_cannot_be_used(spark, tmp_path, numbers, capfd, words, status, message):
    inputs(tmp_path / "in", numbers, 10)
    path = pipeline(tmp_path)
    assert spark(path, "--inputs", tmp_path / "in", *words) == status
    log = capfd.readouterr().err
    assert message in log and "secret" not in log


def test_a_machine_without_the_configuration(tmp_path, monkeypatch):
    """A task has a copy of it in its folder."""
    sys.path.insert(0, str(PACKAGE))
    from overtile_spark import program
    from overtile_spark.build import Job
    seen = {}

    def run(job, kind, folder, output, inputs, arguments):
        seen["words"] = program.words(job, kind, folder, output, inputs, arguments)
        seen["text"] = Path(seen["words"][2]).read_bytes()
        (folder / output).write_bytes(b"part")
    monkeypatch.setattr(program, "task", run)
    with program.part(Job("overtile", str(tmp_path / "not-here.yaml"), text=b"name: N"), "read", ["--task", 0]) as data:
        assert data[:] == b"part"
    assert seen["text"] == b"name: N" and not Path(seen["words"][2]).exists()
