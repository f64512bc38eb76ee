"""What a run measures: read from environment variables, each with a default."""

import os
from dataclasses import dataclass
from pathlib import Path

KIB, MIB = 1024, 1024 * 1024
CASES = ("small", "big", "again", "delayed", "catalogue", "large", "parse", "search", "preview", "sharing")
PLACES = ("tmpfs", "disk")


class WrongSetting(Exception):
    """A variable has a value that cannot be used."""


@dataclass(frozen=True)
class Settings:
    """All that can be chosen; docs/Performance.md lists the variables."""

    carrel: Path
    cases: tuple[str, ...]
    places: tuple[str, ...]
    tools: tuple[str, ...]
    rounds: int
    connections: int
    files: int
    big_files: int
    big_size: int
    delayed_files: int
    delay_milliseconds: int
    catalogues: tuple[int, ...]
    large: tuple[int, ...]
    posted: int
    parse_size: int
    texts: int
    queries: int
    previews: int
    shared_files: int
    jobs: int
    workers: tuple[int, ...]
    memory_folder: Path
    disk_folder: Path
    time_limit: int

    @staticmethod
    def read(carrel: Path, known_tools: tuple[str, ...]) -> "Settings":
        """Reads the environment; throws WrongSetting for anything that makes no sense."""
        return Settings(
            carrel=carrel.resolve(),
            cases=_words("BENCH_CASES", CASES, CASES),
            places=_words("BENCH_PLACES", PLACES, PLACES),
            tools=_words("BENCH_TOOLS", known_tools, known_tools),
            rounds=_number("BENCH_ROUNDS", 5),
            connections=_number("BENCH_CONNECTIONS", 16),
            files=_number("BENCH_FILES", 10_000),
            big_files=_number("BENCH_BIG_FILES", 4),
            big_size=_number("BENCH_BIG_MIB", 256) * MIB,
            delayed_files=_number("BENCH_DELAYED_FILES", 1_000),
            delay_milliseconds=_number("BENCH_DELAY_MS", 20),
            catalogues=_numbers("BENCH_CATALOGUES", (10_000, 100_000, 1_000_000)),
            large=_numbers("BENCH_LARGE", (1_000_000, 10_000_000)),
            posted=_number("BENCH_POSTED", 1_000_000),
            parse_size=_number("BENCH_PARSE_MIB", 100) * MIB,
            texts=_number("BENCH_TEXTS", 100_000),
            queries=_number("BENCH_QUERIES", 204),
            previews=_number("BENCH_PREVIEWS", 20),
            shared_files=_number("BENCH_SHARED_FILES", 2_400),
            jobs=_number("BENCH_JOBS", 100_000),
            workers=_numbers("BENCH_WORKERS", (1, 2, 3, 4)),
            memory_folder=Path(os.environ.get("BENCH_TMPFS") or "/dev/shm"),
            disk_folder=Path(os.environ.get("BENCH_DISK") or ".build/bench").resolve(),
            time_limit=_number("BENCH_TIME_LIMIT", 600),
        )


def _number(name: str, default: int) -> int:
    return _numbers(name, (default,))[0]


def _numbers(name: str, default: tuple[int, ...]) -> tuple[int, ...]:
    text = os.environ.get(name, "")
    words = text.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() and int(word) > 0 for word in words):
        raise WrongSetting(f"{name}={text}: expected whole numbers above 0")
    return tuple(int(word) for word in words) or default


def _words(name: str, default: tuple[str, ...], known: tuple[str, ...]) -> tuple[str, ...]:
    words = os.environ.get(name, "").replace(",", " ").split()
    for word in words:
        if word not in known:
            raise WrongSetting(f"{name}: {word} is none of {', '.join(known)}")
    return tuple(words) or default
