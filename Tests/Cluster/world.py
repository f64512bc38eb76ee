"""What the hosts have: documents with known content, how their hosts lie about them, and the lists of them."""

import hashlib
import random
import threading
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Kind:
    """A catalogue: its parser, which hosts it lists, how they want to be treated, and what its documents are."""

    name: str
    parser: str
    hosts: range
    most_at_once: int
    per_second: int | None
    documents: int
    suffix: str
    lies: tuple[str, ...]


KINDS = (
    Kind("notes", "url-list", range(0, 8), 3, None, 330, "txt",
         ("busy", "cut", "stall", "late", "long", "short", "moved", "error", "reset")),
    Kind("papers", "metalink", range(8, 12), 1, None, 170, "bin",
         ("busy", "cut", "stall", "other", "short", "moved", "error", "gone")),
    Kind("slides", "url-list", range(12, 16), 1, None, 150, "pdf",
         ("login", "login", "busy", "cut", "long", "moved", "late")),
    Kind("archive", "url-list", range(16, 20), 1, 6, 100, "txt", ("busy", "cut", "long", "error")),
)
HOSTS = 20


@dataclass
class Document:
    """One document, in all versions, on one host or on several."""

    kind: Kind
    number: int
    seed: str
    hosts: list[int]
    # What its hosts do instead of sending it, request by request; afterwards they send it.
    lies: list[str] = field(default_factory=list)
    # After that many requests it is another one; `None` if it stays.
    changes_after: int | None = None
    # What its hosts always do instead of sending it.
    always: str | None = None
    requests: int = 0

    @property
    def path(self) -> str:
        return f"/{self.kind.name}/{self.kind.name}-{self.number}.{self.kind.suffix}"

    @property
    def version(self) -> int:
        """The version that the last request got."""
        return 2 if self.changes_after is not None and self.requests > self.changes_after else 1

    @property
    def ended_with_lie(self) -> bool:
        """Whether the last request got a lie, so that nobody can know yet what its hosts have."""
        return self.always is None and 0 < self.requests <= len(self.lies)

    def content(self, version: int) -> bytes:
        source = random.Random(f"{self.seed} {version}")
        size = source.choice((600, 3_000, 15_000, 50_000)) if source.random() < 0.97 else source.randrange(1 << 20, 3 << 20)
        if self.kind.suffix == "txt":
            return source.randbytes(size // 2).hex().encode()
        return (b"%PDF-1.4\n" if self.kind.suffix == "pdf" else b"\0\1") + source.randbytes(size)

    def digests(self) -> list[str]:
        """The SHA-256 of each version, the first one first."""
        return [hashlib.sha256(self.content(version)).hexdigest() for version in (1, 2)]

    @property
    def expected(self) -> str:
        """The SHA-256 of what its hosts have now."""
        return self.digests()[self.version - 1]


class World:
    """The documents, and how many of them the catalogues list. Many threads read it."""

    def __init__(self, seed: int):
        self.lock = threading.Lock()
        self.ports: list[int] = []
        # The part of each catalogue that is listed.
        self.listed = 0.15
        self.documents: dict[str, Document] = {}
        for kind in KINDS:
            for number in range(kind.documents):
                document = self._document(kind, number, seed)
                self.documents[document.path] = document

    @staticmethod
    def _document(kind: Kind, number: int, seed: int) -> Document:
        text = f"{seed} {kind.name} {number}"
        source = random.Random(text)
        hosts = source.sample(kind.hosts, 3 if kind.parser == "metalink" else 1)
        document = Document(kind, number, text, hosts)
        if source.random() < 0.35:
            document.lies = [source.choice(kind.lies) for _ in range(source.choice((1, 1, 2, 3)))]
        if kind.parser != "metalink" and source.random() < 0.12:
            document.changes_after = source.choice((1, 1, 2))
        if kind.suffix == "pdf" and source.random() < 0.08:
            document.always = "login"
        elif kind.suffix == "txt" and source.random() < 0.01:
            document.always = "gone"
        return document

    def address(self, document: Document, host: int | None = None) -> str:
        return f"http://127.0.0.1:{self.ports[document.hosts[0] if host is None else host]}{document.path}"

    def shown(self, kind: Kind) -> list[Document]:
        """What a catalogue lists now."""
        count = round(kind.documents * self.listed)
        return [document for document in self.documents.values() if document.kind == kind][:count]

    def catalogue(self, kind: Kind) -> bytes:
        """The list as the catalogue's parser reads it."""
        shown = self.shown(kind)
        if kind.parser == "url-list":
            return "".join(self.address(document) + "\n" for document in shown).encode()
        files = []
        for document in shown:
            content = document.content(1)
            files.append(f'<file name="{document.path.rsplit("/", 1)[1]}"><size>{len(content)}</size>'
                         f'<hash type="sha-256">{hashlib.sha256(content).hexdigest()}</hash>')
            files += [f'<url priority="{place}">{self.address(document, host)}</url>'
                      for place, host in enumerate(document.hosts, 1)]
            files.append("</file>")
        return f'<metalink xmlns="urn:ietf:params:xml:ns:metalink">{"".join(files)}</metalink>'.encode()

    def next_answer(self, path: str) -> tuple[Document, str | None, bytes, str] | None:
        """For one more request: the document, the lie if there is one, the content, and its tag."""
        document = self.documents.get(path)
        if document is None:
            return None
        with self.lock:
            lie = document.always or (
                document.lies[document.requests] if document.requests < len(document.lies) else None)
            document.requests += 1
            version = document.version
        return document, lie, document.content(version), f'"{document.kind.name}-{document.number}-{version}"'
