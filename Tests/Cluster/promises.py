"""What must hold while the team works, and in the end."""

import signal

from machines import DRAINING, Worker
from team import Team


class Promises:
    """Gathers what was broken, each sentence once, with what showed it."""

    def __init__(self):
        self.held: set[str] = set()
        self.broken: dict[str, list[str]] = {}
        self.drains: list[float] = []

    def check(self, holds: bool, promise: str, detail: str) -> None:
        if holds:
            self.held.add(promise)
        else:
            self.broken.setdefault(promise, []).append(detail)

    def check_none(self, wrong, promise: str) -> None:
        """Checks that a list of what is wrong is empty."""
        wrong = list(wrong)
        if not wrong:
            self.held.add(promise)
        for detail in wrong:
            self.check(False, promise, str(detail))

    @property
    def passed(self) -> int:
        return len(self.held - self.broken.keys())

    def drained(self, worker: Worker, seconds: float | None, allowed: tuple[int, ...]) -> None:
        """How long a worker took that was told to end, and with which status it ended."""
        self.check(
            seconds is not None, f"a worker that is told to end has ended within {DRAINING} s",
            f"{worker.name}: {worker.last_words}")
        if seconds is None:
            return
        self.drains.append(seconds)
        status = worker.process.returncode
        # A process that has only begun does not know signals yet, and has taken nothing.
        self.check(
            status in allowed or status == -signal.SIGTERM and not worker.has_begun,
            "a worker that is told to end does so in order", f"{worker.name}: {status}: {worker.last_words}")

    @property
    def slowest_drain(self) -> float:
        return max(self.drains, default=0)

    def manners(self, team: Team) -> None:
        """What the hosts counted."""
        self.check_none(
            (excess for host in team.hosts.manners for excess in host.excesses),
            "no host answers more requests at once than its limit")
        self.check_none(
            (hurry for host in team.hosts.manners for hurry in host.hurries()),
            "no host gets requests faster than its pace")

    def machines(self, team: Team) -> None:
        """What the processes said."""
        for machine in (*team.workers, team.poster):
            self.check("Fatal error" not in machine.said, "nothing crashes", f"{machine.name}: {machine.last_words}")
