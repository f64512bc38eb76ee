"""One thing after the other: changes, weather, runs with and without signals, faults of the disk, a person's doings."""

import hashlib
import json
import os
import signal
import statistics
import time

from disk import Disk
from library import Library
from process import Result, Runner
from promises import Promises
from server import Server
from world import World

# How a sync may end: all well, items failed, the catalogue could not be read.
SYNC = {0, 1, 4}
INTERRUPTED, KILLED, LIBRARY = 130, -signal.SIGKILL, 5


class Rounds:
    """Plays rounds and remembers what was measured."""

    def __init__(self, runner: Runner, world: World, server: Server, disk: Disk, promises: Promises, source):
        self.runner, self.world, self.server, self.disk = runner, world, server, disk
        self.promises, self.random = promises, source
        self.counts: dict[str, int] = {}
        self.measured: dict[str, list[float]] = {}
        self.notes = b"My own notes.\n"
        self.proxy = runner.start("delay-proxy", "--listen", "127.0.0.1:0", "--quiet")
        self.proxy_address = None
        self.proxy_resident: list[float] = []

    # MARK: Rounds

    def play(self, seconds: int) -> None:
        """Plays until the time is over."""
        deadline = time.monotonic() + seconds
        doings = (
            (self._sync, 8), (self._interrupt, 5), (self._kill, 6), (self._through_proxy, 2), (self._while_changing, 3),
            (self._verify_beside, 2), (self._quarantine, 3), (self._damage, 2), (self._edit, 1), (self._disk, 2), (self._read, 1))
        self._sync()
        self._leave_notes()
        while time.monotonic() < deadline:
            self.server.weather = self.random.choice(("calm", "showers", "showers", "storm"))
            self.world.change(self.random.randrange(6))
            doing = self.random.choices([doing for doing, _ in doings], [weight for _, weight in doings])[0]
            doing()

    def settle(self) -> None:
        """Calm weather: what is left is fetched, and nothing else is left."""
        self.server.weather = "calm"
        for _ in range(4):
            # Hosts that asked for patience get it.
            time.sleep(1.2)
            result = self._run("settle", "sync", "--json", allowed={0, 1})
            self._run("settle", "quarantine", "discard", "--all", allowed={0})
            if result.status == 0:
                break
        self.promises.check(result.status == 0, "in calm weather a sync ends well", result.output[-600:])
        result = self._run("settle", "verify", "--json", allowed={0})
        strays = {row["name"] for row in _rows(result) if row["state"] == "stray"}
        # Of two edits of one document, the records know the later one.
        strays -= self.promises.edited.keys()
        self.promises.check(strays == set(self._notes()), "nothing that Carrel does not know is there", f"{strays}")
        for name in self._notes():
            content = (self.disk.library / name).read_bytes()
            self.promises.check(content == self.notes, "a person's own file is left alone", name)
        self.promises.end(Library.read(self.disk.library))

    # MARK: Runs

    def _run(self, kind: str, *arguments: str, allowed: set, number=None, after: float = 0, is_clean=True) -> Result:
        result = self.runner.run(*arguments, number=number, after=after)
        self._note(kind, result, allowed, is_clean and result.status != KILLED)
        return result

    def _note(self, kind: str, result: Result, allowed: set, is_clean: bool) -> None:
        """Notes what a run took, and compares the library with what there was."""
        self.counts[kind] = self.counts.get(kind, 0) + 1
        for name, value in (
            ("memory of a run, MiB", result.mebibytes), ("files opened by a run", result.descriptors),
            ("length of a run, s", result.seconds)):
            self.measured.setdefault(name, []).append(value)
        self.promises.run(result, allowed)
        library = Library.read(self.disk.library)
        self.promises.documents(library, is_clean, f"after {' '.join(result.arguments[:2])}, {kind}, round {self.rounds}")
        for name, value in (
            ("documents", len(library.documents)), ("records, KiB", library.database / 1024),
            ("attempts recorded", library.rows), ("files of unfinished downloads", len(library.incoming)),
            ("files set aside", len(library.quarantine)), ("earlier versions", sum(map(len, library.versions.values())))):
            self.measured.setdefault(name, []).append(value)
        self.proxy_resident.append(self.proxy.resident)

    @property
    def rounds(self) -> int:
        return sum(self.counts.values())

    def _sync(self) -> None:
        extra = ["--retry-failed"] if self.random.random() < 0.15 else []
        self._run("plain", "sync", "--quiet", *extra, allowed=SYNC)

    def _interrupt(self) -> None:
        result = self._run(
            "interrupted", "sync", "--quiet", allowed=SYNC | {INTERRUPTED, -signal.SIGINT}, number=signal.SIGINT,
            after=self.random.random() * 1.5)
        # A signal before Carrel listens to it ends it as every program.
        if result.status == -signal.SIGINT:
            self._sync()

    def _kill(self) -> None:
        """Kills a run, or several in a row; the next one puts everything right."""
        for _ in range(self.random.choice((1, 1, 2, 4))):
            self._run(
                "killed", "sync", "--quiet", allowed=SYNC | {KILLED}, number=signal.SIGKILL,
                after=self.random.random() ** 2 * 1.5)
        self._sync()

    def _while_changing(self) -> None:
        running = self.runner.start("sync", "--quiet")
        for _ in range(5):
            self.world.change(2)
            time.sleep(self.random.random() * 0.1)
        self._note("while changing", running.wait(), SYNC, True)

    def _through_proxy(self) -> None:
        """The catalogue through the slow server, which runs all the time."""
        if self.proxy_address is None:
            self.proxy_address = self.proxy.output_so_far.split()[-1]
        delay = self.random.choice(("0s", "200ms"))
        self._run(
            "through the proxy", "sync", "--quiet", "--set", "source.use=delay-proxy", "--set",
            f"source.proxy={self.proxy_address}", "--set", f"source.delay={delay}", allowed=SYNC | {KILLED},
            number=signal.SIGKILL if self.random.random() < 0.3 else None, after=self.random.random())

    def _verify_beside(self) -> None:
        """Reading everything again beside a run that changes it finds nothing wrong."""
        running = self.runner.start("sync", "--quiet")
        time.sleep(self.random.random() * 0.3)
        found = self.runner.run("verify", "--json")
        self._note("beside a verify", running.wait(), SYNC, True)
        self.counts["verify beside a run"] = self.counts.get("verify beside a run", 0) + 1
        wrong = [row["name"] for row in _rows(found) if row["state"] in ("damaged", "missing")]
        self.promises.check(
            not wrong and found.status == 0, "verify finds nothing wrong beside a run",
            f"{found.status} {wrong[:3]} {found.error[-200:].strip()}")

    # MARK: A person's doings

    def _quarantine(self) -> None:
        rows = _rows(self._run("quarantine", "quarantine", "list", "--json", allowed={0}))
        if not rows:
            return
        if self.random.random() < 0.3:
            self._run("quarantine", "quarantine", "discard", "--all", allowed={0})
            return
        row = self.random.choice(rows)
        self.promises.accepted.add(row["sha256"])
        doing = self.random.choice(("accept", "discard"))
        # What came only in part cannot be accepted; one that is killed is done again.
        number = signal.SIGKILL if self.random.random() < 0.3 else None
        self._run(
            "quarantine", "quarantine", doing, str(row["number"]), allowed={0, 1, LIBRARY, KILLED}, number=number,
            after=self.random.random() * 0.1)
        self._sync()

    def _damage(self) -> None:
        """A disk changes documents: verify tells, and --repair has them fetched anew, which it does of those that are listed."""
        names = self._unedited(lambda library: library.listed)
        chosen = self.random.sample(names, min(len(names), self.random.randrange(1, 4)))
        for name in chosen:
            self._spoil(name)
        found = self._run("damaged", "verify", "--json", allowed={1} if chosen else {0})
        wrong = {row["name"] for row in _rows(found) if row["state"] in ("damaged", "missing")}
        self.promises.check(set(chosen) <= wrong, "verify finds every damaged document", f"{set(chosen) - wrong}")
        if self.random.random() < 0.4:
            self._run(
                "damaged", "verify", "--repair", "--quiet", allowed={0, 1, KILLED}, number=signal.SIGKILL,
                after=self.random.random() * 0.2, is_clean=False)
        self._run("repaired", "verify", "--repair", "--quiet", allowed={0, 1})
        self._run("repaired", "verify", "--quiet", allowed={0})

    def _unedited(self, among=lambda library: library.records) -> list[str]:
        """The documents that are there and that nobody wrote into."""
        library = Library.read(self.disk.library)
        return sorted(name for name in among(library) if name in library.documents.keys() - self.promises.edited.keys())

    def _spoil(self, name: str) -> None:
        file = self.disk.library / name
        before = file.stat()
        how = self.random.choice(("flip", "cut", "remove", "append"))
        content = bytearray(file.read_bytes())
        if how == "flip" and content:
            content[self.random.randrange(len(content))] ^= 1
        elif how == "cut":
            del content[len(content) // 2:]
        else:
            content += b"more"
        digests = self.promises.foreign.setdefault(name, set())
        # A link among the earlier versions is the same file: it is replaced, as editors do.
        file.unlink()
        if how != "remove":
            digests.add(hashlib.sha256(content).hexdigest())
            file.write_bytes(content)
            # A disk gives no new time; where there is one, somebody wrote into the document.
            os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))

    def _edit(self) -> None:
        """A person writes into a document: verify says so, and it stays as it is whatever comes."""
        names = self._unedited()
        if not names:
            return
        name = self.random.choice(names)
        file = self.disk.library / name
        content = file.read_bytes() + b"My remark.\n"
        file.unlink()
        file.write_bytes(content)
        digest = hashlib.sha256(content).hexdigest()
        self.promises.edited[name] = digest
        self.promises.foreign.setdefault(name, set()).add(digest)
        found = self._run("edited", "verify", "--json", allowed={0})
        states = {row["name"]: row["state"] for row in _rows(found)}
        self.promises.check(
            states.get(name) == "edited", "verify knows what somebody wrote into", f"{name}: {states.get(name)}")

    def _leave_notes(self) -> None:
        """Files of a person's own, one under a name that a document is about to want."""
        for name in self._notes():
            (self.disk.library / name).write_bytes(self.notes)
            self.promises.foreign[name] = {hashlib.sha256(self.notes).hexdigest()}
        self.world.add("GEO7", "mine", "pdf")

    def _notes(self) -> tuple:
        return "my own notes.txt", "GEO7-mine.pdf"

    # MARK: The disk

    def _disk(self) -> None:
        if not self.disk.faults:
            return
        fault = self.random.choice(self.disk.faults)
        with self.disk.fault(fault, self.random.choice((0, 20_000, 300_000, 2_000_000))):
            self._run(fault, "sync", "--quiet", allowed=SYNC | {LIBRARY}, is_clean=False)
            self._run(fault, "list", "--quiet", allowed={0, LIBRARY}, is_clean=False)
        self._sync()

    def _read(self) -> None:
        """What only reads works beside a run."""
        running = self.runner.start("sync", "--quiet")
        for arguments in (("list", "--json"), ("recent", "--json"), ("quarantine", "list", "--json")):
            result = self.runner.run(*arguments)
            self.promises.run(result, {0})
        self._note("beside readers", running.wait(), SYNC, True)

    # MARK: The end

    def stop(self) -> None:
        """Ends the slow server."""
        if self.proxy.process.returncode is not None:
            return
        self.proxy.send(signal.SIGINT)
        result = self.proxy.wait()
        self.promises.check(
            result.status == INTERRUPTED, "the slow server ends when asked", f"{result.status} {result.error[-300:]}")

    def report(self) -> None:
        """Prints what was done and measured."""
        self.measured["memory of the slow server, MiB"] = [value for value in self.proxy_resident if value]
        self.measured["files opened by the slow server"] = [self.proxy.descriptors]
        self.stop()
        print(f"\n{self.rounds} runs: " + ", ".join(f"{count} {kind}" for kind, count in sorted(self.counts.items())))
        faults = ", ".join(f"{count} {fault}" for fault, count in sorted(self.server.faults.items()))
        print(f"{self.server.requests} requests, faults: {faults}")
        print(f"{len(self.world.documents)} documents at as many addresses\n")
        print("| measured | least | median | greatest | last |")
        print("| --- | --- | --- | --- | --- |")
        for name, values in self.measured.items():
            if values:
                numbers = (min(values), statistics.median(values), max(values), values[-1])
                print(f"| {name} | " + " | ".join(f"{number:.4g}" for number in numbers) + " |")


def _rows(result: Result) -> list[dict]:
    """What a command listed, without the error that may have ended it: its status tells that."""
    rows = [json.loads(line) for line in result.output.splitlines() if line.startswith("{")]
    return [row for row in rows if "event" not in row]
