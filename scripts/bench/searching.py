"""The case in which texts are indexed and searched: Carrel beside recoll, and ripgrep, which has no index."""

import contextlib
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

import report
import search_tools
import server
from material import write_catalogue
from measure import RunFailed, measure, moment
from running import Running
from search_tools import ASKED, CARREL, Place, asked_carrel, carrel
from settings import MIB, Settings
from words import KINDS, Query, queries, write_texts

INDEX_HEAD = """\
| command | wall, s | CPU, s | peak, MiB | index, MiB |
| --- | ---: | ---: | ---: | ---: |"""
QUERY_HEAD = """\
| queries | tool | median, ms | 95 % below, ms | slowest, ms | ratio of medians | CPU, ms |
| --- | --- | ---: | ---: | ---: | ---: | ---: |"""
# The same searches without the start of a program and the opening of a library.
RUNNING = "`carrel mcp`, running"
FIRST, AGAIN, RECOLL = "`carrel index`", "`carrel index`, after one new document", "`recollindex`"


@dataclass
class Found:
    """What was measured of a tool; why it failed, if it did."""

    samples: list = field(default_factory=list)
    failure: str | None = None
    size: int = 0


def run(settings: Settings, scratch: Path) -> str:
    """Indexes in turn, then asks one query after the other of every tool, all in memory."""
    place = Place(settings, scratch / "www" / "texts", scratch / "library", scratch / "recoll")
    try:
        names = write_texts(place.texts, settings.texts)
        asked = queries(place.texts, names, settings.queries)
        with server.nginx(scratch, scratch / "www") as base:
            _sync(scratch, place, base, names[:-settings.rounds])
            indexed = _index(scratch, place)
            indexed[AGAIN] = _index_again(scratch, place, base, names)
        answers = _ask(scratch, place, asked)
    finally:
        for folder in (scratch / "www", place.library, place.recoll):
            shutil.rmtree(folder, ignore_errors=True)
    lines = [INDEX_HEAD, *(_index_line(name, found) for name, found in indexed.items()), "", QUERY_HEAD]
    return f"### {report.title('search', settings)}\n\n" + "\n".join([*lines, *_query_lines(answers)])


def _sync(scratch: Path, place: Place, base: str, names: list[str]) -> None:
    catalogue = scratch / "texts.json"
    write_catalogue(catalogue, ((f"Note {name[:-4]}", f"{base}/texts/{name}") for name in names))
    words = ["sync", str(catalogue), "--quiet", "--set", "store.durable=false"]
    measure(carrel(place, *words), scratch, scratch, place.settings.time_limit)


# Indexing


def _index(scratch: Path, place: Place) -> dict[str, Found]:
    found = {FIRST: Found(), RECOLL: Found()}
    ways = {
        FIRST: (search_tools.new_carrel_index, search_tools.carrel_index),
        RECOLL: (search_tools.new_recoll_index, search_tools.recoll_index),
    }
    for number in range(place.settings.rounds):
        for name, (new, files) in ways.items():
            _attempt(found[name], f"round {number + 1}, {name}", new(place), scratch, place)
            found[name].size = sum(path.stat().st_size for path in files(place))
    return found


def _index_again(scratch: Path, place: Place, base: str, names: list[str]) -> Found:
    found = Found()
    for left in reversed(range(place.settings.rounds)):
        _sync(scratch, place, base, names[: len(names) - left])
        _attempt(found, AGAIN, carrel(place, "index"), scratch, place)
    return found


def _attempt(found: Found, name: str, command: list[str], scratch: Path, place: Place) -> None:
    if found.failure:
        return
    try:
        found.samples.append(measure(command, scratch, scratch, place.settings.time_limit))
    except RunFailed as error:
        found.failure = str(error)
    told = found.failure or f"{found.samples[-1].wall:.3f} s"
    print(f"search, {name}: {told}", file=sys.stderr, flush=True)


def _index_line(name: str, found: Found) -> str:
    if found.failure:
        return f"| {name} | failed: {found.failure.replace('|', '/')} | | | |"
    wall, cpu, memory = (median(getattr(one, what) for one in found.samples) for what in ("wall", "cpu", "memory"))
    size = f"{found.size / MIB:.0f}" if found.size else ""
    return f"| {name} | {wall:.3f} | {cpu:.3f} | {memory:.0f} | {size} |"


# Searching


def _ask(scratch: Path, place: Place, asked: list[Query]) -> dict[tuple[str, str], Found]:
    """One run of every tool for every query, after one to have the files in memory."""
    answers: dict[tuple[str, str], Found] = {}
    output = scratch / "answer"
    for command, statuses in ASKED.values():
        with contextlib.suppress(RunFailed):
            moment(command(place, asked[0]), output, scratch, statuses)
    for query in asked:
        for tool, (command, statuses) in ASKED.items():
            answer = answers.setdefault((query.kind, tool), Found())
            try:
                answer.samples.append((query, moment(command(place, query), output, scratch, statuses)))
            except RunFailed as error:
                answer.failure = f"{' '.join(query.words)}: {error}"
    with Running(carrel(place, "mcp")) as running:
        running.search(asked_carrel(asked[0]))
        for query in asked:
            answer = answers.setdefault((query.kind, RUNNING), Found())
            try:
                answer.samples.append((query, running.search(asked_carrel(query))))
            except RunFailed as error:
                answer.failure = f"{' '.join(query.words)}: {error}"
    return answers


def _query_lines(answers: dict[tuple[str, str], Found]) -> list[str]:
    lines = []
    for kind in KINDS:
        for tool in (*ASKED, RUNNING):
            if (kind, tool) in answers:
                lines.append(_line(kind, tool, answers[kind, tool], answers[kind, CARREL]))
    for part, wanted in (("common words", True), ("rare words", False), ("**all**", None)):
        sums = {tool: _sum(answers, tool, wanted) for tool in (*ASKED, RUNNING)}
        lines += [_line(part, tool, found, sums[CARREL]) for tool, found in sums.items()]
    return lines


def _sum(answers: dict[tuple[str, str], Found], tool: str, wanted: bool | None) -> Found:
    sum = Found()
    for (_, other), found in answers.items():
        if other == tool:
            sum.samples += [one for one in found.samples if wanted is None or one[0].is_common == wanted]
            sum.failure = sum.failure or found.failure
    return sum


def _line(kind: str, tool: str, found: Found, base: Found) -> str:
    if found.failure or not found.samples:
        return f"| {kind} | {tool} | failed: {(found.failure or 'nothing was asked').replace('|', '/')} | | | | |"
    walls = sorted(one.wall * 1000 for _, one in found.samples)
    ratio = ""
    if base.samples and not base.failure:
        ratio = f"{median(walls) / median(one.wall * 1000 for _, one in base.samples):.2f}"
    cpu = median(one.cpu * 1000 for _, one in found.samples)
    cells = [kind, tool, f"{median(walls):.1f}", f"{_most(walls):.1f}", f"{walls[-1]:.1f}", ratio, f"{cpu:.1f}"]
    return "| " + " | ".join(cells) + " |"


def _most(walls: list[float]) -> float:
    return quantiles(walls, n=20, method="inclusive")[-1] if len(walls) > 1 else walls[0]
