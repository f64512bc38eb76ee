"""Everything that takes part: the services, the hosts, the machines."""

from pathlib import Path

from bucket import Bucket
from clock import WrongClock
from database import Database
from hosts import Hosts
from machines import Machine, Worker
from manners import Stops
from world import World


class Team:
    """Starts everything; `close` ends it."""

    def __init__(self, carrel: Path, folder: Path, clock: WrongClock, seed: int):
        self.stops = Stops()
        self.world = World(seed)
        self.hosts = Hosts(self.world, self.stops)
        self.database = Database(folder)
        self.bucket = Bucket(folder)
        self.clock = clock
        self.has_wrong_clock = clock.prepare(folder)
        self.workers: list[Worker] = []
        self._folder, self._carrel = folder, carrel
        self.poster = Machine(
            carrel, folder, "poster", self.bucket, self.hosts.catalogues, f"host={self.database.folder}")
        self.looker = Machine(
            carrel, folder, "looker", self.bucket, self.hosts.catalogues, f"host={self.database.folder}")

    def begin(self) -> None:
        """Starts the services, makes the library, and has three workers begin."""
        self.database.start()
        self.bucket.begin()
        status, _, messages = self.poster.ask("sync", "--detach")
        if status:
            raise RuntimeError(f"the library cannot be made: {messages}")
        for number in (1, 2, 3):
            worker = Worker(
                self._carrel, self._folder, f"worker-{number}", self.bucket, self.hosts.catalogues, self.database,
                self.stops, self.clock if self.has_wrong_clock and number == 3 else None)
            self.workers.append(worker)
            worker.begin()

    def close(self) -> None:
        for machine in (*self.workers, self.poster, self.looker):
            machine.close()
        self.bucket.kill()
        self.database.close()
        self.hosts.close()
        self.clock.close()
