"""The case of large catalogues of other formats: what is read of them, beside what people read them with in Python."""

import json
import shutil
import sys
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from statistics import median

import report
from measure import RunFailed, Sample, measure
from settings import MIB, Settings
from words import SLOTS, slots

HEAD = """\
| catalogue | MiB | command | wall, s | ratio | CPU, s | ratio | peak, MiB |
| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |"""

NOTE = """

`carrel map test` only reads the catalogue, `carrel plan` also compares it with the library and shows a line for each item."""

# An item takes about 1 KiB.
WORDS = 130

JSON_MAPPING = """\
[parse]
use = "map"
format = "json"

[parse.items]
at = "$.courses[*]"
id = "id"
title = "title"
url = "@.file.url"
"""
XML_MAPPING = """\
[parse]
use = "map"
format = "xml"

[parse.items]
at = "/rss/channel/item"
id = "guid"
title = "title"
url = "enclosure/@url"
"""
# Debian's, which has the packages of Debian.
PYTHON = "/usr/bin/python3"
FEED = '[parse]\nuse = "feed"\n'

# What each of Python's ends with is the number of items, so that none can leave out the work.
READ_JSON = """
import json, sys
items = [(one["id"], one["title"], one["file"]["url"]) for one in json.load(open(sys.argv[1]))["courses"]]
sys.exit(len(items) == 0)
"""
READ_XML = """
import sys
from lxml import etree
root = etree.parse(sys.argv[1], etree.XMLParser(huge_tree=True))
items = [
    (one.findtext("guid"), one.findtext("title"), one.xpath("enclosure/@url")[0])
    for one in root.xpath("/rss/channel/item")
]
sys.exit(len(items) == 0)
"""
READ_FEED = """
import sys, feedparser
items = [(one.id, one.title, one.enclosures[0].href) for one in feedparser.parse(sys.argv[1]).entries]
sys.exit(len(items) == 0)
"""


@dataclass
class Row:
    """One command over one catalogue, and a sample each round."""

    what: str
    size: int
    title: str
    command: list[str]
    is_base: bool = False
    samples: list[Sample] = field(default_factory=list)
    failure: str | None = None


def run(settings: Settings, scratch: Path) -> str:
    """Every command once a round, in a memory file system."""
    folder = scratch / "parsed"
    try:
        folder.mkdir()
        rows = _rows(settings, folder)
        for number in range(settings.rounds):
            for row in rows:
                _once(row, settings, folder, scratch, number)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    lines = [HEAD, *(_line(row, rows) for row in rows)]
    return f"### {report.title('parse', settings)}\n\n" + "\n".join(lines) + NOTE


def _rows(settings: Settings, folder: Path) -> list[Row]:
    size = settings.parse_size
    # feedparser takes over a second for each MiB.
    part = max(MIB, size // 10)
    course, large, small = folder / "courses.json", folder / "feed.xml", folder / "part.xml"
    for path, write, limit in ((course, _write_json, size), (large, _write_rss, size), (small, _write_rss, part)):
        write(path, limit)
    by_mapping, by_feed = "`carrel map test`", "`carrel plan`, by `feed`"
    return [
        Row("JSON", size, by_mapping, _carrel("map test", settings, folder, course, "json", JSON_MAPPING), True),
        Row("JSON", size, "Python's `json`", [PYTHON, "-c", READ_JSON, str(course)]),
        Row("XML", size, by_mapping, _carrel("map test", settings, folder, large, "xml", XML_MAPPING), True),
        Row("XML", size, "`lxml`", [PYTHON, "-c", READ_XML, str(large)]),
        Row("RSS", size, by_feed, _carrel("plan", settings, folder, large, "feed", FEED), True),
        Row("RSS", part, by_feed, _carrel("plan", settings, folder, small, "part", FEED), True),
        Row("RSS", part, "`feedparser`", [PYTHON, "-c", READ_FEED, str(small)]),
    ]


def _carrel(command: str, settings: Settings, folder: Path, path: Path, name: str, parse: str) -> list[str]:
    profile = folder / f"{name}.toml"
    profile.write_text(f'[source]\npath = {json.dumps(str(path))}\nmax-size = "4GiB"\n\n{parse}\n[plan]\nuse = "on-demand"\n')
    options = ["--profile", str(profile), "--library", str(folder / "library"), "--quiet"]
    return [str(settings.carrel), *command.split(), *options]


def _texts():
    # The same words for each item, from another place: making them must not take longer than reading them.
    words = " ".join(slots()[number * 7919 % SLOTS] for number in range(20_000)).split()
    number = 0
    while True:
        start = number * 131 % (len(words) - WORDS)
        yield number, " ".join(words[start : start + WORDS])
        number += 1


def _write_json(path: Path, size: int) -> None:
    with path.open("w") as file:
        file.write('{"title": "Courses", "courses": [')
        for number, text in _texts():
            if file.tell() >= size:
                break
            url = f"http://127.0.0.1:9/files/{number}.pdf"
            course = {"id": number, "title": f"Lecture {number}", "file": {"url": url, "bytes": 1}, "text": text}
            file.write((", " if number else "") + json.dumps(course))
        file.write("]}")


def _write_rss(path: Path, size: int) -> None:
    with path.open("w") as file:
        file.write('<rss version="2.0"><channel><title>Lectures</title>\n')
        for number, text in _texts():
            if file.tell() >= size:
                break
            file.write(
                f"<item><guid>lecture-{number}</guid><title>Lecture {number}</title>"
                f'<enclosure url="http://127.0.0.1:9/files/{number}.mp3" length="1" type="audio/mpeg"/>'
                "<pubDate>Sat, 01 Oct 2022 08:00:00 GMT</pubDate>"
                f"<description>{escape(text)}</description></item>\n"
            )
        file.write("</channel></rss>\n")


def _once(row: Row, settings: Settings, folder: Path, scratch: Path, number: int) -> None:
    if row.failure:
        return
    try:
        row.samples.append(measure(row.command, folder, scratch, settings.time_limit))
        told = f"{row.samples[-1].wall:.2f} s"
    except RunFailed as error:
        row.failure = told = f"failed: {error}"
    print(f"parse, {row.what}, round {number + 1}, {row.title}: {told}", file=sys.stderr, flush=True)


def _line(row: Row, rows: list[Row]) -> str:
    cells = [row.what, f"{row.size / MIB:.0f}", row.title]
    if row.failure:
        return "| " + " | ".join([*cells, row.failure.replace("|", "/"), "", "", "", ""]) + " |"
    base = next(one for one in rows if one.what == row.what and one.size == row.size and one.is_base)
    for cost in ("wall", "cpu"):
        mine = _middle(row, cost)
        cells += [f"{mine:.2f}", "" if base.failure else f"{mine / _middle(base, cost):.2f}"]
    return "| " + " | ".join([*cells, f"{_middle(row, 'memory'):.0f}"]) + " |"


def _middle(row: Row, cost: str) -> float:
    return median(getattr(one, cost) for one in row.samples)
