"""Builds bundles of map overlays, by running the program `overtile` that this package holds."""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

#: The program. It finds its libraries and PROJ's database beside itself.
PROGRAM = Path(__file__).parent / "bin/overtile"
#: Pipelines that explain themselves, and their data: `EXAMPLES / "Pipelines/quickstart.yaml"`.
EXAMPLES = Path(__file__).parent / "share/doc/overtile/examples"


class OvertileError(Exception):
    """A command that did not end with exit code 0; its text is the program's own message.

    `status` is the exit code, negative for the signal that killed the program. `events` are those of `--log-format json`, in order.
    """

    def __init__(self, message, status, events):
        super().__init__(message)
        self.status, self.events = status, events

    @property
    def gates(self):
        """The gates that the new bundle did not pass: events with `gate`, `limit`, `old` and `new`."""
        return [event for event in self.events if event["event"] == "gate-failed"]


class CommandLineError(OvertileError):
    """64: the command line is invalid."""


class DataError(OvertileError):
    """65: more invalid data than the configuration tolerates, or a gate that failed. The old bundle stays."""


class InputError(OvertileError):
    """66: an input is missing or cannot be read, or its command failed."""


class UnavailableError(OvertileError):
    """69: a resource is unavailable, such as a PROJ grid or memory."""


class InternalError(OvertileError):
    """70: an internal error in overtile."""


class OutputError(OvertileError):
    """73: the output cannot be created."""


class ReadWriteError(OvertileError):
    """74: reading or writing failed, for example because the disk is full."""


class BusyError(OvertileError):
    """75: another run is writing this bundle. Try again."""


class ConfigurationError(OvertileError):
    """78: the configuration is invalid."""


class StoppedError(OvertileError):
    """130: stopped by a signal. The old bundle is intact."""


ERRORS = {64: CommandLineError, 65: DataError, 66: InputError, 69: UnavailableError, 70: InternalError, 73: OutputError,
          74: ReadWriteError, 75: BusyError, 78: ConfigurationError, 130: StoppedError}


def build(pipeline, *options, output=None, memory=None, on_event=None):
    """Builds the bundle of a pipeline, and returns the run's report as a dictionary.

    `output` is the bundle's folder in place of the configuration's, `memory` the bound for the run's data: bytes, or a text like "2G".
    `options` are further options of `overtile build`, such as "--dry-run". `on_event` is called with each event while the run goes on.
    Raises a subclass of `OvertileError`.
    """
    words = [PROGRAM, "build", pipeline, "--json", "--log-format", "json", *options]
    words += [] if output is None else ["--output", output]
    words += [] if memory is None else ["--memory", str(memory)]
    events, texts = [], []
    with tempfile.TemporaryFile() as report, \
            subprocess.Popen(words, stdout=report, stderr=subprocess.PIPE, text=True, encoding="utf-8", errors="replace") as process:
        try:
            for line in process.stderr:
                if not line.startswith("{"):
                    texts.append(line)
                    continue
                events.append(json.loads(line))
                if on_event:
                    on_event(events[-1])
        except BaseException:
            process.terminate()
            raise
        if process.wait() == 0:
            report.seek(0)
            return json.load(report)
    ends = [event["message"] for event in events if event["event"] == "error"]
    message = ends[-1] if ends else "".join(texts).strip() or f"overtile ended with {process.returncode}"
    raise ERRORS.get(process.returncode, OvertileError)(message, process.returncode, events)


def main():
    """The program itself, under the name that pip puts on the path."""
    os.execv(PROGRAM, ["overtile", *sys.argv[1:]])
