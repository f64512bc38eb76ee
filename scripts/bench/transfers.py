"""The cases in which files are fetched: every tool in turn, round after round."""

import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path

from measure import RunFailed, Sample, measure
from tools import TITLES, TOOLS, Job, stored


@dataclass
class Row:
    """One tool in one place: a sample a round, or why there is none."""

    place: str
    tool: str
    samples: list[Sample] = field(default_factory=list)
    failure: str | None = None


def run(job: Job, place: str, folder: Path, scratch: Path) -> list[Row]:
    """Measures one job with every tool, alternated, so that a busy minute hits all alike."""
    rows = []
    for tool in job.settings.tools:
        # Without a disk there is nothing to flush, and nothing is stored where nothing changed.
        if tool == "carrel-not-durable" and (place != "disk" or job.again or job.material.name != "small"):
            continue
        if TOOLS[tool](job) is not None:
            rows.append(Row(place, tool))
    try:
        if job.again:
            for row in rows:
                _attempt(row, lambda row=row: _fill(row, job, folder, scratch))
        for number in range(job.settings.rounds):
            for row in rows:
                _attempt(row, lambda row=row: row.samples.append(_once(row, job, folder, scratch)))
                _tell(job, row, number)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return rows


def _attempt(row: Row, action) -> None:
    if row.failure:
        return
    try:
        action()
    except RunFailed as error:
        row.failure = str(error)


def _fill(row: Row, job: Job, folder: Path, scratch: Path) -> None:
    first = Job(job.settings, job.lists, job.material)
    place = _emptied(folder / row.tool)
    measure(TOOLS[row.tool](first), place, scratch, job.settings.time_limit)
    _check(place, job)


def _once(row: Row, job: Job, folder: Path, scratch: Path) -> Sample:
    place = folder / row.tool
    before = _states(place) if job.again else {}
    if not job.again:
        _emptied(place)
    sample = measure(TOOLS[row.tool](job), place, scratch, job.settings.time_limit)
    _check(place, job)
    if job.again and _states(place) != before:
        raise RunFailed("files were written again, though nothing had changed")
    if not job.again:
        shutil.rmtree(place)
    return sample


def _emptied(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def _states(folder: Path) -> dict[Path, tuple[int, int]]:
    # Not the time of modification: tools set that to the server's also after they have written a file again.
    return {path: (path.stat().st_ino, path.stat().st_ctime_ns) for path in stored(folder)}


def _check(folder: Path, job: Job) -> None:
    sizes = [path.stat().st_size for path in stored(folder)]
    if len(sizes) != job.material.count:
        raise RunFailed(f"left {len(sizes)} files instead of {job.material.count}")
    if any(size != job.material.size for size in sizes):
        raise RunFailed(f"left files that are not of {job.material.size} bytes")


def _tell(job: Job, row: Row, number: int) -> None:
    result = row.failure or f"{row.samples[-1].wall:.3f} s"
    kind = job.material.name + (" again" if job.again else "")
    print(f"{kind}, {row.place}, round {number + 1}, {TITLES[row.tool]}: {result}", file=sys.stderr, flush=True)
