"""Builds whose inputs Spark's executors read have the bytes of one process, also if executors are killed."""
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conftest import OVERTILE, ROOT, overtile, write_pipeline
from divided import assert_same, clusters, samples, scattered

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


def spark(*words, folder, master=MASTER):
    """Runs the package; returns its exit status and what it says."""
    process = session(["-m", "overtile_spark", *words], folder, master)
    try:
        output, log = process.communicate(timeout=600)
    finally:
        process.kill()
    return process.returncode, output + log


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


def several(jobs, folder, master=MASTER):
    """Builds several pipelines in one session; returns the exit statuses and what it says."""
    process = session(["-c", JOBS, json.dumps([["build", *map(str, words)] for words in jobs])], folder, master)
    try:
        output, log = process.communicate(timeout=1800)
    finally:
        process.kill()
    assert output.endswith("]\n"), log[-4000:]
    return json.loads(output.split("\n")[-2]), log


def test_parts_on_one_machine_and_those_that_spark_carries_or_machines_exchange(tmp_path, points):
    """The samples, and points in every way."""
    jobs = {"samples": (samples(tmp_path / "samples.yaml"), ["--share", 500_000, "--tile-tasks", 2]),
            "points": (points, ["--share", 200_000, "--tile-tasks", 2]),
            "carried": (points, ["--share", 200_000, "--carry"]), "exchanged": (points, ["--share", 200_000, "--exchange", "."])}
    statuses, log = several([[pipeline, "--output", tmp_path / "spark" / name, "--quiet", *words]
                             for name, (pipeline, words) in jobs.items()], tmp_path)
    assert statuses == [0] * len(jobs), log[-4000:]
    for name, (pipeline, _) in jobs.items():
        assert_same(alone(pipeline, tmp_path / "alone" / name), tmp_path / "spark" / name)
    assert not list(tmp_path.glob("overtile-*")), "parts go with the build"


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


def test_a_killed_executor_changes_nothing(points, tmp_path):
    process = session(["-m", "overtile_spark", "build", points, "--output", tmp_path / "spark", "--quiet", "--share", "200000",
                       "--tile-tasks", "2", "--program", waiting_program(tmp_path)], tmp_path)
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
    assert process.returncode == 0, log[-4000:]
    assert "Lost executor" in log or "lost" in log.lower()
    assert_same(alone(points, tmp_path / "alone"), tmp_path / "spark")


def test_exit_codes_and_messages_are_those_of_the_program(points, tmp_path):
    assert spark("build", folder=tmp_path)[0] == 64
    program = tmp_path / "failing"
    program.write_text(f"#!/bin/sh\nif [ \"$2\" = read ]; then echo 'the disk is out' >&2; exit 74; fi\nexec '{OVERTILE}' \"$@\"\n")
    program.chmod(0o755)
    (tmp_path / "table.geojsonl").write_text("name,age\n")
    table = write_pipeline(tmp_path / "table.yaml", {"in": {"path": "table.geojsonl"}}, {"points": clusters("in")})
    out = ["--output", tmp_path / "out", "--quiet"]
    statuses, log = several([[points, *out, "--program", program], [tmp_path / "none.yaml"], [table, *out]], tmp_path, "local[1]")
    assert statuses == [74, 66, 65] and not (tmp_path / "out").exists()
    assert "the disk is out" in log and "none.yaml" in log
    run = overtile("build", table, *out)
    assert run.returncode == 65 and run.stderr.decode().strip() in log


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
