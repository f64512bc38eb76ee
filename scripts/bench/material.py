"""The files that are served, and the lists of them in every tool's own form."""

import json
import os
import random
from dataclasses import dataclass
from pathlib import Path

from settings import MIB


# Files that are changed at one time and of one size have one entity tag at nginx.
CHANGED = 1_700_000_000


@dataclass(frozen=True)
class Material:
    """A folder of equal files below the server's root, which `name` is the path of."""

    root: Path
    name: str
    count: int
    size: int

    @property
    def folder(self) -> Path:
        return self.root / self.name

    def file_names(self) -> list[str]:
        return [f"{self.name}{number:07d}.bin" for number in range(self.count)]

    @property
    def entity_tag(self) -> str:
        return f'"{CHANGED:x}-{self.size:x}"'

    def make(self) -> None:
        """Writes the files: random bytes, the same ones in every run of the benchmark."""
        self.folder.mkdir(parents=True, exist_ok=True)
        source = random.Random(f"carrel {self.name}")
        for file_name in self.file_names():
            with open(self.folder / file_name, "wb") as file:
                left = self.size
                while left > 0:
                    file.write(source.randbytes(min(left, MIB)))
                    left -= MIB
            os.utime(self.folder / file_name, (CHANGED, CHANGED))


@dataclass(frozen=True)
class Lists:
    """One list of downloads, for each kind of reader."""

    catalogue: Path  # for Carrel: JSON of the module-notes form
    curl_config: Path  # for curl -K
    urls: Path  # for wget2 and aria2c: one URL a line

    @staticmethod
    def write(folder: Path, base: str, material: Material) -> "Lists":
        names = material.file_names()
        urls = [f"{base}/{material.name}/{name}" for name in names]
        lists = Lists(
            folder / f"{material.name}.json",
            folder / f"{material.name}.curl",
            folder / f"{material.name}.txt",
        )
        write_catalogue(lists.catalogue, zip(names, urls))
        lists.curl_config.write_text(
            "".join(f'url = "{url}"\noutput = "{name}"\n' for name, url in zip(names, urls))
        )
        lists.urls.write_text("".join(url + "\n" for url in urls))
        return lists


def write_catalogue(path: Path, notes, modules: int = 1) -> None:
    """Writes a catalogue of modules, whose notes are pairs of title and URL, shared out evenly."""
    notes = list(notes)
    with open(path, "w") as file:
        separator = "["
        for number in range(modules):
            code = "bench" if number == 0 else f"bench-{number}"
            file.write(f'{separator}{{"moduleCode": "{code}", "moduleTitle": "Benchmark", "moduleNotes": [')
            share = notes[len(notes) * number // modules : len(notes) * (number + 1) // modules]
            file.write(",".join(f"\n{{{json.dumps(title)}: {json.dumps(url)}}}" for title, url in share))
            file.write("]}")
            separator = ",\n"
        file.write("]\n")
