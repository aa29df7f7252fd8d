"""Builds bundles of map overlays by running the program `overtile` in this package."""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

#: The path of the program. It finds its libraries and PROJ's database next to itself.
PROGRAM = Path(__file__).parent / "bin/overtile"
#: The folder of commented example pipelines and their data: `EXAMPLES / "Pipelines/quickstart.yaml"`.
EXAMPLES = Path(__file__).parent / "share/doc/overtile/examples"


class OvertileError(Exception):
    """Raised when a command does not end with exit code 0. Its text is the program's own message.

    `status` is the exit code, or the negative number of the signal that killed the program. `events` lists the events of `--log-format json`.
    """

    def __init__(self, message, status, events):
        super().__init__(message)
        self.status, self.events = status, events

    @property
    def gates(self):
        """The gates that the new bundle did not pass: events with `gate`, `limit`, `old` and `new`."""
        return [event for event in self.events if event["event"] == "gate-failed"]


class CommandLineError(OvertileError):
    """Exit code 64: the arguments are wrong."""


class DataError(OvertileError):
    """Exit code 65: there is more bad data than the configuration allows, or a gate failed. The old bundle is unchanged."""


class InputError(OvertileError):
    """Exit code 66: an input is missing or cannot be read, or its command failed."""


class UnavailableError(OvertileError):
    """Exit code 69: something is not available, such as a PROJ grid or memory."""


class InternalError(OvertileError):
    """Exit code 70: an internal error of overtile."""


class OutputError(OvertileError):
    """Exit code 73: the output cannot be created."""


class ReadWriteError(OvertileError):
    """Exit code 74: reading or writing failed, for example because the disk is full."""


class BusyError(OvertileError):
    """Exit code 75: another run is writing this bundle. Try again later."""


class ConfigurationError(OvertileError):
    """Exit code 78: the configuration is wrong."""


class StoppedError(OvertileError):
    """Exit code 130: a signal stopped the build. The old bundle is unchanged."""


ERRORS = {64: CommandLineError, 65: DataError, 66: InputError, 69: UnavailableError, 70: InternalError, 73: OutputError,
          74: ReadWriteError, 75: BusyError, 78: ConfigurationError, 130: StoppedError}


def build(pipeline, *options, output=None, memory=None, on_event=None):
    """Builds the bundle of a pipeline and returns the report of the run as a dictionary.

    `output` is the bundle's folder, instead of the one in the configuration. `memory` is the limit for the run's data: bytes, or a string like "2G".
    `options` are further options for `overtile build`, such as "--dry-run". `on_event` is called with each event during the run.
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
    message = ends[-1] if ends else "".join(texts).strip() or f"overtile exited with code {process.returncode}"
    raise ERRORS.get(process.returncode, OvertileError)(message, process.returncode, events)


def main():
    """Runs the program itself, for the command that pip installs."""
    os.execv(PROGRAM, ["overtile", *sys.argv[1:]])
