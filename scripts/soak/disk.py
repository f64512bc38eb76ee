"""The disk that the library is on: a small one of its own where that can be mounted, and its faults."""

import contextlib
import os
import subprocess
from pathlib import Path

MEBIBYTES = 768


class Disk:
    """A folder that can become full or unwritable for a while."""

    def __init__(self, folder: Path):
        self.folder = folder
        folder.mkdir(parents=True)
        self.is_mounted = os.geteuid() == 0 and _run("mount", "-t", "tmpfs", "-o", f"size={MEBIBYTES}m", "tmpfs", folder)
        self.library = folder / "library"

    @property
    def faults(self) -> list[str]:
        """What can go wrong here: root writes into folders that nobody may write to, others cannot mount."""
        if self.is_mounted:
            return ["full", "read-only"]
        return [] if os.geteuid() == 0 else ["unwritable"]

    @contextlib.contextmanager
    def fault(self, name: str, room: int):
        """The fault lasts as long as the block; a full disk has so many bytes of room."""
        ballast = self.folder / "ballast"
        try:
            if name == "full":
                free = os.statvfs(self.folder)
                with open(ballast, "wb") as file:
                    os.posix_fallocate(file.fileno(), 0, max(4096, free.f_bavail * free.f_frsize - room))
            elif name == "read-only":
                _run("mount", "-o", "remount,ro", self.folder)
            else:
                self._chmod(0o555)
            yield
        finally:
            if name == "read-only":
                _run("mount", "-o", "remount,rw", self.folder)
            elif name == "unwritable":
                self._chmod(0o755)
            ballast.unlink(missing_ok=True)

    def close(self) -> None:
        if self.is_mounted:
            _run("umount", "-l", self.folder)

    def _chmod(self, mode: int) -> None:
        for folder in (self.library, self.library / ".carrel", self.library / ".carrel" / "incoming"):
            if folder.is_dir():
                folder.chmod(mode)


def _run(*arguments) -> bool:
    return subprocess.run(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0
