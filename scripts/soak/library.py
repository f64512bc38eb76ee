"""What is in a library's folder and in its records, read while no Carrel runs."""

import hashlib
import json
import shutil
import sqlite3
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit


@dataclass
class Library:
    """One look at everything."""

    documents: dict = field(default_factory=dict)  # name: SHA-256, of every file under its final name
    records: dict = field(default_factory=dict)  # name: (SHA-256, path of the URL)
    listed: set = field(default_factory=set)  # names of the documents whose items the catalogue lists
    quarantined: dict = field(default_factory=dict)  # token: SHA-256, as recorded
    quarantine: set = field(default_factory=set)  # names of the files in the quarantine
    incoming: dict = field(default_factory=dict)  # name: path of its item's URL, None where no note says whose it is
    versions: dict = field(default_factory=dict)  # name: digests of the kept versions
    pending: int = 0
    rows: int = 0
    items: int = 0
    database: int = 0  # bytes, with its log

    @staticmethod
    def read(root: Path) -> "Library":
        library = Library()
        if not root.is_dir():
            return library
        library.documents = {file.name: _digest(file) for file in root.iterdir() if file.is_file()}
        inner = root / ".carrel"
        notes = {file.stem: _noted(file) for file in _files(inner / "incoming") if file.suffix == ".note"}
        library.incoming = {file.name: notes.get(file.stem) for file in _files(inner / "incoming")}
        library.quarantine = {file.name for file in _files(inner / "quarantine")}
        for folder in (inner / "versions").iterdir() if (inner / "versions").is_dir() else []:
            library.versions[folder.name] = {_digest(file) for file in _files(folder)}
        library._read_records(inner)
        return library

    def _read_records(self, inner: Path) -> None:
        # A copy: opening the records themselves would repair what Carrel is to repair.
        names = [name for name in ("library.sqlite", "library.sqlite-wal") if (inner / name).exists()]
        self.database = sum((inner / name).stat().st_size for name in names)
        if not names:
            return
        with tempfile.TemporaryDirectory() as folder:
            for name in names:
                shutil.copy(inner / name, folder)
            records = sqlite3.connect(Path(folder) / "library.sqlite")
            try:
                if not records.execute("SELECT 1 FROM sqlite_master WHERE name = 'document'").fetchone():
                    return
                for name, digest, url, is_listed in records.execute(
                    "SELECT name, sha256, coalesce(item.url, document.url), listed"
                    " FROM document JOIN item ON item.id = item"
                ):
                    self.records[name] = (digest, urlsplit(url).path)
                    if is_listed:
                        self.listed.add(name)
                self.quarantined = dict(records.execute("SELECT token, sha256 FROM quarantine"))
                self.pending, self.rows, self.items = (
                    records.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
                    for table in ("publication", "attempt", "item"))
            finally:
                records.close()


def _files(folder: Path) -> list[Path]:
    return [file for file in folder.iterdir() if file.is_file()] if folder.is_dir() else []


def _noted(note: Path) -> str | None:
    """The path of the URL that the item of an unfinished download has as its identity."""
    try:
        return urlsplit(json.loads(note.read_text())["key"]["item"]).path
    except (ValueError, KeyError, TypeError):
        return None


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
