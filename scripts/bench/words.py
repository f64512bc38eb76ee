"""Texts to be searched, and queries for them: the same ones in every run of the benchmark."""

import functools
import random
from array import array
from dataclasses import dataclass
from pathlib import Path

from settings import KIB

# As many words as a large library has, the one of rank n as often as 1/n says.
VOCABULARY = 200_000
SLOTS = 1 << 20
SIZE = 4 * KIB
COMMON, RARE = (100, 1_000), (2_000, 100_000)
KINDS = ("one word", "two words", "a phrase", "a beginning", "NEAR", "without a word")


@dataclass(frozen=True)
class Query:
    """What is looked for: a kind, its words, and whether they are common ones."""

    kind: str
    words: tuple[str, ...]
    is_common: bool


@functools.cache
def vocabulary() -> list[str]:
    """The words by rank, made of syllables."""
    source = random.Random("carrel words")
    syllables = [a + b for a in "bcdfghklmnprstvwz" for b in ("a", "e", "i", "o", "u", "ar", "en", "is", "or")]
    words: dict[str, None] = {}
    while len(words) < VOCABULARY:
        words["".join(source.choices(syllables, k=source.choice((1, 2, 2, 3, 3, 4))))] = None
    return list(words)


def write_texts(folder: Path, count: int) -> list[str]:
    """Writes the texts into a folder, 4 KiB each, and gives their names."""
    folder.mkdir(parents=True, exist_ok=True)
    source = random.Random("carrel texts")
    names = [f"n{number:07d}.txt" for number in range(count)]
    for name in names:
        (folder / name).write_text(_text(source))
    return names


@functools.cache
def slots() -> list[str]:
    """The word that each number below SLOTS stands for: each word has as many numbers as Zipf's law says."""
    words = vocabulary()
    whole = sum(1 / rank for rank in range(1, len(words) + 1))
    table: list[str] = []
    share = 0.0
    for rank, word in enumerate(words, 1):
        share += 1 / rank / whole
        table += [word] * (round(share * SLOTS) - len(table))
    return table


def _text(source: random.Random) -> str:
    numbers = array("I", source.randbytes(SIZE * 2))
    table = slots()
    lines, line, size = [], [], 0
    for number in numbers:
        word = table[number & (SLOTS - 1)]
        line.append(word)
        size += len(word) + 1
        if len(line) == 12:
            lines.append(" ".join(line))
            line = []
        if size >= SIZE:
            break
    return ("\n".join([*lines, " ".join(line)]))[:SIZE].rstrip()


def queries(folder: Path, names: list[str], count: int) -> list[Query]:
    """Queries of all kinds in turn, half of them of common words; phrases and pairs are taken from the texts."""
    source = random.Random("carrel queries")
    common = frozenset(vocabulary()[: COMMON[1]])
    found: dict[Query, None] = {}
    while len(found) < count:
        kind = KINDS[len(found) % len(KINDS)]
        is_common = len(found) // len(KINDS) % 2 == 0
        if kind in ("a phrase", "NEAR"):
            words = _neighbours((folder / source.choice(names)).read_text().split(), kind, source)
            fits = is_common == common.issuperset(words)
        else:
            words = _drawn(kind, *(COMMON if is_common else RARE), source)
            fits = True
        if fits and len(set(words)) == len(words):
            found[Query(kind, words, is_common)] = None
    return list(found)


def _neighbours(text: list[str], kind: str, source: random.Random) -> tuple[str, ...]:
    at = source.randrange(len(text) - 3)
    return text[at], text[at + (1 if kind == "a phrase" else 3)]


def _drawn(kind: str, low: int, high: int, source: random.Random) -> tuple[str, ...]:
    count = 1 if kind in ("one word", "a beginning") else 2
    words = [vocabulary()[source.randrange(low, high)] for _ in range(count)]
    return tuple(word[:4] if kind == "a beginning" else word for word in words)
