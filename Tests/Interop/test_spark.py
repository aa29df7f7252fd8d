"""Builds by executors of Apache Spark have the bytes of builds on one machine, also if executors are killed."""
import contextlib
import json
import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bundle import contents
from conftest import OVERTILE, PIPELINES, ROOT, SEED, overtile, write_pipeline
from divided import beside, facts
from test_parts import LAYERS, clusters, scattered

PACKAGE = ROOT / "Pipelines/spark"
# Two executors, each a process with a core and a gibibyte.
MASTER = "local-cluster[2,1,1024]"
# OVERTILE_SLOW=1 generates many points, and kills many executors.
SLOW = "OVERTILE_SLOW" in os.environ


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    """No build takes archives of classes from the user's folder, or leaves them there."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def session(words, folder, settings={}, master=MASTER, python=sys.executable, **options):
    """Starts a program of PySpark on executors of its own, whose workers are of some Python."""
    modules = os.pathsep.join([str(PACKAGE)] + [path for path in [os.environ.get("PYTHONPATH")] if path])
    conf = {"spark.locality.wait": "0s", "spark.executorEnv.PYTHONPATH": modules, "spark.driver.memory": "512m",
            "spark.local.dir": folder / "spark", "spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1"} | settings
    submit = f"--master {master} " + " ".join(f"--conf '{key}={value}'" for key, value in conf.items()) + " pyspark-shell"
    environment = os.environ | {"PYSPARK_SUBMIT_ARGS": submit, "PYTHONPATH": modules, "PYSPARK_PYTHON": str(python),
                                "SPARK_LOCAL_IP": "127.0.0.1", "TMPDIR": str(folder)}
    return subprocess.Popen([sys.executable, *map(str, words)], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            cwd=folder, text=True, **options)


def job(pipeline, output, exchange="", tasks=3, shards=2, shard_zoom=3):
    return {"program": str(OVERTILE), "pipeline": str(pipeline), "output": str(output), "tasks": tasks, "shards": shards,
            "shard_zoom": shard_zoom, "exchange": str(exchange)}


def compare(pipelines, folder, kills=0):
    """Builds pipelines alone and by executors, some of which are killed; returns the number of those.

    Tasks of one pipeline after the other exchange their results through Spark, and through files. Two builds follow with a
    program whose tasks that read fail: once each, and always.
    """
    (folder / "exchange").mkdir()
    jobs = [job(pipeline, folder / f"spark-{number}", ["", folder / "exchange"][number % 2]) for number, pipeline in enumerate(pipelines)]
    failing = [job(pipelines[-1], folder / f"failed-{times}", folder / "exchange") | {"program": str(failing_program(folder, times))}
               for times in (1, 99)]
    (folder / "jobs.json").write_text(json.dumps(jobs + failing))
    process = session([ROOT / "Tests/Interop/spark_job.py", folder / "jobs.json"], folder)
    try:
        killed = kill_executors(process.pid, kills)
        output, log = process.communicate(timeout=3600 if SLOW else 900)
    finally:
        process.kill()
    assert output.split() == ["0"] * (len(pipelines) + 1) + ["74"], log[-4000:]
    assert contents(folder / "failed-1") == contents(folder / f"spark-{len(pipelines) - 1}")
    assert " ended with 74: 'the disk' is out" in log and not (folder / "failed-99").exists()
    assert not list((folder / "exchange").iterdir())
    for number, pipeline in enumerate(pipelines):
        alone, joined = folder / f"alone-{number}", folder / f"spark-{number}"
        assert overtile("build", pipeline, "--output", alone, "--quiet", timeout=600).returncode == 0
        assert contents(joined) == contents(alone)
        assert beside(joined) == beside(alone)
        assert facts(folder / f"{joined.name}.report.json", joined) == facts(folder / f"{alone.name}.report.json", alone)
    return killed


def failing_program(folder, times):
    """A program that does what `overtile` does, except that the tasks that read fail so many times."""
    path = folder / f"überall failing {times}"
    path.write_text(f"""#!/bin/sh
if [ "$2" = read ]; then
  tries="$0.$(basename "$7")"
  count=$(cat "$tries" 2>/dev/null || echo 0)
  if [ "$count" -lt {times} ]; then echo $((count + 1)) >"$tries"; echo "'the disk' is out" >&2; exit 74; fi
fi
exec '{OVERTILE}' "$@"
""")
    path.chmod(0o755)
    return path


def descendants(parent):
    """The processes below one, by their ids, with their command lines."""
    found, parents = {}, {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(status.parent.name)] = int(status.read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
    wanted = {parent}
    for _ in range(8):
        wanted |= {pid for pid, above in parents.items() if above in wanted}
    for pid in wanted:
        try:
            found[pid] = command_line(pid)
        except OSError:
            continue
    return found


def command_line(pid):
    """The words of a process; raises `OSError` once it has ended."""
    return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")


def kill_executors(parent, kills):
    """Kills executors of a session, one after the other, each while a task of the program runs; returns how many."""
    moments = random.Random(SEED)
    killed, deadline = 0, time.monotonic() + 600
    while killed < kills and time.monotonic() < deadline:
        time.sleep(0.05)
        below = descendants(parent)
        executors = sorted(pid for pid, words in below.items() if "CoarseGrainedExecutorBackend" in words and " -cp " in words)
        if not executors or not any(" part " in words for words in below.values()):
            continue
        time.sleep(moments.uniform(0, 0.3))
        try:
            os.kill(moments.choice(executors), signal.SIGKILL)
            killed += 1
        except ProcessLookupError:
            continue
        time.sleep(1 + moments.random())
    return killed


@pytest.fixture
def generated(tmp_path, numbers):
    """A pipeline of every cluster option and aggregate, over generated points in several files."""
    features = list(map(json.dumps, scattered(numbers, 200_000)))
    for part in range(4):
        (tmp_path / f"in-{part}.geojson").write_text("\n".join(features[part::4]))
    # Each layer has all points in the slow tests, otherwise its share of them.
    share = lambda index: {} if SLOW else {"filter": ["==", ["%", ["get", "whole"], len(LAYERS)], index]}
    return write_pipeline(
        tmp_path / "pipeline.yaml", {"in": {"path": "in-*.geojson"}},
        {name: clusters("in", **cluster) | share(index) for index, (name, cluster) in enumerate(LAYERS.items())})


def test_bundles_have_the_bytes_of_one_machine_though_executors_are_killed(generated, tmp_path):
    kills = 10 if SLOW else 1
    assert compare([generated, *PIPELINES], tmp_path, kills) == kills


def test_command_line(tmp_path):
    """A plan that fails ends with the status of the program, before there is a session."""
    pipeline = write_pipeline(tmp_path / "pipeline.yaml", {"in": {"path": "in.geojson"}},
                              {"points": {"source": "in", "kind": "cluster", "zooms": "0-2"}})
    process = session(["-m", "overtile_spark", "build", pipeline, "--program", OVERTILE], tmp_path)
    _, log = process.communicate(timeout=120)
    assert process.returncode == 66 and "in.geojson" in log
    assert not (tmp_path / "bundle").exists()


@pytest.mark.parametrize("master, words, status", [(MASTER, [], 0), ("local[2]", [], 0), ("local[1]", ["--carry"], 69)])
def test_executors_of_one_machine_need_no_workers(master, words, status, tmp_path):
    """They exchange files without being told; no Python is there for workers, which those need that carry."""
    process = session(["-m", "overtile_spark", "build", PIPELINES[0], "--output", tmp_path / "bundle", "--program", OVERTILE, "--quiet", *words],
                      tmp_path, master=master, python=tmp_path / "no-python")
    _, log = process.communicate(timeout=300)
    assert process.returncode == status, log[-4000:]
    assert not list(tmp_path.rglob("overtile-*"))
    assert (tmp_path / "bundle").exists() == (status == 0)
    if status == 0:
        assert overtile("build", PIPELINES[0], "--output", tmp_path / "alone", "--quiet").returncode == 0
        assert contents(tmp_path / "bundle") == contents(tmp_path / "alone")


def test_masters_whose_executors_are_on_this_machine():
    sys.path.insert(0, str(PACKAGE))
    from overtile_spark import exchange
    assert all(map(exchange.is_this_machine, ["local", "local[*]", "local[2,3]", MASTER]))
    assert not any(map(exchange.is_this_machine, ["", "spark://local:7077", "spark://localhost:7077", "yarn", "k8s://local", "localhost"]))


def test_executors_keep_what_users_say_of_them(tmp_path):
    """Where spark-submit has started the driver, executors get options for a short life, and archives of classes, unless users say otherwise."""
    sys.path.insert(0, str(PACKAGE))
    from overtile_spark import jvm
    from pyspark import SparkConf
    options, path = "spark.executor.extraJavaOptions", "spark.executor.extraClassPath"
    for said, added in [({}, {options, path}), ({"spark.driver.extraJavaOptions": "-Xss8m"}, {options, path}), ({options: "-Xss8m"}, {path}),
                        ({"spark.executor.defaultJavaOptions": "-Xss8m", path: "/x.jar"}, set())]:
        conf = SparkConf(loadDefaults=False).setAll(said.items())
        jvm.prefer_short_executors(conf, {})
        assert {key for key, _ in conf.getAll()} == set(said) | added
        assert all(conf.get(key) == value for key, value in said.items())
        assert options not in added or conf.get(options) == jvm.SHORT_LIFE
    conf = SparkConf(loadDefaults=False)
    jvm.prefer_short_executors(conf, {}, ("", "-XX:SharedArchiveFile=/x.jsa"))
    assert conf.get(options) == f"{jvm.SHORT_LIFE} -XX:SharedArchiveFile=/x.jsa" and not conf.contains(path)


def test_class_archives_are_for_executors_of_spark_submit(tmp_path, monkeypatch, capsys):
    sys.path.insert(0, str(PACKAGE))
    from overtile_spark import __main__ as package
    monkeypatch.setenv("PYSPARK_GATEWAY_PORT", "1")
    assert package.folder_of_archives(str(tmp_path / "archives")) == str(tmp_path / "archives") and (tmp_path / "archives").is_dir()
    assert "only executors take classes from it" in capsys.readouterr().err


def test_jvms_keep_what_users_say_of_them(tmp_path):
    """A JVM that PySpark starts gets options for a short life, if no option of the kind is there."""
    sys.path.insert(0, str(PACKAGE))
    from overtile_spark import jvm
    for said, added in [("", ["JavaOptions", "spark.ui.enabled"]), ("--conf spark.ui.enabled=true", ["JavaOptions"]),
                        ("--conf spark.executor.extraJavaOptions=-Xss8m", ["spark.ui.enabled"])]:
        environment = {"PYSPARK_SUBMIT_ARGS": f"{said} pyspark-shell", "SPARK_HOME": str(tmp_path)}
        jvm.prefer_short_lives(environment)
        words = shlex.split(environment["PYSPARK_SUBMIT_ARGS"])
        assert words[-1] == "pyspark-shell" and environment["PYSPARK_SUBMIT_ARGS"].endswith(f"{said} pyspark-shell")
        assert {name for name in ("JavaOptions", "spark.ui.enabled") if name in " ".join(words).replace(said, "")} == set(added)
    (tmp_path / "conf").mkdir()
    (tmp_path / "conf/spark-defaults.conf").write_text("spark.driver.defaultJavaOptions -Xss8m\nspark.ui.port 4141\n")
    environment = {"SPARK_HOME": str(tmp_path)}
    jvm.prefer_short_lives(environment)
    assert environment["PYSPARK_SUBMIT_ARGS"] == "pyspark-shell"


def test_jars_with_most_classes_come_first(tmp_path):
    """Those of the Spark that is here, in front of all; none for users who have a class path of their own."""
    sys.path.insert(0, str(PACKAGE))
    from overtile_spark import jvm
    found = jvm.class_path({}).split(os.pathsep)
    assert len(found) == len(jvm.FIRST_JARS) and all(os.path.isfile(path) for path in found)
    (tmp_path / "jars").mkdir()
    for name in ("scala-library-2.12.18.jar", "spark-core_2.12-3.5.9.jar", "spark-sql_2.12-3.5.9.jar"):
        (tmp_path / "jars" / name).touch()
    expected = f"{tmp_path}/jars/spark-core_2.12-3.5.9.jar:{tmp_path}/jars/scala-library-2.12.18.jar"
    for said, count in [("", 2), ("--conf spark.driver.extraClassPath=/x.jar", 0)]:
        environment = {"PYSPARK_SUBMIT_ARGS": f"{said} pyspark-shell", "SPARK_HOME": str(tmp_path)}
        jvm.prefer_short_lives(environment)
        assert shlex.split(environment["PYSPARK_SUBMIT_ARGS"]).count(f"spark.driver.extraClassPath={expected}") == min(count, 1)
        assert environment["PYSPARK_SUBMIT_ARGS"].count(expected) == count


def test_numpy_is_not_imported():
    """PySpark is imported without it, and nothing stays in its stead."""
    program = "from overtile_spark import without_numpy; import sys; import overtile_spark.__main__; assert 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True, env=os.environ | {"PYTHONPATH": str(PACKAGE)})


def test_results_as_records(numbers, monkeypatch):
    """Whatever the sizes of records and partitions, the driver has the file without what goes to tasks, and these have their sections."""
    sys.path.insert(0, str(PACKAGE))
    from overtile_spark import carrying, sections
    kinds, others = list(range(1, 12)), (sections.NODES, *carrying.FOR_ALL)
    for _ in range(200):
        raws = []
        for _ in range(numbers.randrange(12)):
            payload = numbers.randbytes(numbers.choice([0, 1, 50, 400]))
            raws.append(sections.SECTION.pack(numbers.choice(kinds), 0, 1, 2, numbers.randrange(9), len(payload), 5) + payload)
        for name, most in [("RECORD", 99), ("GATHERED", 500), ("PIECE", 300)]:
            monkeypatch.setattr(carrying, name, numbers.randint(1, most))
        kind = lambda raw: sections.SECTION.unpack_from(raw)[0]
        partitions = carrying.Partitions(tasks=numbers.randint(1, 5), nodes=numbers.randint(1, 3))
        task, header = numbers.randrange(partitions.tasks), numbers.randbytes(32)
        header = sections.HEADER.pack(b"OVERPART", sections.VERSION, 0, header)
        (zero, said), *records = carrying.results(sections.join(header, raws), task, partitions)
        of_task, size = carrying.PLACE.unpack_from(said)
        assert zero == 0 and of_task == task
        assert list(sections.parted(said[carrying.PLACE.size:])) == [raw for raw in raws if kind(raw) in carrying.FOR_ALL]
        nodes = [(partition, raw) for partition, record in records if partition in partitions.all_of_nodes() for raw in sections.parted(record)]
        assert all(partition == partitions.of_nodes(sections.numbers(raw)[2]) for partition, raw in nodes)
        assert sorted(raw for _, raw in nodes) == sorted(raw for raw in raws if kind(raw) == sections.NODES)
        file, wanted = bytearray(size), {partitions.of_result(task, offset) for offset in range(0, size, carrying.PIECE)}
        for partition, record in records:
            if partition not in partitions.all_of_nodes():
                at = carrying.PLACE.unpack_from(record)[1]
                file[at:at + len(record) - carrying.PLACE.size] = record[carrying.PLACE.size:]
                assert partition in wanted and partition < partitions.count()
        kept = [raw for raw in raws if kind(raw) not in others]
        assert bytes(file) == (sections.join(header, kept) if kept else b"")


def test_class_archives_are_taken_once_they_are_there(tmp_path):
    sys.path.insert(0, str(PACKAGE))
    from overtile_spark import jvm
    made = jvm.class_archives(tmp_path, dict(os.environ))
    assert all(option.startswith(f"{jvm.LEAVE}={tmp_path}") for option in made)
    for option in made:
        Path(option.rpartition("=")[2].replace("{{EXECUTOR_ID}}", "0")).write_bytes(bytes(8))
    # As long as their beginnings are missing, other JVMs write them.
    assert jvm.class_archives(tmp_path, dict(os.environ)) == ("", "")
    for option in made:
        Path(option.rpartition("=")[2].replace("{{EXECUTOR_ID}}", "0")).write_bytes(b"begun")
    taken = jvm.class_archives(tmp_path, dict(os.environ))
    assert taken == tuple(option.replace(jvm.LEAVE, jvm.TAKE).replace("{{EXECUTOR_ID}}", "0") for option in made)
    # One that was cut would crash each JVM: it is made anew.
    assert jvm.class_archives(tmp_path, dict(os.environ)) == taken
    driver = Path(taken[0].rpartition("=")[2])
    driver.write_text("cut")
    assert jvm.class_archives(tmp_path, dict(os.environ)) == (made[0], taken[1]) and not driver.exists()
    driver.write_bytes(bytes(8))
    os.utime(driver, (0, 0))
    assert jvm.class_archives(tmp_path, dict(os.environ)) == (made[0], taken[1]) and not driver.exists()


def usual_archives(folder, environment={}):
    """The options of archives for a build that names no folder, and the usual one in some folder for what can be made again."""
    sys.path.insert(0, str(PACKAGE))
    from overtile_spark import archives
    environment = {"XDG_CACHE_HOME": str(folder)} | environment
    return archives.usual(environment), archives.folder(environment)


def test_the_third_build_takes_archives_of_classes(tmp_path):
    """The first build notes that it was there, the second leaves archives, the third takes them, and what nobody uses goes."""
    cluster = {"PYSPARK_SUBMIT_ARGS": f"--master {MASTER} pyspark-shell"}
    made, folder = usual_archives(tmp_path, cluster)
    from overtile_spark import jvm
    noted, = folder.iterdir()
    assert made == ("", "") and noted.suffix == ".since" and folder.stat().st_mode & 0o777 == folder.parent.stat().st_mode & 0o777 == 0o700
    for name in ("driver-other.jsa", "driver-other.size", "other.since", "driver-recent.jsa"):
        (folder / name).touch()
        if "other" in name:
            os.utime(folder / name, (0, 0))
    os.utime(noted, (0, 0))
    left, _ = usual_archives(tmp_path, cluster)
    assert all(option.startswith(f"{jvm.LEAVE}={folder}/") for option in left)
    ours = {f"{process}-{noted.stem}.jsa" for process in ("driver", "executor-0")}
    assert {path.name for path in folder.iterdir()} == {noted.name, "driver-recent.jsa", *ours} and time.time() - noted.stat().st_mtime < 60
    # Another build a moment later leaves none, and takes none.
    assert usual_archives(tmp_path, cluster)[0] == ("", "")
    for option in left:
        for executor in ("0", "1"):
            path = Path(option.rpartition("=")[2].replace("{{EXECUTOR_ID}}", executor))
            path.write_bytes(b"begun")
            os.utime(path, (0, 0))
    taken, _ = usual_archives(tmp_path, cluster)
    assert [option.rpartition("=")[0] for option in taken] == [jvm.TAKE] * 2
    assert {Path(option.rpartition("=")[2]).name for option in taken} == {path.name for path in folder.glob(f"*-{noted.stem}.jsa")} == ours
    assert all(time.time() - path.stat().st_mtime < 60 for path in folder.glob(f"*-{noted.stem}.jsa"))


@pytest.mark.parametrize("words, has_executors", [
    ("", False), ("--master local[2]", False), ("--master 'local-cluster[2,1,1024]'", True), ("--conf spark.master=local-cluster[1,1,1024]", True),
    ("--master spark://host:7077", False), ("--master=yarn", False), ("--conf spark.master=k8s://host", False), ("-c 'spark.master=yarn'", False)])
def test_archives_of_classes_are_for_executors_of_this_machine(words, has_executors, tmp_path):
    for number, environment in enumerate([{}, {"MASTER": "spark://host:7077"}]):
        environment["PYSPARK_SUBMIT_ARGS"] = f"{words} pyspark-shell"
        usual_archives(tmp_path / str(number), environment)
        driver, executor = usual_archives(tmp_path / str(number), environment)[0]
        assert driver and bool(executor) == (has_executors and "MASTER" not in environment)


def test_builds_without_archives_of_classes(tmp_path, monkeypatch):
    """Where Java makes none, or others could write to them, or Spark's JVM is not one that a build starts: neither a folder, nor a message."""
    (tmp_path / "file").touch()
    (tmp_path / "conf").mkdir()
    (tmp_path / "conf/log4j2.properties").touch()
    (tmp_path / "java/bin").mkdir(parents=True)
    (tmp_path / "java/bin/java").touch(0o755)
    cache = str(tmp_path / "none")
    for environment in [{"XDG_CACHE_HOME": str(tmp_path / "file")}, {"XDG_CACHE_HOME": f"{cache} with blanks"}, {"XDG_CACHE_HOME": f"{cache}:with"},
                        {"SPARK_CONF_DIR": str(tmp_path / "conf")}, {"JAVA_HOME": str(tmp_path / "java")}, {"JAVA_TOOL_OPTIONS": "-Xss8m"},
                        {"PYSPARK_SUBMIT_ARGS": "--driver-class-path x.jar pyspark-shell"},
                        {"PYSPARK_SUBMIT_ARGS": "--conf spark.driver.extraJavaOptions=-Xss8m pyspark-shell"}]:
        for _ in range(2):
            made, folder = usual_archives(cache, environment)
            assert made == ("", "") and not folder.parent.exists(), environment
    for path in ("overtile", "overtile/spark-classes"):
        cache = tmp_path / f"cache-{len(path)}"
        (cache / path).mkdir(parents=True)
        (cache / path).chmod(0o777)
        assert [usual_archives(cache)[0] for _ in range(2)] == [("", "")] * 2 and not list(cache.rglob("*.since"))
    from overtile_spark import __main__ as package, archives
    assert archives.folder({"XDG_CACHE_HOME": "relative"}) == Path.home() / ".cache/overtile/spark-classes"
    monkeypatch.setattr(archives, "usual", lambda _: ("driver", "executor"))
    assert package.options_of_archives(None, False) == ("driver", "executor") and package.options_of_archives(None, True) == ("", "")
    monkeypatch.setenv("PYSPARK_GATEWAY_PORT", "1")
    assert package.options_of_archives(None, False) == ("", "")


def test_class_archives_are_of_nobody_else(tmp_path):
    (tmp_path / "archives").mkdir(mode=0o777)
    (tmp_path / "archives").chmod(0o777)
    run = subprocess.run([sys.executable, "-m", "overtile_spark", "build", PIPELINES[0], "--class-archives", tmp_path / "archives", "--program", OVERTILE],
                         env=os.environ | {"PYTHONPATH": str(PACKAGE)}, capture_output=True, text=True)
    assert run.returncode == 73 and "others may write to" in run.stderr, run.stderr


@pytest.mark.parametrize("words", [[], ["build"], ["build", "p.yaml", "--shards", "0"], ["build", "p.yaml", "--threads", "x"]])
def test_wrong_words(words):
    run = subprocess.run([sys.executable, "-m", "overtile_spark", *words], env=os.environ | {"PYTHONPATH": str(PACKAGE)}, capture_output=True, text=True)
    assert run.returncode == 64 and "overtile_spark" in run.stderr, run.stderr


def test_killed_programs_lacked_memory(tmp_path, capsys):
    """The kernel ends a program where memory is short: 69, whoever waits for it."""
    sys.path.insert(0, str(PACKAGE))
    from overtile_spark import program
    script = tmp_path / "overtile"
    script.write_text("#!/bin/sh\nkill -9 $$\n")
    script.chmod(0o755)
    assert program.run([str(script), "build"]) == 69
    assert "was killed by signal 9; the system does so where memory is short" in capsys.readouterr().err
    for status in (-9, 137):
        assert program.TaskFailed(["overtile", "part"], status, "").status == 69
    assert [program.TaskFailed([], status, "").status for status in (65, 74, 130)] == [65, 74, 130]


@pytest.mark.parametrize("seconds", [0.4, 0.8, 1.2])
def test_a_signal_while_spark_starts_leaves_nothing(seconds, tmp_path):
    environment = os.environ | {"PYTHONPATH": str(PACKAGE), "PYSPARK_SUBMIT_ARGS": f"--master local[1] --name {tmp_path.name} pyspark-shell"}
    build = subprocess.Popen([sys.executable, "-m", "overtile_spark", "build", PIPELINES[0], "--output", tmp_path / "bundle", "--program", OVERTILE],
                             env=environment, stderr=subprocess.DEVNULL)
    time.sleep(seconds)
    build.terminate()
    assert build.wait(60) in (130, -15)

    def jvms():
        """The JVMs of this build; any process may end while this one looks."""
        found = []
        for pid in [int(path.name) for path in Path("/proc").glob("[0-9]*")]:
            with contextlib.suppress(OSError):
                found += [pid] if f"--name {tmp_path.name} " in command_line(pid) else []
        return found
    until = time.monotonic() + 20
    while jvms() and time.monotonic() < until:
        time.sleep(0.2)
    assert not jvms()


def test_a_jvm_that_is_killed(tmp_path):
    """The driver's JVM ends while a task runs: 69, in words that say so, and no bundle."""
    pipeline = write_pipeline(tmp_path / "pipeline.yaml", {"in": {"path": "in.geojson"}},
                              {"points": {"source": "in", "kind": "cluster", "zooms": "0-2"}})
    (tmp_path / "in.geojson").write_text('{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}')
    slow = tmp_path / "slow"
    slow.write_text(f"#!/bin/sh\n[ $2 = read ] && {{ touch '{tmp_path}/reads'; exec sleep 30; }}\nexec '{OVERTILE}' \"$@\"\n")
    slow.chmod(0o755)
    process = session(["-m", "overtile_spark", "build", pipeline, "--program", slow], tmp_path, master="local[1]")
    deadline = time.monotonic() + 60
    while not (tmp_path / "reads").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    below = descendants(process.pid)
    os.kill(next(pid for pid, words in below.items() if "org.apache.spark.deploy.SparkSubmit" in words), signal.SIGKILL)
    for pid in [pid for pid, words in below.items() if words.startswith("sleep ")]:
        with contextlib.suppress(ProcessLookupError):  # It may have ended with the JVM.
            os.kill(pid, signal.SIGKILL)
    _, log = process.communicate(timeout=60)
    assert process.returncode == 69 and "Spark's JVM on this machine ended before the build did" in log, log
    assert not (tmp_path / "bundle").exists() and not list(tmp_path.rglob("overtile-*"))


def test_spark_submit(tmp_path):
    """As on a cluster: the package as an archive, and the program shipped as a file. Executors get options for a short life, as a task sees them."""
    package = shutil.make_archive(str(tmp_path / "overtile_spark"), "zip", PACKAGE, "overtile_spark")
    shipped = tmp_path / "shipped"
    shipped.write_text(f"""#!/bin/sh
if [ "$2" = read ]; then read -r _ _ _ executor _ <"/proc/$PPID/stat"; tr '\\0' ' ' <"/proc/$executor/cmdline" >'{tmp_path}/executor'; fi
exec '{OVERTILE}' "$@"
""")
    shipped.chmod(0o755)
    environment = os.environ | {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    run = subprocess.run([Path(sys.executable).parent / "spark-submit", "--master", "local-cluster[1,1,1024]", "--py-files", package, "--files", shipped,
                          "--conf", "spark.ui.enabled=false", "--driver-java-options", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
                          PACKAGE / "build.py", "build", PIPELINES[0], "--output", tmp_path / "bundle", "--quiet", "--tasks", "2", "--shards", "2",
                          "--program", "shipped"], env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr
    executor = (tmp_path / "executor").read_text()
    assert "CoarseGrainedExecutorBackend" in executor and "-XX:TieredStopAtLevel=1 " in executor and "-XX:+UseSerialGC" in executor
    assert overtile("build", PIPELINES[0], "--output", tmp_path / "alone", "--quiet").returncode == 0
    assert contents(tmp_path / "bundle") == contents(tmp_path / "alone")


def test_settings_of_which_java_makes_no_archive(tmp_path):
    """A folder of settings with files: Java would end with an error where it was to leave an archive."""
    sys.path.insert(0, str(PACKAGE))
    from overtile_spark import jvm
    settings = tmp_path / "settings"
    for name in ("SPARK_CONF_DIR", "HADOOP_CONF_DIR"):
        settings.mkdir()
        assert jvm.settings_folder({name: str(settings)}) is None
        (settings / "core-site.xml").touch()
        assert jvm.settings_folder({name: str(settings)}) == settings
        shutil.rmtree(settings)
    assert jvm.settings_folder({"SPARK_HOME": str(tmp_path)}) is None


def test_the_program_ends_with_the_driver(tmp_path):
    """A driver that is killed, or gets a signal, while the program builds: the program ends, and leaves the old bundle."""
    sys.path.insert(0, str(PACKAGE))
    from overtile_spark import program, stopping
    script = tmp_path / "slow"
    script.write_text("#!/bin/sh\necho $$ >pid\ntrap 'echo stopped >ended; exit 130' TERM\nfor i in $(seq 200); do sleep 0.05; done\necho lived >ended\n")
    script.chmod(0o755)
    runner = tmp_path / "runner.py"
    runner.write_text(f"import sys\nsys.path.insert(0, {str(PACKAGE)!r})\nfrom overtile_spark import program, stopping\nstopping.heed()\n"
                      f"try:\n    sys.exit(program.run([{str(script)!r}], sys.argv[1:]))\nexcept stopping.Stopped:\n    sys.exit(stopping.STOPPED)\n")
    for shown in [], ["/a", "b"]:
        for number, status in [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGTERM, 130), (signal.SIGINT, 130), (signal.SIGHUP, 130)]:
            for name in ("pid", "ended"):
                (tmp_path / name).unlink(missing_ok=True)
            process = subprocess.Popen([sys.executable, runner, *shown], cwd=tmp_path)
            deadline = time.monotonic() + 30
            while not (tmp_path / "pid").exists() and time.monotonic() < deadline:
                time.sleep(0.02)
            time.sleep(0.1)
            process.send_signal(number)
            assert process.wait(30) == status
            while not (tmp_path / "ended").exists() and time.monotonic() < deadline:
                time.sleep(0.02)
            time.sleep(0.05)
            assert (tmp_path / "ended").read_text() == "stopped\n"


def test_errors_that_follow_from_a_signal(tmp_path, monkeypatch, capsys):
    """A signal to the whole group ends the JVM as well: what Python finds broken then is no failure of the build."""
    sys.path.insert(0, str(PACKAGE))
    from overtile_spark import __main__ as package, stopping
    (tmp_path / "p.yaml").write_text("")

    class Gone:
        def stop(self):
            raise ConnectionRefusedError(111, "Connection refused")

    def broken(options, ending):
        ending.callback(package.end, Gone())
        try:
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(1)
        finally:
            raise ConnectionRefusedError(111, "Connection refused")

    monkeypatch.setattr(package, "run", lambda options, further, ending: broken(options, ending))
    monkeypatch.setattr(stopping, "asked", False)
    assert package.main(["build", str(tmp_path / "p.yaml")]) == 130
    assert "stopped on request" in capsys.readouterr().err


@pytest.mark.parametrize("words, status, message", [
    (["--accept-gate", "bounds"], 64, "did you mean --accept-gates?"),
    (["--parts", "parts"], 64, "--parts: the executors make the parts here"),
    (["--exchange", "none"], 73, "--exchange: there is no folder none"),
    (["--carry", "--exchange", "."], 64, "not allowed with argument --carry"),
    (["--class-archives", ".", "--no-class-archives"], 64, "not allowed with argument --class-archives"),
    (["--class-archives", "p.yaml"], 73, "--class-archives: p.yaml is not a folder"),
    (["--threads", "0"], 64, "0 is not a number of at least 1"),
])
def test_mistakes_that_are_found_before_there_is_a_session(words, status, message, tmp_path, monkeypatch, capsys):
    sys.path.insert(0, str(PACKAGE))
    from overtile_spark import __main__ as package
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.yaml").write_text("")
    monkeypatch.setattr(package, "session", lambda *_: pytest.fail("a session was started"))
    try:
        ended = package.main(["build", "p.yaml", "--program", str(OVERTILE), *words])
    except SystemExit as exit:
        ended = exit.code
    assert ended == status and message in capsys.readouterr().err


def test_a_worker_without_the_program():
    sys.path.insert(0, str(PACKAGE))
    from overtile_spark import __main__ as package, program
    with pytest.raises(FileNotFoundError) as error:
        program.find("no-such-program")
    java = f"An error occurred\n\tat x\nFileNotFoundError: {error.value}\n\tat y"
    assert package.status(Exception(java)) == (69, str(error.value).replace(program.MISSING, "there is no such program on a worker"))


def test_a_program_that_must_not_be_executed(tmp_path):
    sys.path.insert(0, str(PACKAGE))
    from overtile_spark import __main__ as package, program
    (tmp_path / "overtile").write_text("#!/bin/sh\n")
    with pytest.raises(FileNotFoundError, match="chmod [+]x") as error:
        program.find(str(tmp_path / "overtile"))
    assert package.status(Exception(f"\tat x\nFileNotFoundError: {error.value}\n\tat y")) == (69, str(error.value))
