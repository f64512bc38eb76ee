"""PostgreSQL in a folder of its own, reached through a socket there."""

import os
import shutil
import signal
import subprocess
from pathlib import Path

from processes import end, start, until, waited

# PostgreSQL refuses to run as root.
_USER = "nobody" if os.geteuid() == 0 else None


def programs() -> Path | None:
    """Where PostgreSQL's programs are: the newest that is installed."""
    found = [Path(f"/usr/lib/postgresql/{version}/bin") for version in range(30, 12, -1)]
    found += [Path(folder) for folder in os.get_exec_path()]
    return next((folder for folder in found if (folder / "initdb").exists() and (folder / "pg_ctl").exists()), None)


class Database:
    """One server; it can be stopped as if the power had failed, and started again."""

    def __init__(self, folder: Path):
        self.folder, self.programs = folder / "pg", programs()
        self.folder.mkdir()
        if _USER:
            shutil.chown(self.folder, _USER)
        self.socket = self.folder / ".s.PGSQL.5432"
        self._log = open(folder / "postgresql.log", "ab")
        self._process = None
        self._run(
            "initdb", "--no-sync", "--auth=trust", "--username=carrel", "--encoding=UTF8", "--locale=C.UTF-8", "-D",
            self.folder / "data")

    def start(self) -> None:
        """Starts it; returns when it takes connections."""
        # A quit signal is the immediate stop: its shared memory goes, too.
        self._process = start(
            [self.programs / "postgres", "-D", self.folder / "data", "-k", self.folder, "-p", "5432",
             "-c", "listen_addresses=", "-c", "max_connections=120"],
            user=_USER, dying=signal.SIGQUIT, cwd=self.folder, stdout=self._log, stderr=self._log)
        if not until(self._answers, 30):
            raise RuntimeError("PostgreSQL does not start: " + Path(self._log.name).read_text()[-400:])

    def stop(self) -> None:
        """Stops it as when the power fails: nobody is told, nothing is written."""
        self._run("pg_ctl", "stop", "-m", "immediate", "-D", self.folder / "data")
        waited(self._process, 10)

    def close(self) -> None:
        end(self._process, signal.SIGQUIT)

    def _answers(self) -> bool:
        return self._run("pg_isready", "-q", "-h", self.folder, must=False) == 0

    def _run(self, program: str, *arguments, must: bool = True) -> int:
        user = {"user": _USER, "extra_groups": []} if _USER else {}
        return subprocess.run(
            [self.programs / program, *arguments], check=must, stdin=subprocess.DEVNULL, stdout=self._log,
            stderr=self._log, cwd=self.folder, **user).returncode
