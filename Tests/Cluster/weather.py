"""What happens to the team while it works."""

import heapq
import itertools
import random
import signal
import subprocess
import time
from collections import Counter

from machines import LEASE, Worker
from processes import end, until
from promises import Promises
from team import Team

EVENTS = {
    "worker killed": 12, "worker told to end": 9, "worker stopped": 8, "database restarted": 6, "bucket killed": 5,
    "connection cut": 8, "connection silent": 6, "sync killed": 6,
}


class Weather:
    """Plays the events in a random order, and syncs beside them, for about `seconds`."""

    def __init__(self, team: Team, promises: Promises, seed: int, seconds: float):
        self.team, self.promises, self.seconds = team, promises, seconds
        self.random = random.Random(seed)
        self.seen: Counter[str] = Counter()
        self.syncs: Counter[str] = Counter()
        self._sync: subprocess.Popen | None = None
        self._sync_kind = ""
        self._next = 0.0
        # What is to be done later, by time: how the trouble of a worker or a service ends.
        self._later: list[tuple[float, int, object, str]] = []
        self._count = itertools.count()
        self._busy: set[str] = set()

    def play(self) -> None:
        """Has everything happen; returns with some troubles not yet over."""
        events = [name for name, count in EVENTS.items() for _ in range(count)]
        self.random.shuffle(events)
        begin = time.monotonic()
        for place, name in enumerate(events):
            while time.monotonic() < begin + place * self.seconds / len(events):
                self._tick((time.monotonic() - begin) / self.seconds)
            while not self._happen(name):
                self._tick(place / len(events))

    def clear(self) -> None:
        """Ends every trouble, and waits for the services."""
        while self._later:
            self._tick(1)
        if self._sync and not until(lambda: self._sync.poll() is not None, 120):
            self.promises.check(False, "a sync that is attached ends", "it had not ended two minutes after the last trouble")
            end(self._sync)
        self._note_sync()
        if not self.team.bucket.is_there(30):
            raise RuntimeError("the object store did not come back")
        while not self._is_well():
            self._tick(1)

    def _is_well(self) -> bool:
        self._watch()
        return not self._later

    def _tick(self, part: float) -> None:
        """Lets a moment pass: ends troubles that are over, has the catalogues grow, and syncs."""
        time.sleep(0.05)
        while self._later and self._later[0][0] <= time.monotonic():
            _, _, action, busy = heapq.heappop(self._later)
            action()
            self._busy.discard(busy)
        self._watch()
        self.team.world.listed = min(1, 0.15 + part)
        if part < 1 and time.monotonic() > self._next and (self._sync is None or self._sync.poll() is not None):
            self._note_sync()
            self._next = time.monotonic() + 1
            self._sync_kind = self.random.choice(("attached", "detached"))
            arguments = ["--detach"] if self._sync_kind == "detached" else []
            self._sync = self.team.poster.start("sync", *arguments)

    def _note_sync(self) -> None:
        if self._sync is None:
            return
        self.syncs[self._sync_kind] += 1
        status = self._sync.returncode
        self.promises.check(
            # One that is interrupted before it listens for that ends as any program does.
            status in (0, 1, 4, 5, -signal.SIGKILL, -signal.SIGINT, 130), "a sync ends with a status that it promises",
            f"{self._sync_kind}: {status}: {self.team.poster.last_words}")

    def _watch(self) -> None:
        """Has workers begin again that ended by themselves, which none should."""
        for worker in self.team.workers:
            if worker.name not in self._busy and worker.is_gone:
                promise = "works until it is told to end" if worker.has_begun else "waits for the database to begin"
                self.promises.check(
                    False, f"a worker {promise}",
                    f"{worker.name}: {worker.process.returncode}: {worker.last_words}")
                self._after(1, worker.begin, worker.name)

    def _after(self, seconds: float, action, busy: str) -> None:
        self._busy.add(busy)
        heapq.heappush(self._later, (time.monotonic() + seconds, next(self._count), action, busy))

    def _happen(self, name: str) -> bool:
        """Has an event happen; `False` where what it is about has another trouble still."""
        place, _, kind = name.partition(" ")
        if place in ("worker", "connection"):
            free = [worker for worker in self.team.workers if worker.name not in self._busy]
            if not free:
                return False
            self._trouble(self.random.choice(free), name)
        elif name == "sync killed":
            if self._sync is None or self._sync.poll() is not None:
                return False
            # Ctrl-C would ask, or be the end of it: both are tried.
            end(self._sync, self.random.choice((signal.SIGKILL, signal.SIGINT)), 20)
        else:
            if place in self._busy:
                return False
            self._serve(place)
        self.seen[name] += 1
        return True

    def _trouble(self, worker: Worker, name: str) -> None:
        match name:
            case "worker killed":
                worker.kill()
                self._after(self.random.uniform(0.2, 2), worker.begin, worker.name)
            case "worker told to end":
                if self.random.random() < 0.3:
                    worker.proxy.silence()
                    self.seen["… of those with a silent connection"] += 1
                seconds = worker.drain()
                # It may say that it could not do everything: the database or the bucket was away.
                self.promises.drained(worker, seconds, (0, 5))
                worker.proxy.open()
                self._after(self.random.uniform(0.2, 1), worker.begin, worker.name)
            case "worker stopped":
                worker.pause()
                self._after(LEASE + self.random.uniform(0.5, 3), worker.resume, worker.name)
            case "connection cut":
                worker.proxy.cut()
                self._after(self.random.uniform(0.1, LEASE + 2), worker.proxy.open, worker.name)
            case "connection silent":
                worker.proxy.silence()
                self._after(self.random.uniform(1, LEASE + 3), worker.proxy.open, worker.name)

    def _serve(self, place: str) -> None:
        if place == "database":
            self.team.database.stop()
            self._after(self.random.uniform(0, 2), self.team.database.start, place)
        else:
            self.team.bucket.kill()
            self._after(self.random.uniform(0, 3), self.team.bucket.start, place)
