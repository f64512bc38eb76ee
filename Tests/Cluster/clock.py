"""A clock that is wrong, for one process: Debian's libfaketime."""

import ctypes
import os
import shutil
import struct
import subprocess
import time
from pathlib import Path

_LIBC = ctypes.CDLL(None, use_errno=True)
_LIBC.sem_open.restype = ctypes.c_void_p


class WrongClock:
    """Has processes think that it is an hour later; only the time of day is wrong, not how fast time goes.

    The library shares a semaphore and a few bytes among processes. Where it has to make them it changes the
    environment, and Swift no longer finds the arguments of the program: so they are made here, anew for each process,
    since one that is killed may hold the semaphore.
    """

    def __init__(self):
        self._name = f"faketime_cluster_{os.getpid()}"
        self._library = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)
        self._timers: Path | None = None
        self.shared = [Path(f"/dev/shm/sem.{self._name}"), Path(f"/dev/shm/{self._name}")]

    def prepare(self, folder: Path) -> bool:
        """Says whether the library is there, and has a program think that it is later; builds into the folder."""
        if self._library is None or self.shared[0].parent.is_dir() is False or not self._build(folder):
            return False
        told = subprocess.run(
            ["date", "+%s"], env=os.environ | self.variables(), capture_output=True, text=True).stdout.strip()
        return told.isdigit() and abs(int(told) - time.time() - 3600) < 60

    def _build(self, folder: Path) -> bool:
        """Builds what keeps timers as they are, with the compiler that Swift brings along or the system's."""
        self._timers = folder / "timers.so"
        compiler = shutil.which("clang") or shutil.which("cc")
        command = ["-shared", "-fPIC", "-o", self._timers, Path(__file__).with_name("timers.c")]
        return compiler is not None and subprocess.run([compiler, *command]).returncode == 0

    def variables(self) -> dict[str, str]:
        """What the environment of one more process needs."""
        self.close()
        _LIBC.sem_open(f"/{self._name}".encode(), os.O_CREAT | os.O_EXCL, 0o600, 1)
        # Two counters, and four times of the start that are not known yet.
        self.shared[1].write_bytes(struct.pack("10q", 0, 0, *(0, -1) * 4).ljust(4096, b"\0"))
        return {
            "LD_PRELOAD": f"{self._timers}:{self._library}", "FAKETIME": "+1h",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_SHARED": f"/{self._name} /{self._name}",
        }

    def close(self) -> None:
        for path in self.shared:
            path.unlink(missing_ok=True)
