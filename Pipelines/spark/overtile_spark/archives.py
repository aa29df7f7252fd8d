"""Archives of classes without being told, where the build starts the JVM itself.

The first build on a machine only notes that it was there: in a container that is new every night each build is a first one, and archives, which take a
JVM seconds of CPU as it ends, would never be of use. The second build leaves archives, and later ones take them.
"""
import os
import re
import shlex
import time
from pathlib import Path

from . import jvm

# Settings by which classes may come from elsewhere than the archives say, in words for Spark and in the environment.
OWN_WORDS = ("JavaOptions", "java-options", "extraClassPath", "class-path", "properties-file")
OWN_SETTINGS = ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "SPARK_SUBMIT_OPTS", "SPARK_DIST_CLASSPATH")
# Java's own archive, beside its programs. Others stand on it: a Java without it, such as one before version 13, leaves none.
BASE = "../lib/server/classes.jsa"
# In a list of options, a path must be one word, and a colon divides archives.
PLAIN = re.compile(r"/[\w./+@=-]+", re.ASCII)
# Archives of other versions, which no build has taken for so long, are removed.
UNUSED_SECONDS = 30 * 24 * 3600


def usual(environment):
    """The options by which the driver and executors take archives of the usual folder, or leave them there.

    None, without a word, where the user has settings of a kind that Java makes no archives with, or the folder cannot be written, or others may write
    to it; none for executors, unless all are processes of this machine.
    """
    words = environment.get("PYSPARK_SUBMIT_ARGS", "")
    if any(word in words for word in OWN_WORDS) or any(map(environment.get, OWN_SETTINGS)):
        return "", ""
    if jvm.settings_folder(environment) or not (jvm.java(environment).parent / BASE).exists():
        return "", ""
    try:
        path = folder(environment)
        return later(path, environment, has_executors(words, environment)) if PLAIN.fullmatch(str(path)) else ("", "")
    except (OSError, ValueError):  # The latter for words that are not closed, of which Spark will complain.
        return "", ""


def later(folder, environment, has_executors):
    """The options of the second build with a state and of later ones; none for the first one, which notes that it was there."""
    for path in (folder.parent, folder):
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not (is_own(folder.parent) and is_own(folder) and os.access(folder, os.W_OK)):
        return "", ""
    state = jvm.state(environment)
    noted = folder / f"{state}.since"
    if not noted.exists():
        noted.write_text(time.strftime("%Y-%m-%d\n"))
        return "", ""
    options = jvm.class_archives(folder, environment)
    options = options if has_executors else (options[0], "")
    os.utime(noted)
    for option in filter(None, options):
        path = Path(option.rpartition("=")[2].replace("{{EXECUTOR_ID}}", "0"))
        if option.startswith(jvm.TAKE):
            os.utime(path)
        else:
            path.write_bytes(bytes(8))  # As one that is written: a build that begins a moment later need not leave another.
            remove_unused(folder)
    if options[1].startswith(jvm.TAKE):
        for path in folder.glob(f"executor-[1-9]*-{state}.jsa"):  # Those beside the first one, which nobody takes.
            path.unlink()
    return options


def remove_unused(folder):
    """Removes archives and notes that no build has used for a month."""
    for path in [*folder.glob("*.jsa"), *folder.glob("*.since")]:
        if time.time() - path.stat().st_mtime > UNUSED_SECONDS:
            path.unlink()
            path.with_suffix(".size").unlink(missing_ok=True)


def folder(environment):
    """The usual folder: in that of the user for what can be made again."""
    cache = environment.get("XDG_CACHE_HOME", "")  # One that is relative counts as none.
    return Path(cache if os.path.isabs(cache) else os.path.expanduser("~/.cache")) / "overtile/spark-classes"


def is_own(folder):
    """Whether nobody else may write to a folder, from which code comes."""
    state = os.stat(folder)
    return not state.st_mode & 0o022 and state.st_uid in (os.geteuid(), 0)


def has_executors(words, environment):
    """Whether executors are processes, and all of this machine, by the masters that words for Spark and the environment name.

    PySpark's own choice, where there is none, is threads.
    """
    found = re.findall(r"(?:--master[ =]|\bspark\.master=)(\S+)", " ".join(shlex.split(words)))
    found += [name for name in [environment.get("MASTER")] if name]
    return bool(found) and all(name.startswith("local-cluster[") for name in found)
