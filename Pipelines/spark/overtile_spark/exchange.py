"""Where tasks exchange files without being told: all executors are on this machine, so a folder of it is one that all of them share."""
import os
import re
import shlex
import tempfile

from pyspark import SparkConf, SparkContext

from . import jvm

# Masters whose executors are threads or processes of this machine.
THIS_MACHINE = re.compile(r"local(-cluster)?(\[.*\])?")


def is_this_machine(master):
    """Whether all executors of a master are on this machine."""
    return bool(THIS_MACHINE.fullmatch(master))


def expected_master(environment):
    """The master of a session that is yet to start: of the JVM, if that runs, or from what PySpark starts it with."""
    if SparkContext._gateway or jvm.is_started(environment):
        SparkContext._ensure_initialized()
        return SparkConf().get("spark.master", "")
    found, words = {}, iter(shlex.split(environment.get("PYSPARK_SUBMIT_ARGS", "")))
    for word in words:
        option, _, value = word.partition("=")
        if option in ("--master", "--conf", "-c"):
            name, _, setting = (value or next(words, "")).partition("=")
            found |= {option: name} if option == "--master" else {name: setting}
    in_file = re.findall(r"^\s*spark\.master[\s=:]+(\S+)", jvm.defaults(environment), re.MULTILINE)
    return found.get("--master") or found.get("spark.master") or "".join(in_file[-1:]) or environment.get("MASTER") or "local[*]"


def folder_here(context):
    """The folder of this machine that Spark has for its files, or the one for temporary files."""
    named = os.environ.get("SPARK_LOCAL_DIRS") or context.getConf().get("spark.local.dir", "")
    return os.path.abspath(next((path for path in named.split(",") if path and os.access(path, os.W_OK)), tempfile.gettempdir()))
