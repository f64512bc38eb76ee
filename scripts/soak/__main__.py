"""Syncs a changing catalogue for minutes while everything around fails, and checks what Carrel promises.

usage: python3 scripts/soak CARREL [--seconds N] [--seed N] [--keep]

A server on the loopback interface adds, changes, moves and removes documents, sends login pages, stalls, cuts
connections and lies; runs are interrupted and killed, the disk fills up or becomes unwritable, documents are damaged,
and what was set aside is accepted or thrown away. After each run the library is compared with what the server had.
In the end the weather is calm, and everything must be there. The seed repeats the choices; what was killed when is the
machine's matter. Exits with 1 where a promise was broken.
"""

import argparse
import random
import shutil
import signal
import sys
import tempfile
from pathlib import Path

from disk import Disk
from process import Runner
from promises import Promises
from rounds import Rounds
from server import Server
from world import World

PROFILE = """\
[source]
use = "http"
url = "{url}/notes.json"
[parse]
use = "module-notes"
[download]
max-concurrent = 8
max-per-host = 4
retries = 1
connect-timeout = "3s"
stall-timeout = "1s"
max-size = "16 MiB"
[store]
path = "{library}"
versions = 3
"""


def main() -> int:
    parser = argparse.ArgumentParser(prog="soak", description=__doc__.split("\n")[0])
    parser.add_argument("carrel", type=Path, metavar="CARREL")
    parser.add_argument("--seconds", type=int, default=600, help="how long the bad weather lasts")
    parser.add_argument("--seed", type=int, default=None, help="repeats the choices of an earlier soak")
    parser.add_argument("--keep", action="store_true", help="keep the library where a promise was broken")
    arguments = parser.parse_args()
    seed = arguments.seed if arguments.seed is not None else random.SystemRandom().randrange(1 << 30)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    print(f"soak: seed {seed}, {arguments.seconds} s", flush=True)
    folder = Path(tempfile.mkdtemp(prefix="carrel-soak-"))
    disk = Disk(folder / "disk")
    world = World(random.Random(seed))
    server = Server(world, seed)
    config = folder / "soak.toml"
    config.write_text(PROFILE.format(url=world.hosts[0], library=disk.library))
    runner = Runner(arguments.carrel.resolve(), folder, config)
    promises = Promises(world)
    rounds = Rounds(runner, world, server, disk, promises, random.Random(seed + 1))
    try:
        rounds.play(arguments.seconds)
        rounds.settle()
        rounds.report()
        return _verdict(promises, seed)
    except KeyboardInterrupt:
        return 130
    finally:
        rounds.stop()
        server.stop()
        if promises.broken and arguments.keep:
            shutil.copytree(disk.library, folder / "library")
            print(f"soak: the library is in {folder / 'library'}", file=sys.stderr)
        disk.close()
        if not (promises.broken and arguments.keep):
            shutil.rmtree(folder, ignore_errors=True)


def _verdict(promises: Promises, seed: int) -> int:
    for promise, details in promises.broken.items():
        print(f"soak: BROKEN: {promise} ({len(details)} times)", file=sys.stderr)
        for detail in details[:5]:
            print(f"    {detail}", file=sys.stderr)
    if promises.broken:
        print(f"soak: the choices again: SOAK_SEED={seed}", file=sys.stderr)
        return 1
    print("soak: every promise held")
    return 0


if __name__ == "__main__":
    sys.exit(main())
