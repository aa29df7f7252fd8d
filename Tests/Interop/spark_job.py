"""Builds pipelines one after the other in one Spark session: for tests, as a session takes seconds to start.

    python3 spark_job.py JOBS.json

A job is the arguments of a build: pipeline, output, words, and the numbers of tasks. Prints the exit status of each as a line, and of
one with a task that failed for good what the command line prints.
"""
import json
import sys
from pathlib import Path

from overtile_spark.__main__ import started
from overtile_spark.build import Job, build, plan
from overtile_spark.program import TaskFailed

if __name__ == "__main__":
    context = started()
    for job in json.loads(Path(sys.argv[1]).read_text()):
        work = Job(job["program"], job["pipeline"], exchange=job["exchange"])
        status = plan(work, job["tasks"], job["shard_zoom"])
        words = ["--output", job["output"], "--quiet"]
        try:
            status = status or build(context, work, job["shards"], words, lambda step: print(step, file=sys.stderr))
        except TaskFailed as failure:
            print(failure, file=sys.stderr)
            status = failure.status
        print(status, flush=True)
    context.stop()
