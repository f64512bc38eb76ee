"""The case of catalogues that are larger than memory, which are read in parts."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Tests" / "Cluster"))

import bucket as buckets  # noqa: E402
import database as databases  # noqa: E402
import report  # noqa: E402
from measure import RunFailed, environment, measure  # noqa: E402
from settings import Settings  # noqa: E402

HEAD = """\
| items | MiB | command | wall, s | items a second | CPU, s | peak, MiB |
| ---: | ---: | --- | ---: | ---: | ---: | ---: |"""
HOSTS = 10_000
LIMITS = ["--set", "source.max-size=16GiB", "--set", "parse.max-items=100000000"]
POSTING = """\
[source]
use = "file"
path = "{catalogue}"
max-size = "16 GiB"
[parse]
use = "carrel"
max-items = 100000000
[store]
use = "s3"
endpoint = "{endpoint}"
bucket = "{bucket}"
path = "library"
[library]
use = "postgresql"
dsn = "env:LIBRARY_DSN"
[queue]
use = "postgresql"
"""


def run(settings: Settings, scratch: Path) -> str:
    """Each size once: it takes minutes, and what is asked for is memory."""
    folder = Path(tempfile.mkdtemp(prefix="carrel-large-", dir=scratch.parent))
    folder.chmod(0o755)
    try:
        lines = [line for size in settings.large for line in _size(settings, size, folder)]
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return f"### {report.title('large', settings)}\n\n" + "\n".join([HEAD, *lines])


def _size(settings: Settings, size: int, folder: Path) -> list[str]:
    catalogue = folder / "list.jsonl"
    with open(catalogue, "w") as file:
        file.write('{"carrel": 1, "title": "Large"}\n{"type": "collection", "id": "all", "title": "All"}\n')
        for n in range(size):
            file.write(
                f'{{"type": "item", "title": "Document {n}", "url": "http://h{n % HOSTS}.example/d/{n}.txt"}}\n')
    place = folder / "place"
    place.mkdir()
    lines = []
    options = [str(catalogue), "--library", str(place / "library"), "--quiet", *LIMITS]
    waiting = ["--set", "plan.use=on-demand"]
    for label, words in (
        ("`carrel plan --json`", ["plan", *options, "--json"]),
        ("`carrel sync`, nothing to fetch, the first time", ["sync", *options, *waiting]),
        ("`carrel sync`, nothing to fetch, again", ["sync", *options, *waiting]),
    ):
        try:
            sample = measure([str(settings.carrel), *words], place, place, settings.time_limit)
            lines.append(_line(size, catalogue, label, sample.wall, sample.cpu, sample.memory))
        except RunFailed as error:
            lines.append(f"| {size:,} | | {label} | {str(error).replace('|', '/')} | | | |")
        print(lines[-1], file=sys.stderr, flush=True)
    shutil.rmtree(place)
    if size <= settings.posted and databases.programs() and buckets.program():
        lines.append(_post(settings, size, catalogue, folder))
        print(lines[-1], file=sys.stderr, flush=True)
    catalogue.unlink()
    return lines


def _post(settings: Settings, size: int, catalogue: Path, folder: Path) -> str:
    """Has the jobs of all items posted to a fresh database, for documents in a bucket."""
    label = "`carrel sync --detach`, with PostgreSQL"
    place = folder / "posting"
    place.mkdir()
    place.chmod(0o755)
    database, bucket = databases.Database(place), buckets.Bucket(place)
    try:
        database.start()
        bucket.begin()
        database._run("createdb", "-h", database.folder, "-U", "carrel", "large")
        profile = place / "large.toml"
        profile.write_text(POSTING.format(
            catalogue=catalogue, endpoint=bucket.endpoint, bucket=bucket.name))
        dsn = f"host={database.folder} dbname=large user=carrel sslmode=disable"
        start = time.perf_counter()
        process = subprocess.Popen(
            [str(settings.carrel), "sync", "--detach", "--quiet", "--config", str(profile)], cwd=place,
            env=environment(place) | buckets.KEYS | {"LIBRARY_DSN": dsn}, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        if status:
            return f"| {size:,} | | {label} | ended with {os.waitstatus_to_exitcode(status)} | | | |"
        return _line(
            size, catalogue, label, wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
    finally:
        bucket.kill()
        database.close()
        shutil.rmtree(place, ignore_errors=True)


def _line(size: int, catalogue: Path, label: str, wall: float, cpu: float, memory: float) -> str:
    cells = [
        f"{size:,}", f"{catalogue.stat().st_size / (1 << 20):,.0f}", label, f"{wall:.1f}", f"{size / wall:,.0f}",
        f"{cpu:.1f}", f"{memory:.0f}"]
    return "| " + " | ".join(cells) + " |"
