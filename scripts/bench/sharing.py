"""The case of many machines: workers that share the jobs of one library, in PostgreSQL and a bucket.

The machines are processes of this one, each with a folder of its own. Database and bucket are those of the test of many
machines (Tests/Cluster).
"""

import contextlib
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Tests" / "Cluster"))

import bucket as buckets  # noqa: E402
import database as databases  # noqa: E402
import report  # noqa: E402
import server  # noqa: E402
from material import Material, write_catalogue  # noqa: E402
from measure import RunFailed, environment  # noqa: E402
from settings import KIB, Settings  # noqa: E402

# Whatever the number of workers, each has as many hosts as the others.
HOSTS = 24
# Hosts that a worker asks at once, one request each: so few that the wait is the network's, on two processors, too.
AT_ONCE = 2
PROFILE = """\
[source]
use = "file"
path = "{catalogue}"
[download]
private-addresses = "allow"
max-concurrent = {at_once}
max-per-host = {per_host}
host-failures = 0
retries = 0
[store]
use = "s3"
endpoint = "{endpoint}"
bucket = "{bucket}"
prefix = "{prefix}"
path = "{folder}"
[library]
use = "postgresql"
dsn = "env:LIBRARY_DSN"
[queue]
use = "postgresql"
"""
HEAD = """\
| what | workers | in all, s | a second | × one worker |
| --- | ---: | ---: | ---: | ---: |"""
LATE = "documents of 4 KiB"
GONE = "jobs that end with 404"
ALONE = "jobs that end with 404, `carrel sync` with SQLite"


@dataclass
class Row:
    """What some workers did, and how long it took each time."""

    what: str
    workers: int
    count: int
    walls: list[float] = field(default_factory=list)
    failure: str | None = None


class Team:
    """The services, and a fresh library in them for each run."""

    def __init__(self, settings: Settings, folder: Path):
        self.settings, self.folder, self._number = settings, folder, 0
        self.database, self.bucket = databases.Database(folder), buckets.Bucket(folder)
        try:
            self.database.start()
            self.bucket.begin()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self.bucket.kill()
        self.database.close()

    def run(self, catalogue: Path, workers: int, at_once: int, per_host: int, statuses: tuple[int, ...]) -> float:
        """Posts a catalogue, and has workers do its jobs; seconds from their start to the end of the last."""
        self._number += 1
        name = f"run{self._number}"
        self.database._run("createdb", "-h", self.database.folder, "-U", "carrel", name)
        profiles = []
        for number in range(workers + 1):
            place = self.folder / name / f"machine-{number}"
            place.mkdir(parents=True)
            profile = place / "team.toml"
            profile.write_text(PROFILE.format(
                catalogue=catalogue, at_once=at_once, per_host=per_host, endpoint=self.bucket.endpoint, bucket=self.bucket.name,
                prefix=name, folder=place / "library"))
            profiles.append(profile)
        self._wait([self._start(name, profiles[0], "sync", "--detach", "--quiet")], (0,))
        start = time.perf_counter()
        self._wait([
            self._start(name, profile, "work", "--until-empty", "--quiet", "--name", f"worker-{number}")
            for number, profile in enumerate(profiles[1:])], statuses)
        return time.perf_counter() - start

    def _start(self, name: str, profile: Path, *arguments: str) -> subprocess.Popen:
        place = profile.parent
        dsn = f"host={self.database.folder} dbname={name} user=carrel sslmode=disable"
        with open(place / "said", "ab") as said:
            return subprocess.Popen(
                [str(self.settings.carrel), *arguments, "--config", str(profile)], cwd=place,
                env=environment(place) | buckets.KEYS | {"LIBRARY_DSN": dsn}, stdin=subprocess.DEVNULL, stdout=said,
                stderr=said)

    def _wait(self, processes: list[subprocess.Popen], statuses: tuple[int, ...]) -> None:
        end = time.monotonic() + self.settings.time_limit
        try:
            for process in processes:
                status = process.wait(timeout=max(1.0, end - time.monotonic()))
                if status not in statuses:
                    raise RunFailed(f"{process.args[1]} ended with {status}")
        except subprocess.TimeoutExpired:
            raise RunFailed(f"not done after {self.settings.time_limit} s") from None
        finally:
            for process in processes:
                if process.poll() is None:
                    process.kill()
                    process.wait()


def run(settings: Settings, scratch: Path) -> str:
    """Each number of workers in turn, over hosts that answer late, and over hosts that have nothing."""
    title = f"### {report.title('sharing', settings)}\n\n"
    missing = [name for name, found in (
        ("PostgreSQL", databases.programs()), ("SeaweedFS", buckets.program())) if not found]
    if missing:
        return f"{title}Not measured: {' and '.join(missing)} is not installed."
    folder = Path(tempfile.mkdtemp(prefix="carrel-sharing-", dir=scratch.parent))
    folder.chmod(0o755)
    team = None
    try:
        team = Team(settings, folder)
        rows = _late(settings, folder, team) + _gone(settings, folder, team)
    except (RuntimeError, subprocess.CalledProcessError) as error:
        return f"{title}Not measured: {error}"
    finally:
        if team:
            team.close()
        shutil.rmtree(folder, ignore_errors=True)
    return title + "\n".join([HEAD, *(_line(row, rows) for row in rows)])


def _late(settings: Settings, folder: Path, team: Team) -> list[Row]:
    """Documents of hosts that answer late."""
    material = Material(folder / "www", "shared", settings.shared_files // HOSTS, 4 * KIB)
    material.make()
    rows = [Row(LATE, workers, material.count * HOSTS) for workers in settings.workers]
    with contextlib.ExitStack() as stack:
        hosts = [
            stack.enter_context(server.slow(settings.carrel, folder, folder / "www", settings.delay_milliseconds))
            for _ in range(HOSTS)]
        catalogue = _catalogue(folder / "late.json", hosts, [f"shared/{name}" for name in material.file_names()])
        _rounds(settings, rows, lambda row: team.run(catalogue, row.workers, AT_ONCE, 1, (0,)))
    return rows


def _gone(settings: Settings, folder: Path, team: Team) -> list[Row]:
    """Jobs that end as soon as their host was asked: what is left is the queue's work and the records'."""
    empty = folder / "empty"
    empty.mkdir()
    count = settings.jobs // HOSTS
    rows = [Row(GONE, workers, count * HOSTS) for workers in settings.workers]
    alone = Row(ALONE, 1, count * HOSTS)
    with contextlib.ExitStack() as stack:
        hosts = []
        for number in range(HOSTS):
            place = folder / f"nginx-{number}"
            place.mkdir()
            hosts.append(stack.enter_context(server.nginx(place, empty)))
        catalogue = _catalogue(folder / "gone.json", hosts, [f"n{number:07d}.pdf" for number in range(count)])
        # 1: items failed, as they are to where nothing is there.
        _rounds(
            settings, rows,
            lambda row: team.run(catalogue, row.workers, settings.connections, settings.connections, (0, 1)))
        _rounds(settings, [alone], lambda _: _sync(settings, folder, catalogue))
    return [*rows, alone]


def _catalogue(path: Path, hosts: list[str], names: list[str]) -> Path:
    write_catalogue(path, ((f"{number} {name}", f"{host}/{name}") for name in names
                           for number, host in enumerate(hosts)))
    return path


def _sync(settings: Settings, folder: Path, catalogue: Path) -> float:
    library = folder / "alone"
    command = [
        str(settings.carrel), "sync", str(catalogue), "--library", str(library), "--quiet",
        "--set", f"download.max-concurrent={settings.connections}", "--set", "download.host-failures=0",
        "--set", f"download.max-per-host={settings.connections}", "--set", "download.retries=0"]
    start = time.perf_counter()
    with open(folder / "said", "ab") as said:
        status = subprocess.run(
            command, cwd=folder, env=environment(folder), stdin=subprocess.DEVNULL, stdout=said, stderr=said,
            timeout=settings.time_limit).returncode
    wall = time.perf_counter() - start
    shutil.rmtree(library, ignore_errors=True)
    if status != 1:
        raise RunFailed(f"sync ended with {status}")
    return wall


def _rounds(settings: Settings, rows: list[Row], measure) -> None:
    for number in range(settings.rounds):
        for row in rows:
            if row.failure:
                continue
            try:
                row.walls.append(measure(row))
                told = f"{row.walls[-1]:.2f} s"
            except (RunFailed, subprocess.SubprocessError, OSError) as error:
                row.failure = told = f"failed: {error}"
            print(f"sharing, round {number + 1}, {row.what}, {row.workers}: {told}", file=sys.stderr, flush=True)


def _line(row: Row, rows: list[Row]) -> str:
    what = f"{row.count:,} {row.what}"
    if row.failure:
        return f"| {what} | {row.workers} | {row.failure} | | |"
    wall = median(row.walls)
    one = next((other for other in rows if other.what == row.what and other.workers == 1 and other.walls), None)
    ratio = f"{median(one.walls) / wall:.2f}" if one else ""
    return f"| {what} | {row.workers} | {wall:.2f} | {row.count / wall:,.0f} | {ratio} |"
