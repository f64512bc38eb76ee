"""The case of catalogues in which nothing is to be done: what an item costs, however many there are."""

import shutil
import sys
from pathlib import Path
from statistics import median

import report
from material import write_catalogue
from measure import RunFailed, Sample, measure
from settings import MIB, Settings

HEAD = """\
| items | command | wall, s | wall an item, µs | CPU, s | CPU an item, µs | peak, MiB | memory an item, KiB |
| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |"""

# The first run reads the catalogue and records it; the others find it recorded.
FIRST, SECOND, PLAN = "`carrel sync`, the first time", "`carrel sync`, again", "`carrel plan`"


def run(settings: Settings, scratch: Path) -> str:
    """Measures every size once a round, in a memory file system: it is the items' cost that is asked for."""
    samples: dict[tuple[int, str], list[Sample] | str] = {}
    folder = scratch / "catalogues"
    try:
        for size in settings.catalogues:
            folder.mkdir(exist_ok=True)
            _write(folder / f"{size}.json", size)
        for number in range(settings.rounds):
            for size in settings.catalogues:
                _round(settings, size, number, folder, scratch, samples)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    lines = [_line(size, command, found) for (size, command), found in samples.items()]
    return f"### {report.title('catalogue', settings)}\n\n" + "\n".join([HEAD, *lines])


def _write(path: Path, size: int) -> None:
    # No document is fetched, so nobody has to listen there.
    numbers = range(size)
    write_catalogue(path, ((f"Note {n}", f"http://127.0.0.1:9/notes/n{n:07d}.pdf") for n in numbers))


def _round(settings: Settings, size: int, number: int, folder: Path, scratch: Path, samples: dict) -> None:
    catalogue = str(folder / f"{size}.json")
    library = folder / "library"
    options = [catalogue, "--library", str(library), "--quiet", "--set", "plan.use=on-demand"]
    for command, name in ((FIRST, "sync"), (SECOND, "sync"), (PLAN, "plan")):
        found = samples.setdefault((size, command), [])
        if isinstance(found, str):
            continue
        try:
            words = [str(settings.carrel), name, *options]
            found.append(measure(words, folder, scratch, settings.time_limit))
            told = f"{found[-1].wall:.3f} s"
        except RunFailed as error:
            samples[size, command] = told = f"failed: {error}"
        print(f"{size} items, round {number + 1}, {command}: {told}", file=sys.stderr, flush=True)
    shutil.rmtree(library, ignore_errors=True)


def _line(size: int, command: str, found: list[Sample] | str) -> str:
    if isinstance(found, str):
        return f"| {size:,} | {command} | {found.replace('|', '/')} | | | | | |"
    wall = median(sample.wall for sample in found)
    cpu = median(sample.cpu for sample in found)
    memory = median(sample.memory for sample in found)
    cells = [
        f"{size:,}", command, f"{wall:.3f}", f"{wall / size * 1e6:.2f}", f"{cpu:.3f}", f"{cpu / size * 1e6:.2f}",
        f"{memory:.0f}", f"{memory * MIB / 1024 / size:.2f}",
    ]  # fmt: skip
    return "| " + " | ".join(cells) + " |"
