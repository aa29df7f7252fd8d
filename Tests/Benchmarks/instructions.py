#!/usr/bin/env python3
"""Counts the instructions of a build of points.yaml, by stage and by kind of work: figures without a machine's noise.

    python3 Tests/Benchmarks/instructions.py                      100,000 points; valgrind is to be installed
    python3 Tests/Benchmarks/instructions.py --count 10000        fewer points
    python3 Tests/Benchmarks/instructions.py --program FILE       another build, to compare with
    python3 Tests/Benchmarks/instructions.py --profile FILE       a profile that callgrind has written already

Writes two tables in Markdown to standard output. Nothing fails when a count has grown.

One thread works beside the main one, so that counts hardly differ between runs. Valgrind does not read the debugging
information of Swift, and simulates a processor without instructions for SHA-256: digests cost a tenth of what is
printed. Instructions are not time: the counts do not show that a program waits for memory.
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys

from inputs import made, written_pipeline
from measure import ROOT, fail, say
from tables import table

# The functions of a stage, and those below them that are counted as a stage of their own.
STAGES = [
    ("read, on the main thread", r"PlannedRun\.read\(_:\)", None),
    ("read: parse, reproject and map", r"SourceWorker\.work\(_:_:file:\)", None),
    ("cluster", r"ClusterLayerBuilder\.build\(_:\)", None),
    ("distribute over tiles", r"TilePlan\.jobs\(_:\)", None),
    ("choose the compression", r"CompressionChoice\.choose\(", None),
    ("encode tiles", r"TileWorker\.work\(_:\)", r"TileWorker\.compress\(_:into:\)"),
    ("compress tiles", r"TileWorker\.compress\(_:into:\)", None),
    ("store tiles", r"ArchiveSet\.append\(_:\)", r"ArchiveSet\.close\(\)"),
    ("finish archives, with digests", r"ArchiveSet\.close\(\)", None),
    ("members, with digests", r"MembersFiles\.write\(", None),
]

# By what functions do themselves.
KINDS = [
    ("counting references", r"_?swift_(retain|release|bridgeObject|isUniquelyReferenced|arrayInitWithCopy)|.*HeapObject"),
    ("checking exclusive access", r"swift_(begin|end)Access|swift::runtime::(AccessSet|SwiftTLSContext)"),
    ("allocating", r"malloc|free|_int_|calloc|realloc|swift_(slow|alloc|dealloc)|operator (new|delete)|sysmalloc|unlink_chunk"),
    ("copying and comparing bytes", r"__mem(cpy|move|set|cmp)"),
]
LIBRARIES = [("libdeflate", "libdeflate"), ("libcrypto, without the instructions for SHA-256", "libcrypto")]


class Profile:
    """What callgrind counted: per function what it does itself, and per call what is done in it."""

    def __init__(self, path):
        self.own, self.library = collections.Counter(), {}
        self.calls = []  # caller, callee, instructions
        names, files, at, callee, is_call, library = {}, {}, None, None, False, ""
        for line in demangled(path):
            if line.startswith(("fn=", "cfn=")):
                name = self.name(line.split("=", 1)[1], names)
                if line.startswith("c"):
                    callee = name
                else:
                    at = name
                    self.library.setdefault(at, library)
            elif line.startswith("ob="):
                library = self.name(line[3:], files)
            elif line.startswith("cob="):
                self.name(line[4:], files)
            elif line.startswith("calls="):
                is_call = True
            elif line[:1] in tuple("0123456789+-*"):
                count = int(line.split()[1])
                if is_call:
                    self.calls.append((at, callee, count))
                    is_call = False
                else:
                    self.own[at] += count

    @staticmethod
    def name(text, known):
        """Callgrind writes a name once, as "(number) name", and then only its number."""
        number, _, name = text.partition(" ")
        return known.setdefault(number, name or number)

    @property
    def total(self):
        return sum(self.own.values())

    def inside(self, pattern):
        """The instructions of functions and of all that they call."""
        functions = re.compile(r"(specialized |static )*" + pattern)
        is_in = {name: bool(functions.match(name)) for name in self.own}
        for caller, callee, _ in self.calls:
            for name in (caller, callee):
                is_in.setdefault(name, bool(functions.match(name)))
        return sum(count for caller, callee, count in self.calls if is_in[callee] and not is_in[caller])

    def itself(self, pattern):
        functions = re.compile(pattern)
        return sum(count for name, count in self.own.items() if functions.match(name))

    def of_library(self, part):
        return sum(count for name, count in self.own.items() if part in self.library[name])


def demangled(path):
    with open(path, "rb") as profile:
        run = subprocess.run(["swift", "demangle", "--simplified"], stdin=profile, capture_output=True, check=True)
    return run.stdout.decode(errors="replace").splitlines()


def profiled(options):
    """Runs a build under callgrind; the file that it writes."""
    options.out.mkdir(parents=True, exist_ok=True)
    points = made(f"points:{options.count}", options.out)
    pipeline = written_pipeline("points.yaml", points, options.out / "overtile")
    program, profile = options.out / "overtile-without-debugging", options.out / "callgrind.out"
    subprocess.run(["strip", "-g", "-o", program, options.program], check=True)
    say(f"counting the instructions of {options.program}, which takes a minute for 100,000 points")
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", program, "build", pipeline, "--quiet",
               "--threads", "1"]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        fail(f"valgrind ended with {run.returncode}: {run.stderr[-2000:]}")
    return profile


def rows(counts, total):
    counts = [*counts, ("all else", total - sum(count for _, count in counts)), ("together", total)]
    return [[what, f"{count / 1e6:,.0f}", f"{count / total:.1%}"] for what, count in counts]


def options_of_run():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100_000, help="how many points; 100,000 by default")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / ".bundles" / "benchmark", metavar="FOLDER",
                        help="where the input and the output go; .bundles/benchmark by default")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / ".build" / "release" / "overtile", metavar="FILE",
                        help="the program; .build/release/overtile by default")
    parser.add_argument("--profile", type=pathlib.Path, metavar="FILE", help="print what callgrind counted before")
    options = parser.parse_args()
    options.out = options.out.resolve()
    return options


def main():
    options = options_of_run()
    profile = Profile(options.profile or profiled(options))
    stages = []
    for what, pattern, apart in STAGES:
        stages.append((what, profile.inside(pattern) - (profile.inside(apart) if apart else 0)))
    kinds = [(what, profile.itself(pattern)) for what, pattern in KINDS]
    kinds += [(what, profile.of_library(part)) for what, part in LIBRARIES]
    heads = ["millions of instructions", "share"]
    print(table(["stage", *heads], rows(stages, profile.total)), end="\n\n")
    print(table(["kind of work", *heads], rows(kinds, profile.total)))


if __name__ == "__main__":
    sys.exit(main())
