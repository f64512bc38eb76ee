"""The tools side by side: how each is told to fetch one list into the current folder."""

from dataclasses import dataclass
from pathlib import Path

from material import Lists, Material
from settings import Settings

BASE = "carrel"  # what the ratios are to


@dataclass(frozen=True)
class Job:
    """What a tool is to do: a list, from a server, into a folder."""

    settings: Settings
    lists: Lists
    material: Material
    again: bool = False  # whether everything is there from an earlier run


def _carrel(*values: str, output: str = "--quiet"):
    def command(job: Job) -> list[str]:
        words = [str(job.settings.carrel), "sync", str(job.lists.catalogue), "--library", "library", output]
        for value in (f"download.max-concurrent={job.settings.connections}", *values):
            words += ["--set", value]
        return words

    return command


def _carrel_json(job: Job) -> list[str] | None:
    # Three events or more a document: where there are few documents they cost nothing.
    return _carrel(output="--json")(job) if job.material.name == "small" else None


def _curl(job: Job) -> list[str]:
    # It holds one condition for all URLs of a list, which is enough here: all files have one entity tag.
    condition = ["-H", f"If-None-Match: {job.material.entity_tag}"] if job.again else []
    parallel = ["-Z", "--parallel-max", str(job.settings.connections)]
    return ["curl", "-q", "-sS", "--fail", *condition, *parallel, "-K", str(job.lists.curl_config)]


def _wget2(job: Job) -> list[str]:
    timestamps = ["-N"] if job.again else []
    threads = f"--max-threads={job.settings.connections}"
    return ["wget2", "--no-config", "-q", *timestamps, threads, "-i", str(job.lists.urls)]


def _wget2_hash(job: Job) -> list[str] | None:
    # Where the bytes are most of the work, Carrel's hash is most of what it does more.
    if job.material.name != "big":
        return None
    hashes = "printf '%s\\0' *.bin | xargs -0 -n 1 -P 2 openssl dgst -sha256 > /dev/null"
    return ["sh", "-c", f'"$@" && {hashes}', "sh", *_wget2(job)]


def _aria2(job: Job) -> list[str]:
    # Without --remote-time on the first run a file's date would not be the server's on the second.
    conditional = ["--remote-time=true", "--conditional-get=true", "--allow-overwrite=true"]
    words = ["aria2c", "--no-conf", "-q", f"-j{job.settings.connections}", "--file-allocation=none"]
    return [*words, *conditional, "-i", str(job.lists.urls)]


def _copy(job: Job) -> list[str] | None:
    return None if job.again else ["cp", "-r", str(job.material.folder), "."]


# A command is None where a tool cannot do the job.
TOOLS = {
    BASE: _carrel(),
    "carrel-json": _carrel_json,
    "carrel-urlsession": _carrel("download.use=urlsession"),
    "carrel-not-durable": _carrel("store.durable=false"),
    "curl": _curl,
    "wget2": _wget2,
    "wget2-hash": _wget2_hash,
    "aria2": _aria2,
    "cp": _copy,
}

TITLES = {
    BASE: "**Carrel**, `curl` fetcher",
    "carrel-json": "Carrel, with `--json`",
    "carrel-urlsession": "Carrel, `urlsession` fetcher",
    "carrel-not-durable": "Carrel, `store.durable=false`",
    "curl": "`curl -Z`",
    "wget2": "`wget2`",
    "wget2-hash": "`wget2`, then `openssl dgst -sha256`, two at a time",
    "aria2": "`aria2c`",
    "cp": "`cp -r`, without HTTP: the floor",
}


def stored(folder: Path) -> list[Path]:
    """The documents that a tool left in a folder, without what a tool keeps for itself."""
    found = []
    for path in folder.rglob("*"):
        if ".carrel" not in path.parts and path.is_file():
            found.append(path)
    return found
