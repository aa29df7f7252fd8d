"""Files that are none of a command's business: surveys of them, and a tracer that notes every change in the file system.

A bystander is anything that was in a trial's folder before the command ran and is not its own: not an earlier output of
the same command that a person has named again. None may change: kind, mode, inode, time, content or target of a link.
Anything that comes into being must be an output that the command documents.
"""
import os
import re
import stat
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

KINDS = {stat.S_IFREG: "file", stat.S_IFDIR: "folder", stat.S_IFLNK: "link", stat.S_IFIFO: "pipe"}
# The files beside an output NAME: records of runs, the lock, staging, and files that are not whole yet.
BESIDE = (r"\.?{name}(\.rejected)?\.(report\.json|ledger\.jsonl(\.gz)?|quarantine\.[^/]+\.geojsons(\.gz)?)(\.\d+)?(\.partial)?",
          r"{name}\.failed\.(report\.json|ledger\.jsonl(\.gz)?|quarantine\.[^/]+\.geojsons(\.gz)?)(\.\d+)?(\.partial)?",
          r"\.{name}(\.rejected)?\.overtile-[a-z]+(-[0-9a-z]+)*", r"\.{name}(\.rejected)?-stopped")
# The forms of a file: itself, one that is not whole yet, and that of a failed run.
UNFINISHED = (r"{name}", r"\.?{name}\.(\d+\.)?partial", r"\.?{name}\.overtile-\d+(\.partial)?")
# Devices that anybody writes to.
DEVICES = {"/dev/null", "/dev/tty"}


@dataclass(frozen=True)
class State:
    """The state of an entry that must not change."""

    kind: str
    mode: int
    number: int
    changed: int | None
    content: bytes | str | None

    def __str__(self):
        content = self.content[:40] if self.content is not None else ""
        return f"{self.kind} {self.mode:o}, inode {self.number}, changed {self.changed}, {content!r}"


def look(path):
    """The state of an entry itself. A folder's time changes with what is made in it, so it does not count."""
    status = os.lstat(path)
    kind = KINDS.get(stat.S_IFMT(status.st_mode), "other")
    content = Path(path).read_bytes() if kind == "file" else os.readlink(path) if kind == "link" else None
    time = None if kind == "folder" else status.st_mtime_ns
    return State(kind, stat.S_IMODE(status.st_mode), status.st_ino, time, content)


def survey(root):
    """The state of everything below a folder, itself included, by absolute path. Links are not followed."""
    found = {str(root): look(root)}
    folders = [str(root)]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                found[entry.path] = look(entry.path)
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
    return found


def resolved(path):
    """The real path of an entry: its folder's links followed, its own not."""
    path = str(path).rstrip("/") or "/"
    if os.path.basename(path) in ("", ".", ".."):
        return os.path.realpath(path)
    return os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))


@dataclass
class Outputs:
    """The paths that a command may make or change, and those that it may replace."""

    # Whole folders, and the entries beside them that carry their names; single files.
    folders: set = field(default_factory=set)
    beside: set = field(default_factory=set)
    files: set = field(default_factory=set)
    # Earlier outputs that exist there; no foreign files.
    own: set = field(default_factory=set)

    def bundle(self, path):
        """A bundle or folder of releases at a path, which is read both as the system and as a person would."""
        for place in {resolved(path), os.path.realpath(path), resolved(os.path.normpath(path))}:
            self.folders.add(place)
            self.beside.add(place)

    def file(self, path):
        """A file at a path."""
        self.files |= {resolved(path), resolved(os.path.normpath(path))}

    def allow(self, path):
        """Whether something may be made at an unused path."""
        folder, name = os.path.split(path)
        if any(path == place or path.startswith(place + "/") for place in self.folders):
            return True
        for patterns, places in (BESIDE, self.beside), (UNFINISHED, self.files):
            for place in places:
                parent, stem = os.path.split(place)
                inner = path[len(parent) + 1:].split("/")[0] if path.startswith(parent + "/") else None
                isFile = patterns is UNFINISHED
                # Staging folders have entries; files have none.
                if inner and (not isFile or folder == parent) and any(
                        re.fullmatch(pattern.format(name=re.escape(stem)), inner, re.S) for pattern in patterns):
                    return True
        # Folders on the way to an output.
        return any(place.startswith(path + "/") for place in self.folders | self.files | self.beside)


def harms(before, after, events, outputs, scratch):
    """The changes to bystanders by a command, in words: first from the surveys, then from the tracer."""
    found = []
    for path, state in before.items():
        if path in outputs.own:
            continue
        now = after.get(path)
        if now != state:
            found.append(f"{path} was {state}; now it is {now or 'gone'}")
    for path in after.keys() - before.keys():
        if not outputs.allow(path):
            found.append(f"{path} was made: {after[path]}")
    for word, path in events:
        if path in DEVICES or path.startswith((scratch + "/", "/proc/", "pipe:")):
            continue
        if path in before and path not in outputs.own and before[path].kind != "folder":
            # A lock is read before it is recognized.
            if word != "open" or not path.endswith(".overtile-lock"):
                found.append(f"{word} {path}, a bystander")
        elif path in before and path not in outputs.own and word not in ("chmod", "utimes"):
            found.append(f"{word} {path}, a bystander's folder")
        elif path not in before and not outputs.allow(path) and not path.endswith(" (deleted)"):
            found.append(f"{word} {path}, no output")
    return found


def compile_tracer(folder):
    """Compiles the preload library."""
    library = folder / "bystanders.so"
    source = Path(__file__).with_name("bystanders.c")
    subprocess.run(["cc", "-O1", "-fPIC", "-shared", "-o", library, source, "-ldl"], check=True)
    return library


def traced(library, words, cwd, scratch, timeout=120):
    """Runs a command under the tracer; returns the run and the tracer's notes. Temporary files go to a scratch
    folder."""
    log = scratch / "events"
    environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "LD_PRELOAD": str(library),
                   "BYSTANDERS_LOG": str(log), "TMPDIR": str(scratch), "SQLITE_TMPDIR": str(scratch)}
    run = subprocess.run(words, cwd=cwd, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout)
    entries = log.read_bytes().split(b"\0")[:-1] if log.exists() else []
    return run, [tuple(os.fsdecode(entry).split("\t", 1)) for entry in entries]
