"""`make install` and `make uninstall`: the program, its completions and its manual pages, by a binary that is there already."""
import json
import os
import shutil
import subprocess

import pytest

from conftest import OVERTILE, ROOT

SHARE = "usr/local/share"
COMPLETIONS = {"bash": f"{SHARE}/bash-completion/completions/overtile", "zsh": f"{SHARE}/zsh/site-functions/_overtile",
               "fish": f"{SHARE}/fish/vendor_completions.d/overtile.fish"}


def make(target, folder):
    # The binary is used unchanged, whatever its age.
    words = ["make", "-o", "build", target, f"OVERTILE={OVERTILE}", f"DESTDIR={folder}", "PREFIX=/usr/local"]
    return subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True)


def commands(command, above=()):
    """The words of every command and subcommand of the program."""
    for below in command.get("subcommands", []):
        yield (*above, below["commandName"])
        yield from commands(below, (*above, below["commandName"]))


@pytest.fixture(scope="module")
def names():
    dump = subprocess.run([OVERTILE, "--experimental-dump-help"], check=True, capture_output=True).stdout
    found = list(commands(json.loads(dump)["command"]))
    assert ("build",) in found and ("camera", "zoom") in found
    return found


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("installed")
    make("install", folder)
    return folder


def test_the_program_runs_from_its_place(installed):
    run = subprocess.run([installed / "usr/local/bin/overtile", "--version"], check=True, capture_output=True, text=True)
    assert run.stdout.startswith("overtile ")


@pytest.mark.parametrize("shell", COMPLETIONS)
def test_completions_name_every_subcommand(shell, installed, names):
    path = installed / COMPLETIONS[shell]
    text = path.read_text()
    # Bash and zsh have a function a command, fish a line. Commands for other programs (`part`) are not offered.
    marks = {words: f"-fa '{words[-1]}'" if shell == "fish" else f"\n_overtile_{'_'.join(words)}()" for words in names
             if words[0] != "part"}
    assert [words for words, mark in marks.items() if mark not in text] == [] and "accept-gates" in text
    # If the shell is installed, it reads the script.
    if shutil.which(shell):
        subprocess.run([shell, "-n", path], check=True)


@pytest.mark.parametrize("typed, offered", [
    (["overtile", "ver"], "verify"), (["overtile", "camera", "re"], "region"), (["overtile", "build", "--dry"], "--dry-run")],
    ids=" ".join)
def test_bash_completes(typed, offered, installed):
    script = f"""shopt -s extglob; source '{installed / COMPLETIONS["bash"]}'
      COMP_WORDS=({' '.join(typed)}); COMP_CWORD={len(typed) - 1}; COMP_LINE='{' '.join(typed)}'; COMP_POINT=${{#COMP_LINE}}
      $(complete -p overtile | sed -E 's/.*-F ([^ ]+).*/\\1/') overtile '{typed[-1]}' '{typed[-2]}'
      printf '%s\\n' "${{COMPREPLY[@]}}" """
    run = subprocess.run(["bash", "-c", script], check=True, capture_output=True, text=True)
    assert offered in [word.strip() for word in run.stdout.splitlines()], run


def test_every_command_has_a_manual_page_that_formats(installed, names):
    folder = installed / SHARE / "man/man1"
    pages = {path.name for path in folder.iterdir()}
    assert pages == {"overtile.1"} | {f"overtile-{'-'.join(words)}.1" for words in names}
    for page in sorted(folder.iterdir()):
        assert page.read_text().splitlines()[2] == f".Dt {page.stem.upper()} 1"
        if shutil.which("groff"):
            run = subprocess.run(["groff", "-mdoc", "-ww", "-z", "-Tutf8", page], check=True, capture_output=True, text=True)
            assert run.stderr == "", page
    text = (folder / "overtile.1").read_text()
    assert "75  another run is writing this bundle" in text and ".Xr overtile-build 1" in text


def test_uninstall_leaves_nothing_of_it_and_what_is_not_ours(tmp_path):
    make("install", tmp_path)
    other = tmp_path / SHARE / "man/man1/other.1"
    other.write_text("not ours")
    make("uninstall", tmp_path)
    assert [path for path in tmp_path.rglob("*") if not path.is_dir()] == [other]


def packages(tmp_path, stubs, *words):
    """Runs `.ci/packages` where only some programs exist, each of which notes how it is called."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("bash", "env", "id", "grep"):
        os.symlink(shutil.which(name), folder / name)
    for name, body in stubs.items():
        (folder / name).write_text(f'#!{shutil.which("bash")}\necho "{name} $*" >>{tmp_path}/calls\n{body}\n')
        (folder / name).chmod(0o755)
    run = subprocess.run([ROOT / ".ci/packages", *words], env={"PATH": str(folder)}, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    calls = tmp_path / "calls"
    return run.stdout, calls.read_text().splitlines() if calls.exists() else []


WORDS = ("libproj-dev", "libgeos-dev", "--", "proj", "geos")


def test_packages_by_apt(tmp_path):
    query = '[ "${@: -1}" = libproj-dev ] && echo "install ok installed"'
    said, calls = packages(tmp_path, {"apt-get": "", "dpkg-query": query, "sudo": '"$@"'}, *WORDS)
    assert said == "installing Debian packages: libgeos-dev\n"
    assert [call for call in calls if call.startswith("apt-get")] == [
        "apt-get update -qq", "apt-get install -y -qq --no-install-recommends libgeos-dev"]


def test_packages_by_homebrew(tmp_path):
    said, calls = packages(tmp_path, {"brew": '[ "$1 $3" != "list geos" ]'}, *WORDS)
    assert said == "installing Homebrew packages: geos\n" and calls[-1] == "brew install --quiet geos"


def test_packages_where_neither_is(tmp_path):
    said, calls = packages(tmp_path, {}, *WORDS)
    assert "neither apt nor Homebrew" in said and "libproj-dev libgeos-dev" in said and calls == []
