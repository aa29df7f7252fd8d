"""Tasks that exchange files as commands of a shell: executors start these by themselves, so no worker needs Python or this package.

A Python worker costs each executor some 0.7 s of CPU to start, more than many tasks.
"""
import os
import shlex
from pathlib import Path

from py4j.protocol import Py4JJavaError

from .program import TaskFailed, find

# What a shell says of a command that is not there, or cannot be run.
NOT_FOUND = (126, 127)


def run(context, program, folder, tasks):
    """Runs tasks at the same time, each by the words of its command behind the program's, and by the name of its results.

    Spark runs one again that fails. `TaskFailed` is for a task that failed for good.
    """
    if not tasks:
        return
    if not has_workers(context):
        program = find(program)
    scripts = [script(program, folder, name, words, has_workers(context)) for name, words in tasks]
    try:
        context._jsc.parallelize(scripts, len(scripts)).pipe(["sh"]).count()
    except Py4JJavaError as error:
        raise failure(program, folder, tasks) or error


def has_workers(context):
    """Whether executors are processes of their own, in folders of their own. With `local` they are threads of the driver's JVM."""
    return context.master.partition("[")[0] != "local"


def script(program, folder, name, words, may_be_shipped):
    """The command of a task. One that fails leaves its status and what it wrote in a file of the folder.

    The program is the file that was shipped with the job, if there is one: executors have these in their own folder.
    """
    shipped, log = quoted(f"./{Path(program).name}"), quoted(folder / name) + ".$$.log"
    command = " ".join(map(quoted, words))
    choice = f"if [ -f {shipped} ]; then [ -x {shipped} ] || chmod u+x {shipped}; program={shipped}; fi" if may_be_shipped else ""
    return f"""program={quoted(program)}
{choice}
"$program" {command} </dev/null >/dev/null 2>{log}
status=$?
if [ $status != 0 ]; then ( {{ echo $status; cat {log}; }} >{quoted(folder / name)}.$$.failed ) 2>/dev/null; fi
exit $status"""


def quoted(word):
    """A word for a shell, in ASCII: an executor writes scripts in the encoding of its locale."""
    data = os.fsencode(str(word))
    if data.isascii():
        return shlex.quote(str(word))
    return '"$(printf ' + "'" + "".join(f"\\{byte:03o}" for byte in data) + "'" + ')"'


def failure(program, folder, tasks):
    """The failure of a task that has no results; None if none says why."""
    for name, words in tasks:
        for path in [] if (folder / name).exists() else sorted(folder.glob(f"{name}.*.failed")):
            status, _, message = path.read_text(errors="replace").partition("\n")
            if int(status) in NOT_FOUND:
                return FileNotFoundError(f"{program}: there is no such program on a worker; ship it with --files, or install it: {message}")
            return TaskFailed([program, *words], int(status), message)
    return None
