"""The machines of the team: workers, each with a folder, a proxy and perhaps a wrong clock, and one that syncs."""

import json
import signal
import subprocess
import time
from pathlib import Path

from bucket import KEYS, Bucket
from clock import WrongClock
from database import Database
from manners import Stops
from processes import end, start
from proxy import Proxy
from world import KINDS

# Longer than a busy machine lets a process wait for its turn, which may be five seconds: nobody would know of a worker
# that stood still for its lease, and what it asked for by then would count beside what the next one asks for.
LEASE = 10
# What a worker promises that is told to end.
DRAINING = 10
_PROFILE = """\
[source]
use = "http"
[download]
private-addresses = "allow"
user-agent = "{name}"
max-concurrent = 16
retries = 4
connect-timeout = "3s"
stall-timeout = "2s"
host-failures = 0
[store]
use = "s3"
endpoint = "{endpoint}"
bucket = "{bucket}"
prefix = "shared"
path = "{path}"
[library]
use = "postgresql"
dsn = "env:LIBRARY_DSN"
[queue]
use = "postgresql"
lease = "{lease}s"
"""
_CATALOGUE = """\
[[catalogue]]
name = "{name}"
source.url = "{hosts}/{name}.list"
parse.use = "{parser}"
download.max-per-host = {most}
"""


class Machine:
    """A place where Carrel runs: a home, a profile, and a way to the database."""

    def __init__(self, carrel: Path, folder: Path, name: str, bucket: Bucket, catalogues: str, database: str):
        self.name, self.carrel = name, carrel
        self.home = folder / name
        self.home.mkdir()
        self._config = self.home / "team.toml"
        text = _PROFILE.format(
            name=name, endpoint=bucket.endpoint, bucket=bucket.name, path=self.home / "library", lease=LEASE)
        for kind in KINDS:
            text += _CATALOGUE.format(name=kind.name, hosts=catalogues, parser=kind.parser, most=kind.most_at_once)
            if kind.per_second:
                text += f"download.request-rate = {kind.per_second}\n"
        self._config.write_text(text)
        self.log = open(self.home / "log", "ab")
        self._started: list[subprocess.Popen] = []
        self.environment = KEYS | {
            "PATH": "/usr/bin:/bin", "HOME": str(self.home), "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
            "LIBRARY_DSN": f"{database} dbname=postgres user=carrel sslmode=disable",
        }

    def arguments(self, *arguments: str) -> list:
        return [self.carrel, *arguments, "--config", self._config]

    def start(self, *arguments: str) -> subprocess.Popen:
        """Starts a command; what it says goes to the machine's log."""
        self.log.write(f"--- {' '.join(arguments)}\n".encode())
        self.log.flush()
        process = start(
            self.arguments(*arguments), cwd=self.home, env=self.environment, stdout=self.log, stderr=self.log)
        self._started.append(process)
        return process

    def close(self) -> None:
        """Kills what still runs."""
        for process in self._started:
            end(process)

    def ask(self, *arguments: str, seconds: float = 90) -> tuple[int, list[dict], str]:
        """Runs a command with `--json`: its status, its lines, and its messages."""
        place = self.home / "messages"
        with open(place, "wb") as messages:
            process = start(
                self.arguments(*arguments, "--json"), cwd=self.home, env=self.environment, stdout=subprocess.PIPE,
                stderr=messages)
            try:
                output, _ = process.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                end(process)
                return -signal.SIGKILL, [], f"it had not ended after {seconds:.0f} s"
        rows = [json.loads(line) for line in output.splitlines()]
        # Its status and its messages tell of an error.
        return process.returncode, [row for row in rows if row.get("event") != "error"], place.read_text()

    @property
    def said(self) -> str:
        """What its commands said so far."""
        return Path(self.log.name).read_text(errors="replace")

    @property
    def last_words(self) -> str:
        """The last two lines that a command said."""
        return " | ".join(self.said.splitlines()[-2:])[-500:]


class Worker(Machine):
    """A machine that runs `carrel work`, behind a proxy to the database."""

    def __init__(
        self, carrel: Path, folder: Path, name: str, bucket: Bucket, catalogues: str, database: Database, stops: Stops,
        clock: WrongClock | None,
    ):
        self.proxy = Proxy(database.socket)
        super().__init__(carrel, folder, name, bucket, catalogues, f"host=127.0.0.1 port={self.proxy.port}")
        self._stops, self._clock = stops, clock
        self.process: subprocess.Popen | None = None

    def begin(self) -> None:
        if self._clock:
            self.environment |= self._clock.variables()
        self.process = self.start("work", "--name", self.name)

    @property
    def has_begun(self) -> bool:
        """Whether the process that runs, or ran last, has said that it works."""
        return "working as" in self.said.rpartition("--- ")[2]

    @property
    def is_gone(self) -> bool:
        return self.process is None or self.process.poll() is not None

    def kill(self) -> None:
        end(self.process)

    def drain(self) -> float | None:
        """Tells it to end; how long it took, or `None` if it took too long and was killed."""
        begin = time.monotonic()
        return time.monotonic() - begin if end(self.process, signal.SIGTERM, DRAINING) else None

    def pause(self) -> None:
        self._stops.stopped(self.name)
        self.process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._stops.goes_on(self.name)
        self.process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        super().close()
        self.proxy.close()
