"""What must hold after every run, and what must hold in the end."""

from library import Library
from world import World

VERSIONS = 3
# Bounds: what a run may take at most. They say that nothing grows without end, not how little is needed.
MEBIBYTES = 300
DESCRIPTORS = 96


class Promises:
    """Gathers what was broken, each sentence once, with how often."""

    def __init__(self, world: World):
        self.world = world
        self.broken: dict[str, list[str]] = {}
        # What a person or a disk put under a name, by name: it may stand there, and among the versions.
        self.foreign: dict[str, set] = {}
        # What a person wrote into documents, by name.
        self.edited: dict[str, str] = {}
        self.accepted: set = set()

    def check(self, holds: bool, promise: str, detail: str) -> None:
        if not holds:
            self.broken.setdefault(promise, []).append(detail)

    def documents(self, library: Library, is_clean: bool, when: str) -> None:
        """Every name is a whole document that the server had, whatever ended the run."""
        everything = set().union(*(document.had for document in self.world.documents.values())) | self.accepted
        for name, digest in library.documents.items():
            foreign = self.foreign.get(name, set())
            _, path = library.records.get(name, (None, None))
            # A killed run may have named a document that its next start will record.
            had = self.world.had(path) | self.accepted if path and is_clean else everything
            self.check(
                digest in had | foreign, "every name is a whole document that the server had", f"{name} {when}")
        for name, digest in self.edited.items():
            self.check(library.documents.get(name) == digest, "what somebody wrote into stays as it is", f"{name} {when}")
        if is_clean:
            self._records(library, when)
        # What somebody wrote goes with its document to the name that this one gets beside it.
        foreign = set().union(*self.foreign.values())
        for name, digests in library.versions.items():
            self.check(len(digests - foreign) <= VERSIONS, "earlier versions are as many as asked for", f"{name} {when}")
            self.check(digests <= everything | foreign, "earlier versions are whole documents", f"{name} {when}")

    def _records(self, library: Library, when: str) -> None:
        for name, (digest, _) in library.records.items():
            found = library.documents.get(name)
            is_touched = name in self.foreign
            self.check(found is not None or is_touched, "what is recorded is there", f"{name} {when}")
            self.check(
                found in (None, digest) or is_touched, "records say what is there", f"{name} {when}")
        for name in library.documents.keys() - library.records.keys():
            self.check(name in self.foreign, "every document is recorded", f"{name} {when}")
        unlisted = library.quarantine - library.quarantined.keys()
        self.check(not unlisted, "what is set aside is listed", f"{len(unlisted)} files {when}: {sorted(unlisted)[:2]}")
        gone = library.quarantined.keys() - library.quarantine
        self.check(not gone, "what is listed as set aside is there", f"{len(gone)} rows {when}")
        whole = [name for name in library.incoming if name.endswith(".whole")]
        self.check(not whole, "no staged document is left over", f"{len(whole)} {when}")

    def run(self, result, allowed: set) -> None:
        """How a run may end, and what it may take."""
        text = " ".join(result.arguments[:3])
        self.check(
            result.status in allowed, "a run ends with a status that it promises",
            f"{text}: {result.status} {result.error[-300:].strip()}")
        self.check("Fatal error" not in result.error, "nothing crashes", f"{text}: {result.error[-300:].strip()}")
        self.check(result.mebibytes <= MEBIBYTES, f"a run takes at most {MEBIBYTES} MiB", f"{text}: {result.mebibytes:.0f}")
        self.check(
            result.descriptors <= DESCRIPTORS, f"a run opens at most {DESCRIPTORS} files",
            f"{text}: {result.descriptors}")

    def end(self, library: Library) -> None:
        """After calm runs everything is there, and nothing else."""
        by_path: dict[str, set] = {}
        for digest, path in library.records.values():
            by_path.setdefault(path, set()).add(digest)
        for path, digest in self.world.current().items():
            self.check(digest in by_path.get(path, ()), "in the end every listed document is there as it is now", path)
        self.check(not library.quarantine, "in the end nothing is set aside", f"{len(library.quarantine)} files")
        # A download of what is listed no longer stays for a month: it may be listed again.
        listed = self.world.current()
        left = sorted(name for name, path in library.incoming.items() if path is None or path in listed)
        self.check(not left, "in the end nothing is left of unfinished downloads of what is listed", f"{left[:4]}")
        self.check(library.pending == 0, "in the end no publication is pending", str(library.pending))
        # A page an item and a few attempts each, with room for the log.
        bound = (8 << 20) + library.items * (8 << 10)
        self.check(library.database <= bound, "the records stay small", f"{library.database >> 10} KiB, {library.items} items")
