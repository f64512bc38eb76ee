"""The machine: what it is, and whether it has room for the benchmark."""

import os
import platform
import re
import shutil
import subprocess
from pathlib import Path

from settings import MIB, Settings

PROGRAMS = ("nginx", "curl", "wget2", "aria2c", "hyperfine", "setpriv", "findmnt", "/usr/bin/time", "rg", "recollindex", "pdftotext")
# Not in Debian: measured where somebody installed them.
OPTIONAL = ("trafilatura",)


class NoRoom(Exception):
    """The benchmark cannot run on this machine."""


def check(settings: Settings) -> None:
    """Throws NoRoom where a program is missing, or where disk or memory may not suffice."""
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    if missing:
        raise NoRoom(f"not installed: {', '.join(missing)}")
    if not os.access(settings.carrel, os.X_OK):
        raise NoRoom(f"no program at {settings.carrel}: run make carrel")
    served, left, memory = _need(settings)
    in_memory = served + (left if "tmpfs" in settings.places else 0)
    _compare("free space", settings.memory_folder, shutil.disk_usage(settings.memory_folder).free, in_memory)
    if "disk" in settings.places:
        settings.disk_folder.mkdir(parents=True, exist_ok=True)
        _compare("free space", settings.disk_folder, shutil.disk_usage(settings.disk_folder).free, left)
    _compare("free memory", "this machine", _available_memory(), in_memory + memory)


def _need(settings: Settings) -> tuple[int, int, int]:
    # Bytes that are served, that tools leave, and that they use; a small file takes a page and an inode.
    page = 6 * 1024
    small = settings.files * page if {"small", "again"} & set(settings.cases) else 0
    big = settings.big_files * settings.big_size if "big" in settings.cases else 0
    delayed = settings.delayed_files * 66 * 1024 if "delayed" in settings.cases else 0
    again = small * len(settings.tools) if "again" in settings.cases else 0
    largest = max(settings.catalogues) if "catalogue" in settings.cases else 0
    # Each text is served, stored and indexed twice, all in memory.
    texts = settings.texts * 36 * 1024 if "search" in settings.cases else 0
    parsed = settings.parse_size * 3 if "parse" in settings.cases else 0
    served = small + big + delayed + largest * 150 + texts + parsed
    left = max(small, big, delayed, again, largest * 1024)
    return served, left, 512 * MIB + max(largest * 2048, parsed * 4)


def _compare(what: str, where, found: int, needed: int) -> None:
    if found < needed * 1.2:
        raise NoRoom(f"{what} of {where}: {found // MIB} MiB, needed are {int(needed * 1.2) // MIB} MiB")


def _available_memory() -> int:
    fields = dict(line.split(":", 1) for line in Path("/proc/meminfo").read_text().splitlines())
    return int(fields["MemAvailable"].split()[0]) * 1024


def describe(settings: Settings) -> str:
    """The machine in two lines: what it is, and the versions of all that is measured."""
    model = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text())
    cores = len(os.sched_getaffinity(0))
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / MIB / 1024
    name = " ".join(model.group(1).split()) if model else platform.machine()
    versions = [
        _version(program, option)
        for program, option in (
            (str(settings.carrel), "--version"), ("curl", "-V"), ("wget2", "-V"), ("aria2c", "-v"),
            ("nginx", "-v"), ("hyperfine", "-V"), ("rg", "--version"), ("recollindex", "-v"), ("pdftotext", "-v"),
            *((name, "--version") for name in OPTIONAL if shutil.which(name)),
        )
    ]  # fmt: skip
    system = f"Linux {platform.release()}, disk {_file_system(settings.disk_folder)}"
    return f"{cores} cores, {name}, {total:.0f} GiB, {system}.\n{', '.join(versions)}."


def _version(program: str, option: str) -> str:
    # nginx tells its version on the standard error.
    done = subprocess.run([program, option], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30)
    said = done.stdout or done.stderr
    # A Python program that does not start prints a traceback, which holds other numbers.
    number = None if "Traceback" in said else re.search(r"\d+\.\d+(\.\d+)?", said)
    return f"{Path(program).name} {number.group(0) if number else 'of unknown version'}"


def _file_system(folder: Path) -> str:
    command = ["findmnt", "-n", "-o", "FSTYPE", "-T", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    return done.stdout.strip() or "of unknown kind"
