"""Builds whose inputs Spark's executors read have the bytes of one process, also if an executor is killed."""
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conftest import OVERTILE, ROOT, overtile, write_pipeline
from divided import assert_same, clusters, scattered

pytest.importorskip("pyspark")
PACKAGE = ROOT / "Pipelines/spark"
# Two executors, each a process with a core and a gibibyte.
MASTER = "local-cluster[2,1,1024]"


def session(words, folder, master=MASTER):
    """Starts a program of PySpark on executors of its own."""
    conf = {"spark.ui.enabled": "false", "spark.executorEnv.PYTHONPATH": PACKAGE, "spark.driver.memory": "512m", "spark.local.dir": folder,
            "spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1"}
    submit = f"--master {master} " + " ".join(f"--conf {key}={value}" for key, value in conf.items()) + " pyspark-shell"
    environment = os.environ | {"PYSPARK_SUBMIT_ARGS": submit, "PYTHONPATH": str(PACKAGE), "PYSPARK_PYTHON": sys.executable,
                                "SPARK_LOCAL_IP": "127.0.0.1", "TMPDIR": str(folder), "OVERTILE": str(OVERTILE)}
    return subprocess.Popen([sys.executable, *map(str, words)], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            cwd=folder, text=True)


def alone(pipeline, output):
    assert overtile("build", pipeline, "--output", output, "--quiet", timeout=600).returncode == 0
    return output


@pytest.fixture
def points(tmp_path, numbers):
    """A pipeline of points with every aggregate."""
    (tmp_path / "in.geojsonl").write_text("\n".join(map(json.dumps, scattered(numbers, 4_000))))
    return write_pipeline(tmp_path / "p.yaml", {"in": {"path": "in.geojsonl"}}, {"points": clusters("in")})


# Several builds in a session of the caller's.
JOBS = """
import json, sys
from pyspark.sql import SparkSession
from overtile_spark.__main__ import main
session = SparkSession.builder.getOrCreate()
statuses = [main(words) for words in json.loads(sys.argv[1])]
session.stop()
print(statuses)
"""


def below(parent):
    """The processes below one, by their ids, with their command lines."""
    words, above = {}, {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            above[int(status.parent.name)] = int(status.read_text().rpartition(")")[2].split()[1])
            words[int(status.parent.name)] = (status.parent / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
    found = {parent}
    while more := {pid for pid, one in above.items() if one in found} - found:
        found |= more
    return {pid: words[pid] for pid in found if pid in words}


def waiting_program(folder):
    """The program, except that the first task that reads waits long enough for its executor to be killed."""
    path = folder / "waiting program"
    path.write_text(f"""#!/bin/sh
if [ "$2" = read ] && mkdir '{folder}/waited' 2>/dev/null; then sleep 100; fi
exec '{OVERTILE}' "$@"
""")
    path.chmod(0o755)
    return path


def failing_program(folder):
    """The program, except that a task that reads fails each time."""
    path = folder / "failing"
    path.write_text(f"#!/bin/sh\nif [ \"$2\" = read ]; then echo 'the disk is out' >&2; exit 74; fi\nexec '{OVERTILE}' \"$@\"\n")
    path.chmod(0o755)
    return path


def test_builds_of_one_session(tmp_path, points):
    """Parts on one machine, whose executor is killed, parts that Spark carries or machines exchange, and builds that fail."""
    (tmp_path / "table.geojsonl").write_text("name,age\n")
    table = write_pipeline(tmp_path / "table.yaml", {"in": {"path": "table.geojsonl"}}, {"points": clusters("in")})
    whole = {"killed": ["--share", 200_000, "--tile-tasks", 2, "--program", waiting_program(tmp_path)],
             "carried": ["--share", 200_000, "--carry"], "exchanged": ["--share", 200_000, "--exchange", "."]}
    out = ["--output", tmp_path / "out", "--quiet"]
    jobs = [[points, "--output", tmp_path / "spark" / name, "--quiet", *words] for name, words in whole.items()]
    jobs += [[points, *out, "--program", failing_program(tmp_path)], [tmp_path / "none.yaml"], [table, *out]]
    process = session(["-c", JOBS, json.dumps([["build", *map(str, words)] for words in jobs])], tmp_path)
    try:
        while not (tmp_path / "waited").exists():
            assert process.poll() is None, process.communicate()
            time.sleep(0.05)
        # The executor above the task that waits.
        tree = below(process.pid)
        executors = [pid for pid, words in tree.items() if "CoarseGrainedExecutorBackend" in words and " -cp " in words
                     and any("sleep 100" in other for other in below(pid).values())]
        assert len(executors) >= 1, tree
        for pid in executors:
            os.kill(pid, signal.SIGKILL)
        output, log = process.communicate(timeout=600)
    finally:
        process.kill()
    assert output.endswith("]\n"), log[-4000:]
    assert json.loads(output.split("\n")[-2]) == [0, 0, 0, 74, 66, 65], log[-4000:]
    assert "lost executor" in log.lower()
    expected = alone(points, tmp_path / "alone")
    for name in whole:
        assert_same(expected, tmp_path / "spark" / name)
    assert not (tmp_path / "out").exists() and not list(tmp_path.glob("overtile-*")), "parts go with the build"
    assert "the disk is out" in log and "none.yaml" in log
    run = overtile("build", table, *out)
    assert run.returncode == 65 and run.stderr.decode().strip() in log


def test_a_wrong_command_line(tmp_path):
    process = session(["-m", "overtile_spark", "build"], tmp_path)
    assert process.wait(60) == 64, process.communicate()


def test_a_signal_leaves_the_old_bundle(points, tmp_path):
    process = session(["-m", "overtile_spark", "build", points, "--output", tmp_path / "spark", "--program", waiting_program(tmp_path)], tmp_path, "local[1]")
    try:
        while not (tmp_path / "waited").exists():
            assert process.poll() is None, process.communicate()
            time.sleep(0.05)
        process.terminate()
        output, log = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130 and "stopped on request" in log, log[-4000:]
    assert not (tmp_path / "spark").exists() and not list(tmp_path.glob("overtile-*"))
