"""Counts at each host how many requests it has at once and how fast they come.

Two tolerances, and why. A request counts until its last bytes are about to be sent, or until its client has closed the
connection: what is counted at once was at once. A worker that is stopped cannot take back what it asked for, and may
send what it was about to send when it goes on: its requests do not count while it is stopped and a second afterwards.
The pace is held when requests leave, and each arrives some time later, longer on a machine with little to spare: a
window of two seconds may hold what half a second more would, and one.
"""

import contextlib
import select
import socket
import threading
import time
from dataclasses import dataclass

_WINDOW = 2.0
_JITTER = 0.5
_AFTER_A_STOP = 1.0


class Stops:
    """Which workers are stopped, or were a moment ago."""

    def __init__(self):
        self._until: dict[str, float] = {}

    def stopped(self, worker: str) -> None:
        self._until[worker] = float("inf")

    def goes_on(self, worker: str) -> None:
        self._until[worker] = time.monotonic() + _AFTER_A_STOP

    def __contains__(self, worker: str) -> bool:
        return time.monotonic() < self._until.get(worker, 0)


@dataclass(eq=False)
class Request:
    """One request that a host is answering."""

    worker: str
    path: str
    connection: socket.socket

    @property
    def is_wanted(self) -> bool:
        """Whether the client still waits."""
        with contextlib.suppress(OSError, ValueError):
            if select.select([self.connection], [], [], 0)[0]:
                return bool(self.connection.recv(1, socket.MSG_PEEK))
            return True
        return False


class Manners:
    """What one host sees of those who ask."""

    def __init__(self, name: str, most_at_once: int, per_second: int | None, stops: Stops):
        self.name, self.most_at_once, self.per_second = name, most_at_once, per_second
        self.requests = 0
        self.most_seen = 0
        self.excesses: list[str] = []
        self._stops, self._lock = stops, threading.Lock()
        self._open: list[Request] = []
        self._times: list[float] = []

    def begins(self, request: Request, is_redirected: bool) -> None:
        """Notes a request. One that another host's redirect sent here is counted, but not held against the limits."""
        with self._lock:
            self.requests += 1
            if is_redirected:
                return
            self._open.append(request)
            if request.worker not in self._stops:
                self._times.append(time.monotonic())
            if len(self._open) > self.most_at_once:
                self._open = [each for each in self._open if each.is_wanted]
            counted = [each for each in self._open if each.worker not in self._stops]
            self.most_seen = max(self.most_seen, len(counted))
            if len(counted) > self.most_at_once:
                who = ", ".join(f"{each.worker} {each.path}" for each in counted)
                self.excesses.append(
                    f"{self.name} answered {len(counted)} requests at once, its limit is {self.most_at_once}: {who}")

    def ends(self, request: Request) -> None:
        with self._lock, contextlib.suppress(ValueError):
            self._open.remove(request)

    def hurries(self) -> list[str]:
        """The windows of time in which more came than the pace allows, the worst one."""
        if not self.per_second:
            return []
        allowed = int((_WINDOW + _JITTER) * self.per_second) + 1
        worst, first = 0, 0
        for index, instant in enumerate(self._times):
            while instant - self._times[first] > _WINDOW:
                first += 1
            worst = max(worst, index - first + 1)
        if worst <= allowed:
            return []
        return [f"{self.name} got {worst} requests in {_WINDOW:.0f} s; {self.per_second} a second are at most {allowed}"]
