"""What the server has: documents that come, change, move and go, and the list of them."""

import hashlib
import json
import random
import threading
from dataclasses import dataclass, field

COLLECTIONS = ("BIO101", "GEO7", "MATH 12", "Ü/1")
SIGNATURES = {"pdf": b"%PDF-1.4\n", "txt": b"Notes.\n", "bin": b"", "html": b"<!DOCTYPE html><title>n</title>"}


@dataclass
class Document:
    """One document at one address, in all the versions that it ever had."""

    path: str
    collection: str
    title: str
    kind: str
    seed: int
    version: int = 0
    had: set = field(default_factory=set)
    is_there: bool = True

    def content(self) -> bytes:
        source = random.Random(f"{self.seed} {self.version}")
        # Most are small, a few need many reads and can be continued.
        size = source.choice((900, 4_000, 20_000, 60_000)) if source.random() < 0.93 else source.randrange(2 << 20)
        return SIGNATURES[self.kind] + source.randbytes(size)

    def note(self) -> None:
        """Remembers the current version as one that there was."""
        self.had.add(hashlib.sha256(self.content()).hexdigest())


class World:
    """The catalogue and its documents. Its own thread changes it while the servers' threads read it."""

    def __init__(self, random_source: random.Random):
        self.random = random_source
        self.lock = threading.RLock()
        self.documents: dict[str, Document] = {}
        self.listed: list[str] = []
        self.unavailable = 0
        self.hosts: list[str] = []
        for _ in range(30):
            self._add()

    def find(self, path: str) -> Document | None:
        with self.lock:
            return self.documents.get(path)

    def had(self, path: str) -> set:
        with self.lock:
            document = self.documents.get(path)
            return set(document.had) if document else set()

    def catalogue(self) -> bytes:
        """The list as JSON of the module-notes form; half of the entries promise size or digest."""
        with self.lock:
            modules: dict[str, list] = {}
            for index, path in enumerate(self.listed):
                document = self.documents[path]
                note = {"title": document.title, "url": self.hosts[document.seed % len(self.hosts)] + path}
                if document.seed % 4 == 0:
                    note["sha256"] = hashlib.sha256(document.content()).hexdigest()
                if document.seed % 4 == 1:
                    note["size"] = len(document.content())
                modules.setdefault(document.collection, []).append(note)
            modules.setdefault("BIO101", []).extend(
                {"title": f"Soon {number}", "url": ""} for number in range(self.unavailable))
            return json.dumps(
                [{"moduleCode": code, "moduleTitle": f"About {code}", "moduleNotes": notes}
                 for code, notes in modules.items()], ensure_ascii=False).encode()

    def current(self) -> dict[str, str]:
        """The digest of each listed document as it is now, by its path."""
        with self.lock:
            return {path: hashlib.sha256(self.documents[path].content()).hexdigest() for path in self.listed}

    def change(self, count: int) -> None:
        """Makes so many changes, of every kind."""
        with self.lock:
            for _ in range(count):
                self.random.choice((self._add, self._edit, self._edit, self._remove, self._retitle, self._move))()
            self.unavailable = self.random.randrange(4)

    def _add(self) -> None:
        if len(self.listed) < 60:
            number = len(self.documents)
            # Names that collide once they are names of files, and names that are none.
            stems = (f"week{number}", f"Week%20{number}", f"{number}.tar", f"a%2F..%2F{number}", "notes")
            self.add(
                self.random.choice(COLLECTIONS), self.random.choice(stems), self.random.choice(list(SIGNATURES)))

    def add(self, collection: str, stem: str, kind: str) -> None:
        """Lists one more document."""
        with self.lock:
            number = len(self.documents)
            document = Document(
                f"/d/{number}/{stem}.{kind}", collection, f"Week {number}: a/b", kind, self.random.randrange(1 << 30))
            document.note()
            self.documents[document.path] = document
            self.listed.insert(self.random.randrange(len(self.listed) + 1), document.path)

    def _edit(self) -> None:
        if self.listed:
            document = self.documents[self.random.choice(self.listed)]
            document.version += 1
            document.note()

    def _remove(self) -> None:
        if len(self.listed) > 20:
            path = self.random.choice(self.listed)
            self.listed.remove(path)
            self.documents[path].is_there = self.random.random() < 0.5

    def _retitle(self) -> None:
        if self.listed:
            self.documents[self.random.choice(self.listed)].title += "!"

    def _move(self) -> None:
        """A document gets another address: for Carrel it is another item."""
        if not self.listed:
            return
        index = self.random.randrange(len(self.listed))
        old = self.documents[self.listed[index]]
        path = f"/d/m{len(self.documents)}/{old.path.rsplit('/', 1)[1]}"
        document = Document(path, old.collection, old.title, old.kind, old.seed, old.version)
        document.note()
        self.documents[path] = document
        self.listed[index] = path
        old.is_there = False
