"""The case of single previews, as commands: what is kept, a PDF document, a page of an article."""

import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import report
import server
from machine import OPTIONAL
from material import write_catalogue
from measure import Moment, RunFailed, measure, moment
from pages import PAGES, write_page, write_pdf
from settings import KIB, Settings

HEAD = """\
| what | command | wall, ms | ratio | beyond the start, ms | CPU, ms | ratio |
| --- | --- | ---: | ---: | ---: | ---: | ---: |"""

# How many other documents a large library holds.
OTHERS = 10_000

# Otherwise it would stop where the text is as long as previews are shown.
WHOLE = ["--set", "preview.max-text=8MiB"]


@dataclass
class Row:
    """One command: what it shows, and a sample each time."""

    what: str
    title: str
    command: list[str]
    is_base: bool = False
    samples: list[Moment] = field(default_factory=list)
    failure: str | None = None


def run(settings: Settings, scratch: Path) -> str:
    """Every command in turn, many times each: they take milliseconds."""
    folder = scratch / "www"
    library, large = scratch / "library", scratch / "large"
    pdf, page = folder / "report.pdf", folder / "page.html"
    try:
        folder.mkdir()
        write_pdf(pdf)
        write_page(page)
        for number in range(OTHERS):
            (folder / f"{number}.txt").write_text(f"{number}\n")
        with server.nginx(scratch, folder) as base:
            shown = [("Report", f"{base}/report.pdf"), ("Page", f"{base}/page.html")]
            others = [(f"Other {number}", f"{base}/{number}.txt") for number in range(OTHERS)]
            _sync(settings, scratch, library, shown)
            _sync(settings, scratch, large, shown + others, modules=OTHERS // 100)
        rows = _rows(settings, library, large, pdf, page)
        output = scratch / "shown"
        for number in range(settings.rounds * settings.previews + 1):
            # There and back: what comes after the same tool finds its pages in the processor's caches.
            for row in rows if number % 2 else reversed(rows):
                _once(row, output, scratch, number)
        size = page.stat().st_size
    finally:
        for path in (folder, library, large):
            shutil.rmtree(path, ignore_errors=True)
    for row in rows:
        told = row.failure or f"{median(one.wall for one in row.samples) * 1000:.1f} ms"
        print(f"preview, {row.what}, {row.title}: {told}", file=sys.stderr, flush=True)
    lines = [HEAD, *(_line(row, rows) for row in rows)]
    return f"### {report.title('preview', settings)}\n\n" + "\n".join(lines) + _note(size)


def _sync(settings: Settings, scratch: Path, library: Path, notes: list[tuple[str, str]], modules: int = 1) -> None:
    catalogue = scratch / "shown.json"
    write_catalogue(catalogue, notes, modules)
    command = [str(settings.carrel), "sync", str(catalogue), "--library", str(library), "--quiet"]
    measure(command, scratch, scratch, settings.time_limit)


def _rows(settings: Settings, library: Path, large: Path, pdf: Path, page: Path) -> list[Row]:
    carrel = str(settings.carrel)
    document, article, kept = f"PDF, {PAGES} pages", "HTML page", "kept preview"
    rows = [
        Row("start", "`carrel --version`", [carrel, "--version"]),
        Row(kept, "`carrel preview`, of the PDF", [carrel, "preview", "bench/1", "--library", str(library)], True),
        Row(kept, "`carrel preview`, of the page", [carrel, "preview", "bench/2", "--library", str(library)]),
        Row(
            kept, f"`carrel preview`, of the page, among {OTHERS:,} others",
            [carrel, "preview", "bench/2", "--library", str(large)]),
        Row(document, "`carrel preview`, the whole text", [carrel, "preview", str(pdf), *WHOLE], True),
        Row(document, "`pdftotext -layout`", ["pdftotext", "-layout", str(pdf), "-"]),
        Row(article, "`carrel preview`", [carrel, "preview", str(page)], True),
    ]
    for name in OPTIONAL:
        if shutil.which(name):
            # It reads the page from its standard input.
            command = ["sh", "-c", f'{name} --markdown < "$1"', "sh", str(page)]
            rows.append(Row(article, f"`{name}`", command))
    return rows


def _once(row: Row, output: Path, scratch: Path, number: int) -> None:
    if row.failure:
        return
    try:
        sample = moment(row.command, output, scratch)
        if output.stat().st_size == 0:
            raise RunFailed("showed nothing")
    except RunFailed as error:
        row.failure = str(error)
        return
    # The first time makes what is kept, and has the files in memory.
    if number > 0:
        row.samples.append(sample)


def _line(row: Row, rows: list[Row]) -> str:
    if row.failure:
        return f"| {row.what} | {row.title} | failed: {row.failure.replace('|', '/')} | | | | |"
    wall, cpu = _middle(row, "wall"), _middle(row, "cpu")
    base = next((other for other in rows if other.what == row.what and other.is_base and not other.failure), None)
    start = rows[0]
    beyond = "" if row is start or start.failure or "carrel" not in row.title else f"{wall - _middle(start, 'wall'):.1f}"
    ratios = [f"{mine / _middle(base, cost):.2f}" if base else "" for mine, cost in ((wall, "wall"), (cpu, "cpu"))]
    cells = [row.what, row.title, f"{wall:.1f}", ratios[0], beyond, f"{cpu:.1f}", ratios[1]]
    return "| " + " | ".join(cells) + " |"


def _middle(row: Row, cost: str) -> float:
    return median(getattr(one, cost) for one in row.samples) * 1000


def _note(size: int) -> str:
    missing = [name for name in OPTIONAL if not shutil.which(name)]
    left_out = f" {', '.join(missing)} is not installed." if missing else ""
    return f"\n\nThe page is of {size / KIB:.0f} KiB.{left_out}"
