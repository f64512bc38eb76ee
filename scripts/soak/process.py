"""Runs Carrel, interrupts and kills it, and watches what it takes."""

import contextlib
import os
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

# Nothing may take longer than this, in seconds: a run that waits for ever is a broken promise.
PATIENCE = 120


@dataclass
class Result:
    """How a run ended: a status below zero is a signal's."""

    arguments: list
    status: int
    output: str
    error: str
    seconds: float
    mebibytes: float
    descriptors: int


class Runner:
    """Starts Carrel in a home of its own."""

    def __init__(self, carrel: Path, folder: Path, config: Path):
        self.carrel, self.folder, self.config = carrel, folder, config
        self.environment = {
            "PATH": "/usr/bin:/bin", "HOME": str(folder), "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
            "XDG_CONFIG_HOME": str(folder / "config"),
        }

    def run(self, *arguments: str, number: int | None = None, after: float = 0) -> Result:
        """Runs to the end; with a signal's number, sends it after so many seconds."""
        return self.start(*arguments).wait(number, after)

    def start(self, *arguments: str) -> "Running":
        return Running(self, [str(argument) for argument in arguments])


class Running:
    """A process and what was seen of it so far."""

    def __init__(self, runner: Runner, arguments: list):
        self.arguments = arguments
        self._output, self._error = (tempfile.TemporaryFile(dir=runner.folder) for _ in range(2))
        self._begin = time.monotonic()
        self.process = subprocess.Popen(
            [runner.carrel, *arguments, "--config", str(runner.config)], cwd=runner.folder, env=runner.environment,
            stdin=subprocess.DEVNULL, stdout=self._output, stderr=self._error)
        self.descriptors = 0
        self._ended = threading.Event()
        self._watcher = threading.Thread(target=self._watch, daemon=True)
        self._watcher.start()

    def wait(self, number: int | None = None, after: float = 0) -> Result:
        if number is not None:
            self._ended.wait(after)
            self.send(number)
        watchdog = threading.Timer(PATIENCE, self.send, (signal.SIGKILL,))
        watchdog.start()
        _, status, usage = os.wait4(self.process.pid, 0)
        watchdog.cancel()
        self._ended.set()
        self._watcher.join()
        seconds = time.monotonic() - self._begin
        self.process.returncode = os.waitstatus_to_exitcode(status)
        return Result(
            self.arguments, self.process.returncode, _text(self._output), _text(self._error), seconds,
            usage.ru_maxrss / 1024, self.descriptors)

    def send(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process.pid, number)

    @property
    def resident(self) -> float:
        """What the process holds in memory now, in MiB; 0 where the system does not tell."""
        with contextlib.suppress(OSError, IndexError):
            return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) / 256
        return 0

    @property
    def output_so_far(self) -> str:
        # Without moving the place in the file, which the process shares.
        return os.pread(self._output.fileno(), 1 << 16, 0).decode(errors="replace")

    def _watch(self) -> None:
        while not self._ended.wait(0.02):
            with contextlib.suppress(OSError):
                self.descriptors = max(self.descriptors, len(os.listdir(f"/proc/{self.process.pid}/fd")))


def _text(file) -> str:
    file.seek(0)
    return file.read().decode(errors="replace")
