"""Measures Carrel beside the tools that do a part of its work, and prints Markdown tables.

usage: python3 scripts/bench CARREL [--output FILE] [--document FILE]

--output also writes the tables to a file, --document puts them between a document's two marker comments.
What is measured is chosen by environment variables: see docs/Performance.md.
"""

import argparse
import contextlib
import shutil
import signal
import sys
import tempfile
from pathlib import Path

import catalogues
import large
import machine
import parsing
import previews
import report
import searching
import server
import sharing
import table
import transfers
from material import Lists, Material
from measure import RunFailed
from settings import KIB, Settings, WrongSetting
from tools import TOOLS, Job

# The cases in which nothing is fetched that others could fetch, too.
OTHERS = {
    "catalogue": catalogues.run, "large": large.run, "parse": parsing.run, "search": searching.run, "preview": previews.run,
    "sharing": sharing.run,
}  # fmt: skip


def main() -> int:
    arguments = _arguments()
    # A signal ends the benchmark as an error does: servers are stopped and data is removed.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    try:
        settings = Settings.read(arguments.carrel, tuple(TOOLS))
        machine.check(settings)
        text = _measure(settings)
        print(text)
        if arguments.output:
            arguments.output.write_text(text)
        if arguments.document:
            report.write_between_markers(arguments.document, text)
    except (WrongSetting, machine.NoRoom, server.ServerFailed, RunFailed, report.NoMarkers, OSError) as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__.split("\n")[0])
    parser.add_argument("carrel", type=Path, metavar="CARREL")
    parser.add_argument("--output", type=Path, metavar="FILE")
    parser.add_argument("--document", type=Path, metavar="FILE")
    return parser.parse_args()


def _measure(settings: Settings) -> str:
    parts = [f"{machine.describe(settings)}\nMedians of {settings.rounds} alternated rounds."]
    with contextlib.ExitStack() as stack:
        scratch = stack.enter_context(_folder(settings.memory_folder))
        places = {"tmpfs": scratch / "out"}
        if "disk" in settings.places:
            places["disk"] = stack.enter_context(_folder(settings.disk_folder)) / "out"
        places = {name: places[name] for name in settings.places}
        for case in settings.cases:
            if case in OTHERS:
                parts.append(OTHERS[case](settings, scratch))
            else:
                parts.append(_transfers(case, settings, scratch, places))
    return "\n\n".join(parts) + "\n"


@contextlib.contextmanager
def _folder(parent: Path):
    path = Path(tempfile.mkdtemp(prefix="carrel-bench-", dir=parent))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def _transfers(case: str, settings: Settings, scratch: Path, places: dict[str, Path]) -> str:
    root = scratch / "www"
    material = {
        "small": Material(root, "small", settings.files, 4 * KIB),
        "again": Material(root, "small", settings.files, 4 * KIB),
        "big": Material(root, "big", settings.big_files, settings.big_size),
        "delayed": Material(root, "delayed", settings.delayed_files, 64 * KIB),
    }[case]
    material.make()
    if case == "delayed":
        serving = server.slow(settings.carrel, scratch, root, settings.delay_milliseconds)
    else:
        serving = server.nginx(scratch, root)
    rows = []
    with serving as base:
        job = Job(settings, Lists.write(scratch, base, material), material, again=case == "again")
        for place, folder in places.items():
            rows += transfers.run(job, place, folder, scratch)
    shutil.rmtree(root)
    return f"### {report.title(case, settings)}\n\n{table.transfers(rows)}{report.note(case, settings)}"


if __name__ == "__main__":
    sys.exit(main())
