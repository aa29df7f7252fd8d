"""No command changes a file that is none of its business, wherever its paths lead; see bystanders.py.

OVERTILE_SEED repeats a run, OVERTILE_TRIALS says how many trials it has, OVERTILE_TRIAL runs the one of that number.
"""
import os
import shutil
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from bystander_trials import Templates, make
from bystanders import Outputs, compile_tracer, harms, survey, traced
from conftest import OVERTILE

SEED = int(os.environ.get("OVERTILE_SEED", 13))
TRIALS = int(os.environ.get("OVERTILE_TRIALS", 150))
ONLY = os.environ.get("OVERTILE_TRIAL")
# A hang is a harm, too.
SECONDS = 60
STATUSES = {0, 1, 64, 65, 66, 69, 73, 74, 75, 78}


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    return compile_tracer(tmp_path_factory.mktemp("tracer"))


@pytest.fixture(scope="module")
def templates(tmp_path_factory):
    return Templates(tmp_path_factory.mktemp("templates"))


def remove(folder):
    """Removes a trial's folder, also what nobody may write."""
    for path, _, _ in os.walk(folder):
        os.chmod(path, stat.S_IRWXU)
    shutil.rmtree(folder)


def watch(program, words, trial, library, scratch):
    """Runs a program in a trial's folder; the run and the harm that it did."""
    scratch.mkdir()
    before = survey(trial.root)
    try:
        run, events = traced(library, [*program, *words], trial.work, scratch, SECONDS)
        found = harms(before, survey(trial.root), events, trial.outputs, str(scratch))
        if run.returncode not in STATUSES:
            found.append(f"it ended with {run.returncode}")
        litter = sorted(path.name for path in scratch.iterdir() if path.name != "events")
        found += [f"it left the temporary file {name}" for name in litter]
    except subprocess.TimeoutExpired as error:
        run, found = error, [f"it did not end in {SECONDS} seconds"]
    shutil.rmtree(scratch)
    return run, found


def report(number, trial, run, found):
    """All that is known of a trial that did harm."""
    configuration = trial.root / "conf/p.yaml"
    lines = [f"trial {number} (OVERTILE_SEED={SEED} OVERTILE_TRIAL={number}): {trial.words}, exit {getattr(run, 'returncode', None)}"]
    lines += [f"  had {note}" for note in trial.notes] + [f"  HARM: {harm}" for harm in found[:8]]
    lines += [f"  and {len(found) - 8} more"] if len(found) > 8 else []
    lines += ["  " + line for line in (run.stderr or b"").decode(errors="replace").splitlines()[:6]]
    if configuration.is_file():
        lines += ["  | " + line for line in configuration.read_text().splitlines()]
    return "\n".join(lines)


def test_no_bystander_is_harmed(templates, library, tmp_path):
    """Any command, any option that takes a path, any path, anything standing in the way."""
    print(f"OVERTILE_SEED={SEED} OVERTILE_TRIALS={TRIALS}")
    ended = []

    def attempt(number):
        trial = make(templates, tmp_path / str(number), f"{SEED}-{number}")
        run, found = watch([str(OVERTILE)], trial.words, trial, library, tmp_path / f"scratch-{number}")
        ended.append((trial.words[0], getattr(run, "returncode", None)))
        words = report(number, trial, run, found) if found else None
        if words:
            # At once, where a long run is watched with -s.
            print(words, flush=True)
        remove(trial.root)
        return words

    with ThreadPoolExecutor(2) as pool:
        reports = [text for text in pool.map(attempt, [int(ONLY)] if ONLY else range(TRIALS)) if text]
    print(f"{len(reports)} of {len(ended)} trials did harm")
    assert not reports, f"{len(reports)} of {len(ended)} trials did harm\n" + "\n\n".join(reports[:12])
    if not ONLY and TRIALS >= 100:
        # The trials are not all rejected at the door.
        done = [command for command, status in ended if status == 0]
        assert len(done) > TRIALS / 5 and {"build", "apply", "tile", "patch"} <= set(done), sorted(ended)


# The harness itself: programs that do harm, each in its own way, and the message about it.
PROGRAMS = {
    "nothing": ("", None),
    "its output": ("os.makedirs('out/z'); open('out/z/tile', 'w').write('x'); open('out.report.json', 'w').write('{}')", None),
    "staged output": ("os.mkdir('.out.overtile-staging'); open('.out.overtile-staging/a', 'w'); "
                      "os.rename('.out.overtile-staging', 'out')", None),
    "a temporary file": ("file = tempfile.NamedTemporaryFile(); file.write(b'x')", None),
    "deletes": ("os.unlink('notes.txt')", "notes.txt was file"),
    "deletes a tree": ("shutil.rmtree('folder')", "folder/inner/photo.jpg was file"),
    "deletes a link": ("os.unlink('dangling')", "dangling was link"),
    "deletes a pipe": ("os.unlink('pipe')", "pipe was pipe"),
    "deletes an empty folder": ("os.rmdir('empty')", "empty was folder"),
    "moves": ("os.rename('notes.txt', 'out')", "notes.txt was file"),
    "writes": ("open('notes.txt', 'a').write('x')", "notes.txt was file"),
    "writes and hides the time": ("t = os.stat('notes.txt'); open('notes.txt', 'r+').write('That'); "
                                  "os.utime('notes.txt', ns=(t.st_atime_ns, t.st_mtime_ns))", "notes.txt was file"),
    "replaces with a copy": ("shutil.copy2('notes.txt', 'out'); os.rename('out', 'notes.txt')", "notes.txt was file"),
    "writes through a link": ("open('link', 'w').write('x')", "notes.txt was file"),
    "writes through a hard link": ("open('hard.txt', 'w').write('x')", "notes.txt was file"),
    "writes far away": ("open('far/target.txt', 'w').write('x')", "elsewhere/deep/target.txt was file"),
    "changes a mode": ("os.chmod('notes.txt', 0o600)", "notes.txt was file"),
    "changes a folder's mode": ("os.chmod('folder', 0o700)", "folder was folder"),
    "turns a link": ("os.unlink('link'); os.symlink('folder', 'link')", "link was link"),
    "makes something": ("open('stray', 'w')", "work/stray was made"),
    "makes something above": ("os.mkdir('../stray')", "stray was made"),
    "makes something in a folder": ("open('folder/out', 'w')", "folder/out was made"),
    "makes it beside nobody": ("open('other.report.json', 'w')", "other.report.json was made"),
    # Changes that only the tracer can see: nothing of them is left.
    "puts back": ("t = os.stat('notes.txt'); d = open('notes.txt').read(); open('notes.txt', 'w').write(d); "
                  "os.utime('notes.txt', ns=(t.st_atime_ns, t.st_mtime_ns))", "truncate {work}/notes.txt"),
    "moves and back": ("os.rename('notes.txt', 'out'); os.rename('out', 'notes.txt')", "rename-from {work}/notes.txt"),
    "moves a folder and back": ("os.rename('folder', 'out'); os.rename('out', 'folder')", "rename-from {work}/folder"),
    "makes and removes": ("open('stray', 'w'); os.unlink('stray')", "stray, no output"),
    "by a raw call": ("ctypes.CDLL(None).syscall(316, -100, b'notes.txt', -100, b'link', 2); "
                      "ctypes.CDLL(None).syscall(316, -100, b'notes.txt', -100, b'link', 2)", "rename-from {work}/notes.txt"),
    "leaves a temporary file": ("tempfile.mkstemp()", "it left the temporary file"),
    "crashes": ("os.kill(os.getpid(), 11)", "it ended with -11"),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_harm_is_noticed(name, templates, library, tmp_path):
    program, harm = PROGRAMS[name]
    trial = make(templates, tmp_path / "trial", "self-test")
    trial.outputs = Outputs()
    trial.outputs.bundle(trial.work / "out")
    text = "import ctypes, os, shutil, tempfile\n" + program.replace("; ", "\n")
    # -E and -s: Python looks for nothing of its own beside the bystanders.
    _, found = watch([sys.executable, "-I", "-B", "-c", text], [], trial, library, tmp_path / "scratch")
    # The scratch folder's own test file, which Python makes to find a folder for temporary files.
    if harm is None:
        assert found == []
    else:
        assert any(harm.format(work=trial.work) in line for line in found), found


def test_an_earlier_output_may_change(templates, library, tmp_path):
    """The command's own files are distinguished from foreign files in the same folder."""
    trial = make(templates, tmp_path / "trial", "self-test")
    bundle = trial.work / "out"
    shutil.copytree(templates.bundle("pmtiles", "a"), bundle)
    trial.outputs = Outputs(own=set(survey(bundle)))
    trial.outputs.bundle(bundle)
    text = "import os, shutil\nshutil.rmtree('out')\nos.mkdir('out')"
    (bundle / "todo.txt").write_text("somebody's")
    _, found = watch([sys.executable, "-I", "-B", "-c", text], [], trial, library, tmp_path / "scratch")
    assert found and all("out/todo.txt" in line for line in found), found
    _, found = watch([sys.executable, "-I", "-B", "-c", text], [], trial, library, tmp_path / "again")
    assert found == []
