"""The command `overtile preview` at work, for tests."""
import contextlib
import os
import signal
import subprocess

from conftest import OVERTILE


@contextlib.contextmanager
def preview(*words, **options):
    """Runs the command; gives the page's address and the process, and ends it as Ctrl-C does. After that, `process.messages`
    is its standard error."""
    environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    process = subprocess.Popen([OVERTILE, "preview", *map(str, words), "--no-open"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               env=environment, text=True, **options)
    try:
        line = process.stdout.readline()
        assert line.startswith("http://127.0.0.1:") and line.endswith("/preview/\n"), (line, process.communicate(timeout=30)[1])
        yield line.strip(), process
    finally:
        process.send_signal(signal.SIGINT)
        rest, messages = process.communicate(timeout=30)
        process.messages = messages
    assert process.returncode == 0 and rest == "", messages
