"""Where tasks exchange files without being told: all executors are on this machine, so a folder of it is one that all of them share."""
import os
import re
import tempfile

# Masters whose executors are threads or processes of this machine.
THIS_MACHINE = re.compile(r"local(-cluster)?(\[.*\])?")


def is_this_machine(master):
    """Whether all executors of a master are on this machine."""
    return bool(THIS_MACHINE.fullmatch(master))


def folder_here(context):
    """The folder of this machine that Spark has for its files, or the one for temporary files."""
    named = os.environ.get("SPARK_LOCAL_DIRS") or context.getConf().get("spark.local.dir", "")
    return os.path.abspath(next((path for path in named.split(",") if path and os.access(path, os.W_OK)), tempfile.gettempdir()))
