"""Common mistakes: messages without the program's internals, that name the argument and the probable intention."""
import os
import re
import shutil
import subprocess

import pytest

from conftest import OVERTILE, overtile
from failing import good_bundle, pipeline

# Names of Swift cases, calls and types: cannotOpen: ..., notABundle("x"), Optional(3).
INSIDES = re.compile(r"\b[a-z]+[A-Z][A-Za-z]*[(:] |\b[a-z]+[A-Z][A-Za-z]*\(|\bOptional\(|\bError\.|Swift\.|\.overtile-\d|\.partial\b")
CAMERA = "--camera=10,10,3 --viewport=390x844"

MISTAKES = """
buld good.yaml|inspect otu|inspect out/bundle/z0.pmtiles|inspect fifo|inspect text|inspect zero|inspect dangling
inspect cut.pmtiles|inspect noise.mbtiles|tile otu 0/0/0|tile out/bundle 9/0/0|tile out/bundle 0/0/0 -o no/x
tile out/bundle 0/0/0 -o text/x|tile out/bundle 0/0/0 -o empty|tile out/bundle 0/0/0 --layer nope|tile out/bundle
tile fifo 0/0/0|tile fifo --all|tile noise.mbtiles 0/0/0|decode text|decode nope 0/0/0|decode out 0/0/0
decode zero 0/0/0 -o no/x|decode fifo 0/0/0|diff fifo fifo|patch fifo fifo --output p
patch out/bundle out/bundle --output no/dir/p|patch out/bundle nope --output p
patch out/bundle out/bundle --output text|apply out/bundle text --output new|apply out/bundle nope --output new
apply out/bundle fifo --output new|diff out/bundle nope|diff out/bundle text|diff out/bundle empty
diff out/bundle lacking|diff out/bundle linked|diff out/bundle broken|verify otu|verify empty|verify text|verify fifo
verify broken|verify lacking|overlays otu CAMERA|overlays out/bundle CAMERA --layer nope|overlays fifo CAMERA
members out/bundle --cluster 1|members otu --cluster 1|members out/bundle --cluster 1 --layer nope|build nope.yaml
build empty|build text|check fifo|build good.yaml --output text|build good.yaml --output text/x
build good.yaml --output /proc/x|build good.yaml --output /dev/null|build good.yaml --output dangling
build good.yaml --output linked|build good.yaml --output new --metrics no/m
build good.yaml --output new --metrics empty|build good.yaml --output new --metrics text|build good.yaml --memory 1
build good.yaml --threads 0|build good.yaml --output new --memory lots|build good.yaml --accept-gates nope
build good.yaml --otput x|build|check mistyped.yaml|check root.yaml|camera zoom --span nan --viewport 390x844
camera fit --geojson nope --viewport 390x844|camera fit --geojson text --viewport 390x844
camera fit --geojson empty --viewport 390x844|camera zom|schema extra
"""
ADDRESSES = [f"tile out/bundle {address}" for address in (
    "2/4/0", "32/0/0", "2/3", "a/b/c", "2/0/-1", "1/0/0/0", "99999999999999999999/0/0")]

# What the messages about some of them say: what is wrong and what was meant.
SAID = {
    "buld good.yaml": 'unknown subcommand "buld". Did you mean "build"?',
    "diff out/bundle out/bundle/z00.pmtiles": "it is an archive, not the folder of a bundle",
    "serve name=out/bundel": "out/bundel is not a bundle: no such file or folder",
    "serve out/bundle/z01.pmtiles": "it is an archive, not the folder of a bundle",
    "serve good.yaml": "it is a pipeline; run `overtile build` to build its bundle, or `overtile preview` to view it",
    "serve text": "text is not a bundle: it is a regular file, not the folder of a bundle",
    "serve out/bundle --port -1": "The value '-1' is invalid for '--port",
    "preview out/bundle --no-open --maplibre text": "cannot read text/maplibre-gl.js: Not a directory",
    "check mistyped.yaml": 'did you mean "points.geojson"?',
    "tile out/bundle 2/4/0": "2/4/0 is not a valid tile address: expected zoom/column/row",
    "tile out/bundle 2/0/-1": "2/0/-1 is not a valid tile address: expected zoom/column/row",
    "tile out/bundle 32/0/0": "zooms are 0 to 31",
    "tile out/bundle 2/3": "expected zoom/column/row, such as 3/4/2",
    "tile out/bundle 0/0/0 -o no/x": "the folder no does not exist; create it, or choose a different output path",
    "decode zero 0/0/0 -o no/x": "the folder no does not exist; create it, or choose a different output path",
    "patch out/bundle out/bundle --output no/dir/p": "the folder no/dir does not exist; create it, or choose a different output path",
    "build good.yaml --output linked": "linked contains a symbolic link named z01.pmtiles, which its manifest does not list",
    "check root.yaml": "the output is the root of the file system, which cannot be replaced. Choose a different path",
    "verify fifo": "fifo is a named pipe, not a regular file or a folder",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mistakes")
    good_bundle(folder)
    pipeline(folder, "mistyped.yaml", source={"path": "pionts.geojson"}, output={"path": "new"})
    pipeline(folder, "root.yaml", output={"path": "/"})
    (folder / "text").write_text("hi\n")
    (folder / "zero").touch()
    (folder / "empty").mkdir()
    os.mkfifo(folder / "fifo")
    (folder / "dangling").symlink_to("nowhere")
    (folder / "cut.pmtiles").write_bytes((folder / "out/bundle/z00.pmtiles").read_bytes()[:100])
    (folder / "noise.mbtiles").write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 16)
    for name in ("lacking", "linked", "broken"):
        shutil.copytree(folder / "out/bundle", folder / name)
    (folder / "lacking/z01.pmtiles").unlink()
    (folder / "linked/z01.pmtiles").rename(folder / "moved")
    (folder / "linked/z01.pmtiles").symlink_to("../moved")
    (folder / "broken/bundle.json").write_text("{")
    return folder


def mistake(folder, text, **options):
    """Makes a mistake; nothing of the folder may change by it."""
    return overtile(*text.replace("CAMERA", CAMERA).split(), cwd=folder, timeout=60, **options)


@pytest.mark.parametrize("text", [*dict.fromkeys(
    [one for line in MISTAKES.split("\n") for one in line.split("|") if one] + ADDRESSES + [*SAID])])
def test_messages_have_no_insides_and_say_what_was_meant(text, folder):
    before = sorted(folder.iterdir())
    run = mistake(folder, text)
    message = run.stderr.decode()
    assert SAID.get(text, "") in message
    message += run.stdout.decode() if text.startswith("verify") else ""
    # A pipe in place of a file is an input that cannot be read.
    codes = [66] if "fifo" in text else [64] if text in ADDRESSES else (64, 65, 66, 73, 78)
    assert run.returncode in codes, message
    assert message.strip() and not INSIDES.search(message), message
    assert sorted(folder.iterdir()) == before


WRITERS = ["inspect out/bundle", "inspect out/bundle --json", "tile out/bundle 0/0/0", "tile out/bundle --all", "verify out/bundle",
           "diff out/bundle out/bundle", "schema", "--version", "--help", "check good.yaml", f"overlays out/bundle {CAMERA}",
           "camera zoom --span 1 --viewport 390x844", "build good.yaml --output new/b --json"]


@pytest.mark.parametrize("number, text", list(enumerate(WRITERS)))
def test_a_reader_that_has_gone_is_a_failed_write(number, text, folder):
    """By turns with the default action of SIGPIPE, as in a shell, and with SIGPIPE ignored."""
    reader, writer = os.pipe()
    os.close(reader)
    run = subprocess.run([OVERTILE, *text.split()], cwd=folder, stdout=writer, stderr=subprocess.PIPE, timeout=60,
                         restore_signals=number % 2 == 0)
    os.close(writer)
    assert run.returncode == 74 and b"standard output" in run.stderr, (run.returncode, run.stderr)
    shutil.rmtree(folder / "new", ignore_errors=True)


def test_numbers_agree_with_their_nouns(folder):
    for words in (["verify", "out/bundle"], ["check", "good.yaml"]):
        run = overtile(*words, cwd=folder)
        text = (run.stdout + run.stderr).decode()
        assert "(s)" not in text and not re.search(r"\b1 (files|tiles|entries|members|features)\b", text), text
    assert "1 file," in text


def metrics(folder, place):
    return overtile("build", folder / "good.yaml", "--output", folder / "out/bundle", "--quiet", "--metrics", place)


def test_metrics_replace_metrics_of_ours_alone(tmp_path):
    good_bundle(tmp_path)
    place = tmp_path / "m.prom"
    for text in "", "up 1\n", "# HELP up Whether it is up.\n", "# HELP overtil":
        place.write_text(text)
        run = metrics(tmp_path, place)
        assert run.returncode == 73 and b"m.prom is" in run.stderr and place.read_text() == text, run.stderr
    place.unlink()
    for _ in range(2):
        assert metrics(tmp_path, place).returncode == 0 and place.read_text().startswith("# HELP overtile_")


def test_a_log_of_others_is_no_ledger_and_one_of_ours_is_replaced(tmp_path):
    good_bundle(tmp_path)
    place = tmp_path / "out/bundle.ledger.jsonl"
    for text in ('{"action":"opened","byteOffset":1,"code":"not-valid","file":"x"}\n', '{"action":"rejected","user":"me"}\n',
                 '{"action":"rejected","byteOffset":1,"code":"payment","file":"x"}\n', '{"action":""}\n', '{"action":"rejected'):
        place.write_text(text)
        run = overtile("build", tmp_path / "good.yaml", "--output", tmp_path / "out/bundle")
        assert run.returncode == 73 and place.read_text() == text, run.stderr
    place.unlink()
    (tmp_path / "points.geojson").write_text((tmp_path / "points.geojson").read_text().replace("[10.1,", '["a",', 1))
    wrong = pipeline(tmp_path, "wrong.yaml", source={"onInvalid": "skip", "maxRejected": 5})
    for _ in range(2):
        run = overtile("build", wrong, "--output", tmp_path / "out/bundle")
        assert run.returncode == 0 and place.exists(), run.stderr
