"""Builds pipelines one after the other in one Spark session: for tests, as a session takes seconds to start.

    python3 spark_job.py JOBS.json

A job is the arguments of a build: pipeline, output, words, and the numbers of tasks. Prints the exit status of each as a line.
"""
import json
import sys
from pathlib import Path

from pyspark.sql import SparkSession

from overtile_spark.build import Job, build

if __name__ == "__main__":
    session = SparkSession.builder.appName("overtile").getOrCreate()
    for job in json.loads(Path(sys.argv[1]).read_text()):
        status = build(session, Job(job["program"], job["pipeline"]), job["tasks"], job["shards"], job["shard_zoom"],
                       ["--output", job["output"], "--quiet"], lambda step: print(step, file=sys.stderr, flush=True))
        print(status, flush=True)
    session.stop()
