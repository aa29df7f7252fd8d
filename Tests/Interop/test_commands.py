"""Sources that are commands: their output is read like a file, and nothing is published unless they succeed."""
import hashlib
import json
import os
import signal
import subprocess
import time

import pytest

from conftest import OVERTILE, SAMPLES, collection, overtile, point, write_pipeline

QUAKES = SAMPLES / "quakes.geojson"
LAYERS = {"quakes": {"source": "quakes", "kind": "cluster", "zooms": "0-3"}}


def pipeline(folder, words, **source):
    return write_pipeline(folder / "pipeline.yaml", {"quakes": {"command": words} | source}, LAYERS)


def shell(folder, script, **source):
    return pipeline(folder, ["sh", "-c", script], **source)


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.fixture(scope="module")
def from_file(tmp_path_factory):
    folder = tmp_path_factory.mktemp("file")
    path = write_pipeline(folder / "pipeline.yaml", {"quakes": {"path": str(QUAKES)}}, LAYERS)
    assert overtile("build", path, "--quiet").returncode == 0
    return files(folder / "bundle")


@pytest.mark.parametrize("words", [["cat", str(QUAKES)], ["sh", "-c", f"gzip < {QUAKES}"],
                                   ["sh", "-c", f"sed -n 2,1001p {QUAKES} | sed 's/,$//' | sort"]],
                         ids=["plain", "gzip", "lines"])
def test_the_bundle_is_that_of_a_file(words, tmp_path, from_file):
    run = overtile("build", pipeline(tmp_path, words), "--threads", "2")
    assert run.returncode == 0, run.stderr.decode()
    assert files(tmp_path / "bundle") == from_file


def test_the_report_says_what_was_read(tmp_path):
    run = overtile("build", pipeline(tmp_path, ["sh", "-c", f"echo mind the gap >&2; cat {QUAKES}"]))
    assert run.returncode == 0 and b"reported: mind the gap" in run.stderr
    command, = json.loads((tmp_path / "bundle.report.json").read_text())["commands"]
    data = QUAKES.read_bytes()
    assert command["bytes"] == len(data) and command["sha256"] == hashlib.sha256(data).hexdigest()
    assert command["lastWords"] == ["mind the gap"] and command["source"] == "quakes"
    assert "gap" not in (tmp_path / "bundle/bundle.json").read_text()


def test_it_runs_beside_the_configuration(tmp_path):
    (tmp_path / "here").mkdir()
    (tmp_path / "here/data.geojson").write_text(collection([point(1, 2)]))
    (tmp_path / "here/export").write_text("#!/bin/sh\nexec cat data.geojson\n")
    (tmp_path / "here/export").chmod(0o755)
    path = pipeline(tmp_path / "here", ["./export"])
    assert overtile("build", path, cwd="/").returncode == 0
    assert overtile("build", "here/pipeline.yaml", cwd=tmp_path).returncode == 0


FAILING = {
    "status": (f"cat {QUAKES}; echo no more rows >&2; exit 3", "exit status 3", "no more rows"),
    "signal": (f"cat {QUAKES}; echo ouch >&2; kill -KILL $$", "signal 9", "ouch"),
    "memory": (f"cat {QUAKES}; echo 'ERROR 2: CPLMalloc(): Out of memory allocating 7 bytes.' >&2; exit 1", "exit status 1",
               "the command reported that memory ran short"),
    "loader": ("echo 'ogrinfo: error while loading shared libraries: libz.so.1: failed to map segment from shared object' >&2; "
               "exit 127", "exit status 127", "the command reported that memory ran short"),
    "cut": (f"head -c 20000 {QUAKES}; echo lost it >&2; exit 1", "exit status 1", "lost it"),
    "time": (f"cat {QUAKES}; echo waiting >&2; sleep 60", "timeout of 1 s", "waiting"),
    "closed": (f"cat {QUAKES}; echo waiting >&2; exec >&-; sleep 60", "timeout of 1 s", "waiting"),
    "stubborn": (f"trap '' TERM; cat {QUAKES}; echo no >&2; exec >&-; while :; do sleep 1; done", "timeout of 1 s", "no"),
    "endless": ("echo on and on >&2; while :; do printf '{\"type\":\"Feature\",\"geometry\":null}\\n'; done",
                "timeout of 0.4 s", "on and on"),
    "silent": ("echo nothing yet >&2; sleep 60", "timeout of 1 s", "nothing yet"),
    "flood": ("yes flooding >&2", "timeout of 0.4 s", "flooding"),
    "usage": ("echo Usage: export FILE; echo which file >&2; exit 2", "exit status 2", "which file"),
    "hostile": ("printf 'a\\033[2Jb\\377c\\n' >&2; exit 1", "exit status 1", "a\\u001b[2Jb"),
}


@pytest.mark.parametrize("name", FAILING)
def test_what_does_not_end_well_is_not_published(name, tmp_path, from_file):
    (tmp_path / "bundle").mkdir()
    for file, data in from_file.items():
        (tmp_path / "bundle" / file).write_bytes(data)
    script, what, words = FAILING[name]
    started = time.monotonic()
    # Those that work all the time have less of it.
    run = overtile("build", shell(tmp_path, script, timeout="0.4s" if "0.4 s" in what else "1s"), "--quiet")
    message = run.stderr.decode()
    # A lack of memory is no fault of the input.
    status = 69 if name in ("signal", "memory", "loader") else 66
    assert run.returncode == status and what in message and words in message, message
    assert len(message) < 10_000 and "\x1b" not in message and time.monotonic() - started < 60
    assert files(tmp_path / "bundle") == from_file
    failure = json.loads((tmp_path / "bundle.failed.report.json").read_text())["failure"]
    assert (tmp_path / "bundle.failed.report.json").stat().st_mode & 0o7 == 0
    assert what in failure and (words in failure or name == "hostile")


@pytest.mark.parametrize("script, words", [("true", "empty"), (f"head -c 20000 {QUAKES}", "end")])
def test_broken_output_of_a_command_that_ends_well(script, words, tmp_path):
    run = overtile("build", shell(tmp_path, script), "--quiet")
    assert run.returncode == 65 and b"command:sh" in run.stderr and words in run.stderr.decode()


def alive(process):
    try:
        state = open(f"/proc/{process}/stat").read().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_run_that_is_stopped_leaves_no_process(number, tmp_path):
    script = "trap '' TERM INT HUP; sleep 60 & echo $$ $! > pids.new; mv pids.new pids; sleep 61"
    run = subprocess.Popen([OVERTILE, "build", shell(tmp_path, script), "--quiet"], stderr=subprocess.PIPE)
    deadline = time.monotonic() + 30
    while not (tmp_path / "pids").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    pids = [int(pid) for pid in (tmp_path / "pids").read_text().split()]
    try:
        run.send_signal(number)
        run.communicate(timeout=30)
        assert run.returncode == (-number if number == signal.SIGKILL else 130)
        # If the process itself is killed, its command ends; the command's children notice when they write.
        gone = pids[:1] if number == signal.SIGKILL else pids
        while any(map(alive, gone)) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert not any(map(alive, gone))
        assert not (tmp_path / "bundle").exists()
    finally:
        for pid in pids:
            if alive(pid):
                os.kill(pid, signal.SIGKILL)


def test_an_early_end_of_the_run_ends_the_command(tmp_path):
    script = "echo $$ > pid; echo '{\"type\":\"FeatureCollection\"}]'; exec sleep 60"
    run = overtile("build", shell(tmp_path, script), "--quiet", timeout=30)
    assert run.returncode == 65
    assert not alive(int((tmp_path / "pid").read_text()))


@pytest.mark.parametrize("words, value, status", [
    *(("build", value, 78) for value in ("off", "no", "0", "", "maybe")), ("build", "on", 0),
    *((words, "off", 78) for words in ("build --dry-run", "check", "check --run-commands")), ("check --run-commands", "on", 0)])
def test_commands_can_be_rejected(words, value, status, tmp_path):
    path = shell(tmp_path, f"touch ran; cat {QUAKES}")
    run = overtile(*words.split(), path, env={"OVERTILE_COMMANDS": value})
    assert run.returncode == status
    if status:
        assert b"OVERTILE_COMMANDS" in run.stderr and not (tmp_path / "ran").exists()


def test_check_lists_and_runs_only_on_request(tmp_path):
    path = shell(tmp_path, f"touch ran; cat {QUAKES}")
    run = overtile("check", path)
    assert run.returncode == 0 and b"not run" in run.stdout and b"cat " in run.stdout
    assert b"0 features checked" in run.stdout and not (tmp_path / "ran").exists()
    run = overtile("check", path, "--run-commands")
    assert run.returncode == 0 and b"1,000 features checked" in run.stdout and (tmp_path / "ran").exists()
    failing = shell(tmp_path, f"cat {QUAKES}; exit 4")
    assert overtile("check", failing, "--run-commands").returncode == 66
    found = json.loads(overtile("check", path, "--json").stdout)["sources"][0]
    assert found["commands"] and not found["ranCommands"]


def test_a_dry_run_runs_commands_and_writes_nothing(tmp_path):
    run = overtile("build", pipeline(tmp_path, ["cat", str(QUAKES)]), "--dry-run")
    assert run.returncode == 0 and [path.name for path in tmp_path.iterdir()] == ["pipeline.yaml"]
    assert overtile("build", shell(tmp_path, f"cat {QUAKES}; exit 1"), "--dry-run").returncode == 66


@pytest.mark.parametrize("command, program, advice", [
    ("build", "ogr2ogr", "gdal-bin"), ("check", "duckdb", "duckdb"), ("build", "./none", "slash"), ("check", "./none", "slash")])
def test_a_missing_program_says_what_to_install(command, program, advice, tmp_path):
    run = overtile(command, pipeline(tmp_path, [program, "x"]), env={"PATH": "/nowhere"})
    assert run.returncode == 69 and advice in run.stderr.decode()


SECRET = "correct-horse-battery"


# Arguments with a secret in each.
HIDDEN = ["PG:host=nowhere password={}", "PG:password='{}' host=x", "postgresql://me:{}@db/places", "https://db/?api_key={}&x=1",
          "Authorization: Bearer {}", "X-Api-Key: {}", "-ume:{}", "--user=me:{}", "https://x/?se=1&sig={}", "Cookie: a={}",
          "https://x/?X-Amz-Signature={}&x=1", "https://h/?key={}", "X-Auth: {}", "CREATE SECRET (TYPE s3, SECRET '{}')"]


# The first and the second half: a report has the last twelve lines of a command, and the first thousand letters of its arguments.
@pytest.mark.parametrize("first", [0, 7])
@pytest.mark.parametrize("fails", [False, True])
def test_passwords_are_never_shown(first, fails, tmp_path):
    secrets = [f"{letter}-{SECRET}" for letter in "abcdefg"]
    texts = HIDDEN[first:first + len(secrets)]
    arguments = [text.format(secret) for text, secret in zip(texts, secrets)]
    # Of a header, its whole value is the secret.
    bare = ["none" if text.endswith(("Bearer {}", " a={}")) else secret for text, secret in zip(texts, secrets)]
    script = f"for bare in $BARE; do echo $bare is in \"$1\" >&2; shift; done; cat {QUAKES}; exit {int(fails)}"
    path = pipeline(tmp_path, ["sh", "-c", script, "sh", *arguments, "--password"])
    shown = b""
    # A check does not run the command.
    for words in [["check"], ["check", "--json"]] * (not fails) + [["build"], ["build", "--json"], ["build", "--log-format", "json"]]:
        run = overtile(words[0], path, *words[1:], env={"BARE": " ".join(bare)})
        assert run.returncode == (66 if fails else 0), run.stderr
        told = run.stdout + run.stderr
        # Each argument. A warning has the last three lines of a command only.
        assert told.count(b"***") >= (3 if words[0] == "build" and not fails else len(secrets)), told.decode()
        shown += told
    files = b"".join(place.read_bytes() for place in tmp_path.rglob("*") if place.is_file() and place != path)
    # Each line has an argument and a secret by itself, but that of one header.
    assert files.count(b"***") >= 2 * len(secrets) - 1 and SECRET.encode() not in shown + files


@pytest.mark.parametrize("command, path", [
    ("check", f"https://u:{SECRET}@h/x"), ("build", f"https://{SECRET}@h/x"), ("check", f"postgresql://maps:{SECRET}@h/db"),
    ("build", f"/vsicurl/https://u:{SECRET}@h/x.gpkg"), ("check", f"PG:postgresql://maps:{SECRET}/x@h/db"),
    ("build", f"PG:postgresql://maps:a@{SECRET}@h/db")])
def test_a_password_in_a_path_is_never_shown(command, path, tmp_path):
    write_pipeline(tmp_path / "p.yaml", {"s": {"path": path}}, {"l": {"source": "s", "kind": "cluster", "zooms": "0-1"}})
    run = overtile(command, tmp_path / "p.yaml")
    assert run.returncode != 0 and SECRET.encode() not in run.stdout + run.stderr, run.stderr


def test_a_run_that_is_stopped_says_so_though_its_command_ends_first(tmp_path):
    for delay in range(8):
        (tmp_path / "ran").unlink(missing_ok=True)
        run = subprocess.Popen([OVERTILE, "build", shell(tmp_path, "touch ran; exec sleep 60"), "--quiet"], stderr=subprocess.PIPE,
                               start_new_session=True)
        while not (tmp_path / "ran").exists():
            time.sleep(0.01)
        time.sleep(delay / 100)
        os.killpg(run.pid, signal.SIGTERM)
        run.communicate(timeout=30)
        assert run.returncode == 130


def test_a_password_in_the_line_of_a_mistake(tmp_path):
    text = f"name: x\nsources:\n  a: {{path: 'PG:password={SECRET}', layer: 5}}\n"
    (tmp_path / "pipeline.yaml").write_text(text)
    run = overtile("check", tmp_path / "pipeline.yaml")
    assert run.returncode == 78 and SECRET.encode() not in run.stderr and b"layer" in run.stderr


def test_wrong_features_of_a_command_are_quarantined(tmp_path):
    wrong = '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":["x"]}}'
    (tmp_path / "data").write_text("\n".join([json.dumps(point(1, 2)), wrong, json.dumps(point(3, 4))]) + "\n")
    path = pipeline(tmp_path, ["cat", "data"], onInvalid="skip", maxRejected=1, quarantine=True)
    assert overtile("build", path).returncode == 0
    entry, = [json.loads(line) for line in (tmp_path / "bundle.ledger.jsonl").read_text().splitlines()]
    assert (entry["file"], entry["line"], entry["index"]) == ("command:cat", 2, 1)
    assert (tmp_path / "bundle.quarantine.quakes.geojsons").read_text().split("\x1e")[1].lstrip() == f"{wrong}\n"


def test_memory_is_bounded(tmp_path):
    path = pipeline(tmp_path, ["cat", str(QUAKES)])
    assert overtile("build", path, "--memory", "64M").returncode == 0


@pytest.mark.parametrize("name", ["./tool", "tool"])
def test_a_program_that_may_not_be_run_is_there_all_the_same(name, tmp_path):
    (tmp_path / "tool").write_text("#!/bin/sh\necho hi\n")
    path = write_pipeline(tmp_path / "p.yaml", {"s": {"command": [name]}}, {"l": {"source": "s", "kind": "cluster"}})
    options = {"env": {"PATH": f"{os.environ['PATH']}:{tmp_path}"}}
    run = overtile("build", path, **options)
    assert run.returncode == 69 and b"is not executable; run chmod +x" in run.stderr and b"no program" not in run.stderr
    (tmp_path / "tool").unlink()
    assert b"there is no program" in overtile("build", path, **options).stderr
    (tmp_path / "tool").mkdir()
    run = overtile("build", path, **options)
    assert run.returncode == 69 and b"is a folder, not a program" in run.stderr, run.stderr
