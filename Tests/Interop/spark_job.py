"""Builds pipelines one after the other in one Spark session: for tests, as a session takes seconds to start.

    python3 spark_job.py JOBS.json

A job is the arguments of a build: pipeline, output, words, and the numbers of tasks. Prints the exit status of each as a line.
"""
import json
import sys
from pathlib import Path

from pyspark.sql import SparkSession

from overtile_spark.build import Job, build, plan

if __name__ == "__main__":
    session = SparkSession.builder.appName("overtile").getOrCreate()
    for job in json.loads(Path(sys.argv[1]).read_text()):
        work = Job(job["program"], job["pipeline"], exchange=job["exchange"])
        status = plan(work, job["tasks"], job["shard_zoom"])
        words = ["--output", job["output"], "--quiet"]
        print(status or build(session, work, job["shards"], words, lambda step: print(step, file=sys.stderr)), flush=True)
    session.stop()
