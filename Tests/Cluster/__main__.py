"""Tests a library that several machines share: python3 -B Tests/Cluster CARREL [--seed N] [--seconds N] [--keep]

Three workers fetch from twenty hosts that lie, while processes are killed and stopped, connections are cut, and the
database and the object store fail. Meanwhile syncs post what the catalogues list by then. When the weather is good
again everything must be there, once and whole, and no host was ever treated worse than the profile says. The seed
repeats the choices; what was killed when is the machine's matter.
"""

import argparse
import random
import shutil
import signal
import sys
import time
from pathlib import Path

import bucket
import database
from clock import WrongClock
from ending import Ending
from processes import Folder
from promises import Promises
from team import Team
from weather import Weather

# The test ends by itself before this, in seconds.
_PATIENCE = 480


def main() -> int:
    parser = argparse.ArgumentParser(prog="Tests/Cluster", description=__doc__.split("\n")[0])
    parser.add_argument("carrel", type=Path, metavar="CARREL")
    parser.add_argument("--seed", type=int, default=None, help="repeats the choices of an earlier run")
    parser.add_argument("--seconds", type=int, default=80, help="how long the bad weather lasts, at most 120")
    parser.add_argument("--keep", type=Path, help="where to copy what the machines said if a promise was broken")
    arguments = parser.parse_args()
    for name, program in (("PostgreSQL", database.programs()), ("SeaweedFS", bucket.program())):
        if program is None:
            print(f"{name} is not installed: make test-cluster installs it", file=sys.stderr)
            return 2
    seed = arguments.seed if arguments.seed is not None else random.SystemRandom().randrange(1 << 30)
    print(f"seed {seed}", flush=True)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(_PATIENCE)
    clock = WrongClock()
    folder = Folder(*clock.shared)
    promises = Promises()
    team = None
    try:
        team = Team(arguments.carrel.resolve(), folder.path, clock, seed)
        _play(team, promises, seed, min(arguments.seconds, 120))
    except KeyboardInterrupt:
        return 130
    except _TooLong:
        promises.check(False, "everything ends in time", f"the test had not ended after {_PATIENCE} s")
    except (RuntimeError, OSError) as error:
        promises.check(False, "the test can be played to its end", f"{type(error).__name__}: {error}")
    finally:
        signal.alarm(0)
        if team:
            team.close()
        if arguments.keep and promises.broken:
            shutil.copytree(folder.path, arguments.keep, ignore=shutil.ignore_patterns("pg", "data", "library"))
        folder.remove()
    return _verdict(promises, seed)


class _TooLong(Exception):
    """The test has taken longer than it may."""


def _too_long(number, frame) -> None:
    raise _TooLong


def _play(team: Team, promises: Promises, seed: int, seconds: int) -> None:
    begin = time.monotonic()
    team.begin()
    if not team.has_wrong_clock:
        print("skipped: one worker's clock is an hour wrong, because faketime does not work here", flush=True)
    weather = Weather(team, promises, seed + 1, seconds)
    weather.play()
    weather.clear()
    calm = time.monotonic()
    print(f"good weather after {calm - begin:.0f} s", flush=True)
    ending = Ending(team, promises)
    ending.settle()
    for worker in team.workers:
        promises.drained(worker, worker.drain(), (0,))
    ending.check()
    print(f"checked after {time.monotonic() - begin:.0f} s", flush=True)
    promises.manners(team)
    promises.machines(team)
    _report(team, weather, ending, promises, begin, calm)


def _report(team: Team, weather: Weather, ending: Ending, promises: Promises, begin: float, calm: float) -> None:
    stored = sum(item["status"] == "stored" for item in ending.items)
    rows = [(name, count) for name, count in sorted(weather.seen.items())]
    rows += [(f"syncs, {name}", count) for name, count in sorted(weather.syncs.items())]
    rows += [
        ("syncs at the end", ending.syncs), ("documents stored", stored),
        ("documents that did not come", len(ending.items) - stored),
        ("requests at the hosts", sum(host.requests for host in team.hosts.manners)),
        ("hosts that were asked as much as allowed",
         sum(host.most_seen == host.most_at_once for host in team.hosts.manners)),
        ("answers that were lies", sum(team.hosts.lies.values())),
        ("the longest end of a worker", f"{promises.slowest_drain:.1f} s"),
        ("time until the weather was good", f"{calm - begin:.0f} s"),
        ("time in all", f"{time.monotonic() - begin:.0f} s"),
    ]
    for name, value in rows:
        print(f"{name:<44}{value:>8}")


def _verdict(promises: Promises, seed: int) -> int:
    for promise, details in promises.broken.items():
        print(f"BROKEN: {promise} ({len(details)} times)", file=sys.stderr)
        for detail in details[:6]:
            print(f"    {detail}", file=sys.stderr)
    if promises.broken:
        print(f"the choices again: --seed {seed}", file=sys.stderr, flush=True)
    print(f"{promises.passed} passed, {len(promises.broken)} failed")
    return 1 if promises.broken or not promises.passed else 0


if __name__ == "__main__":
    sys.exit(main())
