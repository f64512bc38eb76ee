"""One timed run of one command, by hyperfine and GNU time."""

import json
import os
import shlex
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from settings import MIB


@dataclass(frozen=True)
class Sample:
    """What one run cost: seconds, seconds of user and system, MiB at the peak."""

    wall: float
    cpu: float
    memory: float


class RunFailed(Exception):
    """A command failed, or did not do what it was told."""


def measure(command: list[str], folder: Path, scratch: Path, time_limit: int) -> Sample:
    """Runs a command once in a folder. Throws RunFailed where it exits with another status than 0."""
    result, peak, errors = scratch / "result.json", scratch / "peak", scratch / "errors"
    for path in (result, peak):
        path.unlink(missing_ok=True)
    timed = ["/usr/bin/time", "-q", "-f", "%M", "-o", str(peak), *command]
    hyperfine = [
        "hyperfine", "-N", "--runs", "1", "--style", "none", "--output", "inherit",
        "--export-json", str(result), shlex.join(timed),
    ]  # fmt: skip
    # What an earlier run has written must not be flushed in this one's time.
    os.sync()
    with open(errors, "wb") as output:
        process = subprocess.Popen(
            hyperfine, cwd=folder, env=environment(scratch), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=output, start_new_session=True,
        )  # fmt: skip
        try:
            status = process.wait(timeout=time_limit)
        except subprocess.TimeoutExpired:
            raise RunFailed(f"not done after {time_limit} s") from None
        finally:
            if process.poll() is None:
                os.killpg(process.pid, 9)
                process.wait()
    if status != 0:
        lines = errors.read_text(errors="replace").split("\n")
        said = next((line.strip() for line in lines if line.strip()), "no message")
        raise RunFailed(f"exited with an error: {said[:160]}")
    run = json.loads(result.read_text())["results"][0]
    return Sample(run["times"][0], run["user"] + run["system"], int(peak.read_text().split()[-1]) * 1024 / MIB)


@dataclass(frozen=True)
class Moment:
    """What a run of milliseconds cost: seconds, and seconds of user and system, programs that it started included."""

    wall: float
    cpu: float


def moment(command: list[str], output: Path, scratch: Path, statuses: tuple[int, ...] = (0,)) -> Moment:
    """Runs a command of milliseconds once, without other programs around it that take as long.

    What it writes goes to a file. Throws RunFailed where it ends with another status than those.
    """
    errors = scratch / "errors"
    files = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, str(output), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
        (os.POSIX_SPAWN_OPEN, 2, str(errors), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
    ]
    place = environment(scratch)
    start = time.perf_counter()
    process = os.posix_spawnp(command[0], command, place, file_actions=files)
    _, status, usage = os.wait4(process, 0)
    wall = time.perf_counter() - start
    status = os.waitstatus_to_exitcode(status)
    if status not in statuses:
        said = errors.read_text(errors="replace").strip().split("\n")[0]
        raise RunFailed(f"exited with status {status}: {said[:160]}")
    return Moment(wall, usage.ru_utime + usage.ru_stime)


def environment(scratch: Path) -> dict[str, str]:
    """The environment of every tool: nobody's settings, and no proxy."""
    home = scratch / "home"
    home.mkdir(exist_ok=True)
    return {"PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C.UTF-8", "no_proxy": "*"}
