"""Options of the JVMs of a build, which live for seconds, if `spark-submit` has not started one already."""
import hashlib
import os
import shlex
import shutil
from pathlib import Path

import pyspark

# The second compiler costs more than it saves.
ONE_COMPILER = "-XX:TieredStopAtLevel=1 -XX:-UsePerfData"
# So do the threads of the usual collector, where Spark only says who does what.
ONE_THREAD = "-XX:+UseSerialGC"


def prefer_short_lives(environment, only_schedules, archives=""):
    """Adds options to the environment from which PySpark starts its JVM, unless the user has said something of the same kind.

    `only_schedules` says that no results go through Spark. `archives` is the folder of class archives, if there is one.
    """
    words = environment.get("PYSPARK_SUBMIT_ARGS", "pyspark-shell")
    said = words + defaults(environment)
    added = {}
    if "JavaOptions" not in said:
        java = f"{ONE_COMPILER} {ONE_THREAD}" if only_schedules else ONE_COMPILER
        driver, executor = class_archives(Path(archives), environment) if archives else ("", "")
        added |= {"spark.driver.extraJavaOptions": f"{java} {driver}".strip(), "spark.executor.extraJavaOptions": f"{java} {executor}".strip()}
    # The page of a job is gone before it is read.
    if "spark.ui." not in said:
        added |= {"spark.ui.enabled": "false"}
    environment.setdefault("SPARK_LAUNCHER_OPTS", f"{ONE_COMPILER} {ONE_THREAD}")
    environment["PYSPARK_SUBMIT_ARGS"] = " ".join([*(f"--conf {shlex.quote(f'{key}={value}')}" for key, value in added.items()), words])


def class_archives(folder, environment):
    """The options by which a driver and executors take their classes from archives of a folder, or leave archives there.

    An archive is of one version of Java and of Spark: it has their names. Executors leave one each, and take the first one's.
    """
    java = Path(shutil.which(os.path.join(environment.get("JAVA_HOME", ""), "bin/java")) or shutil.which("java") or "java").resolve()
    state = java.stat().st_mtime_ns if java.exists() else 0
    name = hashlib.sha256(f"{pyspark.__version__} {java} {state}".encode()).hexdigest()[:16]
    return tuple(f"-XX:SharedArchiveFile={known}" if known.exists() else f"-XX:ArchiveClassesAtExit={made}" for known, made in [
        (folder / f"driver-{name}.jsa", folder / f"driver-{name}.jsa"),
        (folder / f"executor-0-{name}.jsa", folder / f"executor-{{{{EXECUTOR_ID}}}}-{name}.jsa")])


def defaults(environment):
    """The text of the user's file of defaults; none if there is none."""
    home = environment.get("SPARK_CONF_DIR") or os.path.join(environment.get("SPARK_HOME", ""), "conf")
    try:
        return (Path(home) / "spark-defaults.conf").read_text()
    except OSError:
        return ""
