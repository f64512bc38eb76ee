"""One timed run of one command, by hyperfine and GNU time."""

import json
import os
import shlex
import subprocess
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


def environment(scratch: Path) -> dict[str, str]:
    """The environment of every tool: nobody's settings, and no proxy."""
    home = scratch / "home"
    home.mkdir(exist_ok=True)
    return {"PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C.UTF-8", "no_proxy": "*"}
