"""Runs the fuzz targets: `run.py SECONDS [TARGET...]`, as many at once as there are cores (or OVERTILE_FUZZ_JOBS).

Each starts from its seeds in Tests/Fuzzing/Corpus, two also from the corpus of bad inputs, and keeps what it learns in .build-fuzz/corpus. An input that crashes
the process, takes more than a minute or more than 1 GB of memory is kept in .build-fuzz/found and fails the run. The
summary says how much of a core each had: beside other work an hour by the clock can be minutes of fuzzing.
"""
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SEEDS = ROOT / "Tests/Fuzzing/Corpus"
WORDS = ROOT / "Tests/Fuzzing/Words"
BAD_INPUT = ROOT / "Tests/Interop/Corpus"
MORE_SEEDS = {"configuration": [BAD_INPUT / "configuration"],
              "geojson": [folder for folder in sorted(BAD_INPUT.iterdir()) if folder.name != "configuration"]}
WORK = ROOT / ".build-fuzz"
PROGRAM = (WORK / "release/Fuzz").resolve()
# Some targets write a file in every run, which takes three times as long on a disk.
MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
LIMITS = ["-timeout=60", "-rss_limit_mb=1024", "-malloc_limit_mb=512", "-max_len=16384", "-print_final_stats=1"]


def run(target, seconds):
    """Fuzzes one target; returns its summary and whether nothing was found."""
    corpus, found = WORK / "corpus" / target, WORK / "found" / target
    for folder in (corpus, found):
        folder.mkdir(parents=True, exist_ok=True)
    dictionary = WORDS / f"{target}.dict"
    words = [PROGRAM, f"-max_total_time={seconds}", *LIMITS, f"-artifact_prefix={found}/",
             *([f"-dict={dictionary}"] if dictionary.exists() else []),
             corpus, SEEDS / target, *MORE_SEEDS.get(target, [])]
    log = WORK / f"{target}.log"
    # A fuzzer ends in the middle of a run, and removes nothing.
    with log.open("wb") as out, tempfile.TemporaryDirectory(prefix="overtile-fuzz-", dir=MEMORY) as scratch:
        fuzzer = subprocess.Popen(words, stdout=out, stderr=subprocess.STDOUT,
                                  env=os.environ | {"TMPDIR": scratch, "OVERTILE_FUZZ_TARGET": target})
        _, status, used = os.wait4(fuzzer.pid, 0)
    fuzzer.returncode = os.waitstatus_to_exitcode(status)
    text = log.read_text(errors="replace")
    number = lambda name: int((re.findall(rf"stat::{name}:\s+(\d+)", text) or [0])[-1])
    edges = int((re.findall(r"cov: (\d+)", text) or ["0"])[-1])
    summary = (f"{target:20} {number('number_of_executed_units'):12,} runs  {edges:7,} edges  "
               f"{number('peak_rss_mb'):5,} MB  "
               f"{used.ru_utime + used.ru_stime:7,.0f} s CPU  {'nothing found' if status == 0 else f'FAILED, see {log}'}")
    return summary, status == 0


def main():
    seconds = int(sys.argv[1])
    targets = sys.argv[2:] or sorted(folder.name for folder in SEEDS.iterdir())
    jobs = int(os.environ.get("OVERTILE_FUZZ_JOBS", os.cpu_count()))
    with ThreadPoolExecutor(jobs) as pool:
        results = list(pool.map(lambda target: run(target, seconds), targets))
    print(f"{seconds} seconds each by the clock, {jobs} at once")
    for summary, _ in results:
        print(summary)
    sys.exit(0 if all(good for _, good in results) else 1)


if __name__ == "__main__":
    main()
