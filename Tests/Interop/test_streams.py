"""The standard streams: full, closed, without a reader, closed at the start; and the output to them."""
import json
import os
import shutil
import signal
import subprocess
import time

import pytest

from bundle import contents
from conftest import OVERTILE, ROOT, collection, overtile, point, write_pipeline
from failing import good_bundle, leftovers

QUICKSTART = ROOT / "Pipelines/quickstart.yaml"


def run(words, redirection, setup="", **options):
    """Runs the program in a shell that redirects its streams."""
    command = " ".join(["exec", str(OVERTILE), *(f"'{word}'" for word in words), redirection])
    return subprocess.run(["sh", "-c", f"{setup} {command}"], capture_output=True, timeout=120, **options)


def data_commands(folder, bundle):
    """Every command that writes to standard output, by name."""
    return {
        "version": ["--version"], "help": ["--help"], "build help": ["build", "--help"], "schema": ["schema"],
        "completion": ["--generate-completion-script", "bash"],
        "check": ["check", folder / "good.yaml"], "check json": ["check", folder / "good.yaml", "--json"],
        "build": ["build", folder / "good.yaml", "--output", folder / "fresh", "--json"],
        "dry run": ["build", folder / "good.yaml", "--dry-run", "--json"],
        "verify": ["verify", bundle], "verify json": ["verify", bundle, "--json"],
        "diff": ["diff", bundle, bundle], "diff json": ["diff", bundle, bundle, "--json"],
        "patch": ["patch", bundle, bundle, "--output", folder / "a.patch", "--json"],
        "inspect": ["inspect", bundle], "inspect json": ["inspect", bundle, "--json"],
        "tile": ["tile", bundle, "0/0/0"], "tiles": ["tile", bundle, "--all"],
        "overlays": ["overlays", bundle, "--camera=50,10,2", "--viewport=500x500"],
        "camera": ["camera", "zoom", "--z512", "3", "--latitude", "1", "--viewport", "3x3"],
        "camera json": ["camera", "zoom", "--z512", "3", "--latitude", "1", "--viewport", "3x3", "--json"],
    }


COMMANDS = list(data_commands(ROOT, ROOT))


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    """A folder with a pipeline and its bundle."""
    folder = tmp_path_factory.mktemp("good")
    good_bundle(folder)
    return folder


@pytest.mark.parametrize("name", COMMANDS)
def test_lost_standard_output_is_74(good, name):
    words = data_commands(good, good / "out/bundle")[name]
    for redirection in "> /dev/full", ">&-":
        shutil.rmtree(good / "fresh", ignore_errors=True)
        lost = run(words, redirection)
        assert lost.returncode == 74, (name, lost.returncode, lost.stderr)
        assert b"standard output" in lost.stderr
        if name == "build":
            assert b"published" in lost.stderr and (good / "fresh/bundle.json").exists()


def test_members_too(quickstart):
    shown = overtile("overlays", quickstart.folder, "--camera=52,5,3", "--viewport=2000x2000").stdout
    cluster = next(feature for feature in json.loads(shown)["features"] if feature["properties"].get("cluster"))
    words = ["members", quickstart.folder, "--cluster", cluster["id"], "--layer", "airports"]
    assert overtile(*words).returncode == 0
    assert run(words, "> /dev/full").returncode == 74


@pytest.mark.parametrize("redirection", ["2> /dev/full", "2>&-"])
@pytest.mark.parametrize("format", ["text", "json"])
def test_lost_messages_lose_nothing_else(tmp_path, redirection, format):
    before = good_bundle(tmp_path)
    words = ["build", tmp_path / "good.yaml", "--output", tmp_path / "out/bundle", "--log-format", format]
    assert run(words, redirection).returncode == 0
    assert leftovers(tmp_path / "out") == []
    assert contents(tmp_path / "out").keys() == before.keys()
    wrong = run(["build", tmp_path / "missing.yaml", "--log-format", format], redirection)
    assert wrong.returncode == 66
    assert run(["nonsense"], redirection).returncode == 64
    assert run(["verify", tmp_path / "missing"], redirection).returncode == 66


def test_a_reader_that_went_while_sigpipe_is_ignored(tmp_path):
    good_bundle(tmp_path)
    reader, writer = os.pipe()
    os.close(reader)
    words = [OVERTILE, "build", tmp_path / "good.yaml", "--output", tmp_path / "out/bundle"]
    # Python leaves SIGPIPE ignored in its children only if it is told not to restore it.
    done = subprocess.run(words, stderr=writer, stdout=subprocess.DEVNULL, restore_signals=False, timeout=120)
    assert done.returncode == 0 and leftovers(tmp_path / "out") == []


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&-", "<&- >&- 2>&-"])
def test_streams_closed_at_the_start_are_never_files(tmp_path, closed):
    """A file that the program opens must not get the number of a closed stream, and messages into it."""
    before = good_bundle(tmp_path)
    words = ["build", tmp_path / "good.yaml", "--output", tmp_path / "out/bundle", "--metrics", tmp_path / "m.prom"]
    assert run(words, closed).returncode == 0
    after = contents(tmp_path / "out")
    assert {name: after[name] for name in before if "report" not in str(name)} == {
        name: before[name] for name in before if "report" not in str(name)}
    assert (tmp_path / "m.prom").read_text().startswith("# HELP overtile_")


def waiting(tmp_path, **options):
    """A run that reads standard input and waits for more of it; the process, once its staging is there."""
    good_bundle(tmp_path)
    write_pipeline(tmp_path / "stdin.yaml", {"points": {"path": "-"}},
                   {"points": {"source": "points", "kind": "cluster", "zooms": "0-4"}})
    words = [OVERTILE, "build", tmp_path / "stdin.yaml", "--output", tmp_path / "out/bundle"]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stderr=options.pop("stderr", subprocess.PIPE), **options)
    process.stdin.write(collection([point(1, 1)])[:-2].encode())
    process.stdin.flush()
    until = time.monotonic() + 60
    while not leftovers(tmp_path / "out"):
        assert time.monotonic() < until and process.poll() is None
        time.sleep(0.02)
    return process


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGPIPE, signal.SIGTERM, signal.SIGINT], ids=lambda n: n.name)
def test_signals_clean_up(tmp_path, number):
    process = waiting(tmp_path)
    process.send_signal(number)
    assert process.wait(timeout=60) == 130
    assert leftovers(tmp_path / "out") == []
    assert b"stopped" in process.stderr.read()


def test_a_hangup_is_ignored_under_nohup(tmp_path):
    process = waiting(tmp_path, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    process.send_signal(signal.SIGHUP)
    time.sleep(0.5)
    assert process.poll() is None
    process.stdin.write(b"]}")
    process.stdin.close()
    assert process.wait(timeout=60) == 0


def test_a_reader_of_messages_that_goes_stops_a_run_in_good_order(tmp_path):
    """With the default action of SIGPIPE, a run whose messages nobody reads any more ends as if by SIGTERM."""
    reader, writer = os.pipe()
    process = waiting(tmp_path, stderr=writer, env=dict(os.environ, OVERTILE_PROGRESS_SECONDS="0"))
    os.close(writer)
    os.close(reader)
    more = b"," + b",".join(json.dumps(point(i % 90, i % 80)).encode() for i in range(10000))
    try:
        for _ in range(1000):
            process.stdin.write(more)
    except BrokenPipeError:
        pass
    assert process.wait(timeout=60) == 130
    assert leftovers(tmp_path / "out") == []


UNSAFE = "a\x1b[31m\u202egnp\u2066\u200f\x7f\x85z"


def test_names_do_not_move_the_terminal(tmp_path):
    name = UNSAFE + "\nx"
    (tmp_path / name).write_text("{")
    write_pipeline(tmp_path / "p.yaml", {"points": {"path": "*x"}},
                   {"points": {"source": "points", "kind": "cluster", "zooms": "0-1"}})
    for words in (["build", tmp_path / "p.yaml"], ["build", tmp_path / "p.yaml", "--log-format", "json"],
                  ["check", tmp_path / "p.yaml"], ["verify", tmp_path / name], ["inspect", tmp_path / name],
                  ["diff", tmp_path / name, tmp_path / name], ["build", tmp_path / (name + "missing")],
                  ["decode", tmp_path / (name + "missing")], ["nonsense" + UNSAFE], ["build", "a", "--" + UNSAFE]):
        found = overtile(*words)
        assert found.returncode >= 64
        text = found.stderr.decode() + found.stdout.decode()
        assert text and not set(text) & set("\x1b\u202e\u2066\u200f\x7f\x85"), (words, text)
        if words[0] == "build" and "--log-format" in words:
            for line in found.stderr.splitlines():
                json.loads(line)


@pytest.mark.parametrize("words", [["build", b"caf\xe9.yaml"], ["check", b"\xff"], ["inspect", b"a\xc3"],
                                   ["build", "x.yaml", b"--output=\xed\xa0\x80"]], ids=repr)
def test_arguments_that_are_not_utf8_are_rejected(words):
    found = subprocess.run([str(OVERTILE).encode(), *words], capture_output=True, timeout=60)
    assert found.returncode == 64
    assert b"is not valid UTF-8" in found.stderr and b"\\x" in found.stderr
    found.stderr.decode("ascii")


def test_a_tile_goes_out_whole_into_a_pipe_that_does_not_wait(tmp_path, quickstart):
    """A pipe that its other side has made non-blocking."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    process = subprocess.Popen([OVERTILE, "tile", quickstart.folder, "--all"], stdout=writer)
    os.close(writer)
    time.sleep(0.5)
    with os.fdopen(reader, "rb") as stream:
        text = stream.read()
    assert process.wait(timeout=60) == 0
    assert text == overtile("tile", quickstart.folder, "--all").stdout


def test_names_of_local_files_stay_out_of_the_manifest(tmp_path):
    """A system that names files of this machine: the manifest has their names, not their folders."""
    (tmp_path / "points.geojson").write_text(collection([point(1, 1)]))
    crs = (f'GEODCRS["{tmp_path}/my own.prj",DATUM["{tmp_path}/own",ELLIPSOID["bessel",6377397.155,299.1528128]],'
           'CS[ellipsoidal,2],AXIS["longitude",east],AXIS["latitude",north],ANGLEUNIT["degree",0.0174532925199433]]')
    write_pipeline(tmp_path / "p.yaml", {"points": {"path": "points.geojson", "crs": crs}},
                   {"points": {"source": "points", "kind": "cluster", "zooms": "0-1"}})
    built = overtile("build", tmp_path / "p.yaml", "--output", tmp_path / "out", "--quiet")
    assert built.returncode == 0, built.stderr
    manifest = (tmp_path / "out/bundle.json").read_text()
    assert str(tmp_path) not in manifest and "my own.prj" in manifest
