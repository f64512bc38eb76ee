"""Commands that index and search the same texts: Carrel, recoll, and ripgrep, which has no index."""

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from settings import Settings
from words import Query

CARREL, RECOLL, RIPGREP = "`carrel search`", "`recollq`", "`rg`"
# No other forms of words, as Carrel has it unless told, and no list of spellings.
RECOLL_SETTINGS = "topdirs = {texts}\nindexstemminglanguages =\nnoaspell = 1\n"


@dataclass(frozen=True)
class Place:
    """Where things are: the texts, Carrel's library, and recoll's folder."""

    settings: Settings
    texts: Path
    library: Path
    recoll: Path


def carrel(place: Place, *words: str) -> list[str]:
    """A command of Carrel for the library."""
    return [str(place.settings.carrel), *words, "--library", str(place.library)]


def new_carrel_index(place: Place) -> list[str]:
    """Removes Carrel's index; the command that makes it."""
    for path in carrel_index(place):
        path.unlink()
    return carrel(place, "index")


def carrel_index(place: Place) -> list[Path]:
    """The files of Carrel's index."""
    return list((place.library / ".carrel").glob("index.sqlite*"))


def new_recoll_index(place: Place) -> list[str]:
    """Removes recoll's index; the command that makes it."""
    shutil.rmtree(place.recoll, ignore_errors=True)
    place.recoll.mkdir()
    (place.recoll / "recoll.conf").write_text(RECOLL_SETTINGS.format(texts=place.texts))
    return ["recollindex", "-c", str(place.recoll)]


def recoll_index(place: Place) -> list[Path]:
    """The files of recoll's index."""
    return [path for path in place.recoll.rglob("*") if path.is_file()]


def asked_carrel(query: Query) -> str:
    """A query as Carrel takes it."""
    return _expression(query, "NEAR({} {}, 5)")


def _asked_carrel(place: Place, query: Query) -> list[str]:
    return carrel(place, "search", asked_carrel(query))


def _asked_recoll(place: Place, query: Query) -> list[str]:
    return ["recollq", "-c", str(place.recoll), "-b", "-n", "20", _expression(query, '"{} {}"p5')]


def _expression(query: Query, near: str) -> str:
    form = {"a phrase": '"{} {}"', "a beginning": "{}*", "NEAR": near, "without a word": "{} -{}"}
    return form.get(query.kind, " ".join(["{}"] * len(query.words))).format(*query.words)


def _asked_ripgrep(place: Place, query: Query) -> list[str]:
    rg = ["rg", "--no-config", "-l", "-i"]
    first, last = (re.escape(word) for word in (query.words[0], query.words[-1]))
    match query.kind:
        case "one word":
            return [*rg, "-w", first, str(place.texts)]
        case "a beginning":
            return [*rg, rf"\b{first}", str(place.texts)]
        case "a phrase":
            return [*rg, "-U", "-w", rf"{first}\s+{last}", str(place.texts)]
        case "NEAR":
            gap = r"(\W+\w+){0,5}\W+"
            return [*rg, "-U", "-w", f"{first}{gap}{last}|{last}{gap}{first}", str(place.texts)]
    without = "--files-without-match" if query.kind == "without a word" else "-l"
    second = f'rg --no-config -l0 -i -w "$1" "$3" | xargs -0 -r rg --no-config {without} -i -w "$2"'
    return ["sh", "-c", second, "sh", first, last, str(place.texts)]


# Nothing found is no failure; xargs says so with a status of its own.
ASKED = {CARREL: (_asked_carrel, (0,)), RECOLL: (_asked_recoll, (0,)), RIPGREP: (_asked_ripgrep, (0, 1, 123))}
