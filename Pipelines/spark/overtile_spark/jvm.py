"""Options of the JVMs of a build, which live for seconds: of the driver, if `spark-submit` has not started it already, and of executors."""
import hashlib
import os
import shlex
import shutil
import time
from pathlib import Path

import pyspark

# The second compiler costs more than it saves, and so do the threads of the usual collector, also where Spark carries results. So do collections of the
# whole heap for the sake of classes, which begin at 21 MiB of them: none is ever of no use. The log tells consoles of management nothing, as in later
# versions of Log4j.
SHORT_LIFE = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData -XX:MetaspaceSize=128m -Dlog4j2.disable.jmx=true"
# An archive that is damaged is not used: without a look at its checksums a JVM would crash, and each one after it.
TAKE = "-XX:+VerifySharedSpaces -XX:SharedArchiveFile"
# Of each class that is left out Java would tell standard output, which is for reports.
LEAVE = "-Xlog:disable -Xlog:all=error:stderr -XX:ArchiveClassesAtExit"
# How long an archive without its beginning is one that a JVM writes, and not what is left of one that was killed.
STILL_WRITTEN_SECONDS = 60
# The jars of Spark that a build has most classes from, without
# those of Log4j and Hadoop: these have lists of plugins and services, which would be read twice.
FIRST_JARS = ("spark-core_*", "scala-library-*", "jackson-databind-*", "spark-network-common_*", "netty-common-*", "netty-transport-[0-9]*",
              "netty-buffer-*", "jackson-core-[0-9]*", "jackson-module-scala_*", "ivy-*", "py4j-*", "jackson-annotations-*", "spark-network-shuffle_*")


def is_started(environment):
    """Whether `spark-submit` has started the JVM of the driver."""
    return "PYSPARK_GATEWAY_PORT" in environment


def prefer_short_lives(environment, archives=("", "")):
    """Adds options to the environment from which PySpark starts its JVM, unless the user has said something of the same kind.

    `archives` is the options of class archives: of the driver, and of executors.
    """
    words = environment.get("PYSPARK_SUBMIT_ARGS", "pyspark-shell")
    said = words + defaults(environment)
    added = short_lives(said, archives, class_path(environment))
    # The page of a job is gone before it is read.
    if "spark.ui." not in said:
        added |= {"spark.ui.enabled": "false"}
    environment.setdefault("SPARK_LAUNCHER_OPTS", SHORT_LIFE)
    environment["PYSPARK_SUBMIT_ARGS"] = " ".join([*(f"--conf {shlex.quote(f'{key}={value}')}" for key, value in added.items()), words])


def prefer_short_executors(conf, environment, archives=("", "")):
    """Adds options of executors to the settings of a session whose driver runs, unless the user has said something of the same kind."""
    said = " ".join(key for key, _ in conf.getAll() if key.startswith("spark.executor."))
    for key, value in short_lives(said, archives, class_path(environment)).items():
        if key.startswith("spark.executor."):
            conf.set(key, value)


def short_lives(said, archives, first):
    """Settings of the driver and of executors for a short life, without those of a kind that the user has said.

    `first` is the jars to be looked through first, for JVMs without an archive: classes of archives are not looked for.
    """
    added = {}
    for process, archive in zip(("driver", "executor"), archives):
        if first and not archive and "extraClassPath" not in said:
            added[f"spark.{process}.extraClassPath"] = first
        if "JavaOptions" not in said:
            added[f"spark.{process}.extraJavaOptions"] = f"{SHORT_LIFE} {archive}".strip()
    return added


def class_path(environment):
    """The jars of Spark that most classes are in, to be looked through before the others.

    For each class Java asks one jar after the other, and Spark has 250, in the order in which their folder happens to have them. What is not there
    on another machine is passed over.
    """
    jars = home(environment) / "jars"
    found = [str(path) for pattern in FIRST_JARS for path in sorted(jars.glob(f"{pattern}.jar"))]
    return "" if os.pathsep in str(jars) else os.pathsep.join(found)


def class_archives(folder, environment):
    """The options by which a driver and executors take their classes from archives of a folder, or leave archives there.

    Executors leave one each, and take the first one's.
    """
    name = state(environment)
    return tuple(archive_options(folder / f"{process}-{name}.jsa", made) for process, made in [
        ("driver", folder / f"driver-{name}.jsa"), ("executor-0", folder / f"executor-{{{{EXECUTOR_ID}}}}-{name}.jsa")])


def state(environment):
    """The name of what an archive is of: one version of Java, of Spark and its jars, and other options."""
    program, jars = java(environment), sorted((home(environment) / "jars").glob("*.jar"))
    times = [path.stat().st_mtime_ns for path in (program, *jars) if path.exists()]
    return hashlib.sha256(f"{pyspark.__version__} {program} {jars} {times} {SHORT_LIFE}".encode()).hexdigest()[:16]


def archive_options(known, made):
    """The options by which a JVM takes an archive, if that is whole, or leaves one. None while another build's JVM writes it.

    Java writes the beginning of an archive last. It checks the bytes of one that it takes, but crashes with one that is cut: then it is made anew.
    """
    noted = known.with_suffix(".size")
    try:
        state = known.stat()
        with open(known, "rb") as file:
            is_begun = any(file.read(4))
        if not is_begun and time.time() - state.st_mtime < STILL_WRITTEN_SECONDS:
            return ""
        if is_begun and not noted.exists():
            noted.write_text(str(state.st_size))
        if is_begun and noted.read_text() == str(state.st_size):
            return f"{TAKE}={known}"
        known.unlink()
    except FileNotFoundError:
        pass
    except OSError:  # A folder that cannot be written has the archives that it has.
        return f"{TAKE}={known}" if known.exists() else ""
    noted.unlink(missing_ok=True)
    return f"{LEAVE}={made}"


def settings_folder(environment):
    """A folder of settings on Spark's class path, if one has files: from such a path Java makes no archive. None if there is none."""
    folders = [environment.get(name) for name in ("HADOOP_CONF_DIR", "YARN_CONF_DIR")]
    folders.append(environment.get("SPARK_CONF_DIR") or home(environment) / "conf")
    return next((folder for folder in map(Path, filter(None, folders)) if folder.is_dir() and any(folder.iterdir())), None)


def java(environment):
    """The program of Java that Spark starts."""
    return Path(shutil.which(os.path.join(environment.get("JAVA_HOME", ""), "bin/java")) or shutil.which("java") or "java").resolve()


def home(environment):
    """The folder of Spark: that of the user, or PySpark's own."""
    return Path(environment.get("SPARK_HOME") or Path(pyspark.__file__).parent)


def defaults(environment):
    """The text of the user's file of defaults; none if there is none."""
    try:
        return (Path(environment.get("SPARK_CONF_DIR") or home(environment) / "conf") / "spark-defaults.conf").read_text()
    except OSError:
        return ""
