"""A `carrel mcp` that keeps running, asked one query after the other: what a search takes without the start of a program."""

import json
import subprocess
import time
from pathlib import Path

from measure import Moment, RunFailed

REVISION = "2025-11-25"


class Running:
    """Use it as a context: the program ends with it."""

    def __init__(self, command: list[str]):
        self._command = command
        self._number = 0

    def __enter__(self):
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)  # fmt: skip
        client = {"name": "bench", "version": "1"}
        self._ask("initialize", {"protocolVersion": REVISION, "capabilities": {}, "clientInfo": client})
        self._send({"method": "notifications/initialized"})
        return self

    def __exit__(self, *_):
        self._process.stdin.close()
        self._process.wait(timeout=60)

    def search(self, query: str) -> Moment:
        """The first page of a search."""
        cpu, start = self._cpu(), time.perf_counter()
        answer = self._ask("tools/call", {"name": "search", "arguments": {"query": query}})
        wall = time.perf_counter() - start
        if "error" in answer or answer["result"].get("isError"):
            raise RunFailed(f"refused: {str(answer)[:160]}")
        return Moment(wall, self._cpu() - cpu)

    def _cpu(self) -> float:
        """What its threads have used so far, in seconds."""
        tasks = Path(f"/proc/{self._process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9

    def _ask(self, method: str, params: dict) -> dict:
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        while line := self._process.stdout.readline():
            answer = json.loads(line)
            if answer.get("id") == self._number:
                return answer
        raise RunFailed("it ended")

    def _send(self, message: dict) -> None:
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self._process.stdin.flush()
