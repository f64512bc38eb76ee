"""Processes that end with this test, whatever ends it, and the folder that goes with them."""

import ctypes
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

_LIBC = ctypes.CDLL(None, use_errno=True)
_PR_SET_PDEATHSIG = 1


def start(arguments: list, *, user: str | None = None, dying: int = signal.SIGKILL, **options) -> subprocess.Popen:
    """Starts a process that gets the signal `dying` when the main thread, which has to be the caller, ends."""
    if user:
        options |= {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}
    parent = os.getpid()

    def bind() -> None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, dying)
        if os.getppid() != parent:
            os._exit(1)

    return subprocess.Popen(
        [str(argument) for argument in arguments], stdin=subprocess.DEVNULL, start_new_session=True, preexec_fn=bind,
        **options)


def end(process: subprocess.Popen | None, number: int = signal.SIGKILL, seconds: float = 10) -> bool:
    """Sends a signal and waits; kills where that is not enough. Whether the signal was enough."""
    if process is None or process.poll() is not None:
        return True
    process.send_signal(number)
    if waited(process, seconds):
        return True
    process.kill()
    process.wait()
    return False


def waited(process: subprocess.Popen, seconds: float) -> bool:
    """Whether the process ended within `seconds`."""
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


def free_ports(count: int) -> list[int]:
    """Ports of the loopback interface that nobody has now."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]
    finally:
        for each in sockets:
            each.close()


def until(condition, seconds: float, pause: float = 0.1) -> bool:
    """Whether the condition held within `seconds`."""
    limit = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > limit:
            return False
        time.sleep(pause)
    return True


class Folder:
    """A temporary folder; a process of its own removes it, and other files, where this one is killed."""

    def __init__(self, *others: Path):
        self.path = Path(tempfile.mkdtemp(prefix="carrel-cluster-"))
        self.path.chmod(0o755)
        read, self._write = os.pipe()
        # It reads until the other end of the pipe is gone; services that still write need a second round.
        self._guardian = subprocess.Popen(
            ["sh", "-c", 'cat > /dev/null; rm -rf -- "$@"; sleep 1; rm -rf -- "$@"', "sh", self.path, *others],
            stdin=read, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(read)

    def remove(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._write)
        self._guardian.wait()
