"""Libraries, servers and `carrel serve` for the tests of the page; all on loopback, each in a folder of its own."""

import contextlib
import http.server
import json
import os
import re
import shutil
import signal
import socketserver
import subprocess
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Nothing may take longer than this, in seconds.
PATIENCE = 120
# Several catalogues of one library; SITE/ stands for the address of the samples.
PROFILE = """
[[catalogue]]
name = "course"
source.url = "SITE/course/modules.json"

[[catalogue]]
name = "timetable"
source.timetable = { use = "http", url = "SITE/timetable/timetable.json" }
source.modules = { use = "http", url = "SITE/timetable/modules.json" }
source.theatres = { use = "http", url = "SITE/timetable/theatres.json" }
parse.use = "timetable"

[[catalogue]]
name = "chart"
source.url = "SITE/chart/topalbums.json"
plan.use = "on-demand"

[[catalogue]]
name = "places"
source.url = "SITE/places/places.json"
parse = { use = "flickr-places", photos-url = "photos-{place}.json", photo-base = "SITE/places/photos" }
plan.use = "on-demand"
"""


class World:
    """A home, servers that answer in it, and a library."""

    def __init__(self, carrel: Path, samples_port: int = 0):
        self.carrel = carrel
        self.samples_port = samples_port
        self.folder = Path(tempfile.mkdtemp(prefix="carrel-page-"))
        # Where Carrel keeps a library unless somebody says otherwise.
        self.library = self.folder / "Carrel"
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.folder), "LANG": "C.UTF-8", "TZ": "UTC",
            "XDG_CONFIG_HOME": str(self.folder / "config"), "SWIFT_BACKTRACE": "enable=no",
        }  # fmt: skip
        # Further options of `carrel serve`.
        self.options: list[str] = []
        self._processes = []
        self.samples = self.folder / "samples"
        shutil.copytree(ROOT / "Config/Samples", self.samples)
        self._samples_address = None

    @property
    def samples_address(self) -> str:
        """Where `carrel delay-proxy` serves the copy of the samples; ends in a slash."""
        if self._samples_address is None:
            arguments = ["delay-proxy", "--quiet", "--listen", f"127.0.0.1:{self.samples_port}", "--delay", "0s", "--root", self.samples]
            self._samples_address = self.start(*arguments)[1]
        return self._samples_address

    def run(self, *arguments, check: bool = False) -> subprocess.CompletedProcess:
        """Runs `carrel` to its end."""
        command = [self.carrel, *map(str, arguments)]
        result = subprocess.run(
            command, env=self.environment, cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE,
            stdin=subprocess.DEVNULL)  # fmt: skip
        if check and result.returncode:
            raise AssertionError(f"{command}: {result.returncode}: {result.stdout}{result.stderr}")
        return result

    def start(self, *arguments) -> tuple[subprocess.Popen, str]:
        """Starts a server of `carrel`; gives it with its address, which ends in a slash."""
        log = tempfile.TemporaryFile("w+", dir=self.folder)
        process = subprocess.Popen(
            [self.carrel, *map(str, arguments)], env=self.environment, cwd=self.folder, stdout=log,
            stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)  # fmt: skip
        self._processes.append(process)
        found = wait(lambda: _address(log) or process.poll() is not None, "the server's address")
        if not isinstance(found, str):
            log.seek(0)
            raise AssertionError(f"{arguments}: {log.read()}")
        return process, found

    def serve(self, port: int = 0) -> "Served":
        return Served(self, port)

    def add_samples(self) -> None:
        """Four catalogues of the samples, of four shapes: course notes, a timetable, a chart, and places."""
        (self.folder / "carrel.toml").write_text(PROFILE.replace("SITE/", self.samples_address))
        self.run("sync", "--quiet", check=True)

    def close(self) -> None:
        for process in self._processes:
            stop(process)
        shutil.rmtree(self.folder, ignore_errors=True)


class Served:
    """`carrel serve` of a world's library."""

    def __init__(self, world: World, port: int = 0):
        self.world = world
        self.process, self.address = world.start("serve", "--listen", f"127.0.0.1:{port}", *world.options)
        self.port = int(self.address.rstrip("/").rsplit(":", 1)[1])

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def restart(self) -> None:
        self.process = self.world.serve(self.port).process


def stop(process: subprocess.Popen) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait(condition, what: str, patience: float = PATIENCE):
    """The first value that counts as true."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if value := condition():
            return value
        time.sleep(0.02)
    raise AssertionError(f"{what} did not come within {patience} s")


def _address(log) -> str | None:
    log.seek(0)
    found = re.search(r"https?://[0-9.]+:\d+/", log.read())
    return found.group(0) if found else None


class Site:
    """A server of texts by path; one may be held back half way until somebody lets it go on."""

    def __init__(self, port: int = 0):
        site = self
        self.files: dict[str, tuple[str, bytes]] = {}
        self.gates: dict[str, threading.Event] = {}

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                kind, content = site.files.get(self.path.partition("?")[0], ("", b""))
                if not kind:
                    self.send_response(404)
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                gate = site.gates.get(self.path)
                with contextlib.suppress(OSError):
                    if gate:
                        half = len(content) // 2
                        self.wfile.write(content[:half])
                        self.wfile.flush()
                        gate.wait(PATIENCE)
                        self.wfile.write(content[half:])
                    else:
                        self.wfile.write(content)

            def log_message(self, *_):
                pass

        class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
            daemon_threads = True

        self._server = Server(("127.0.0.1", port), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def put(self, path: str, content: str | bytes, kind: str = "text/plain") -> None:
        self.files[path] = (kind, content.encode() if isinstance(content, str) else content)

    def notes(self, path: str, code: str, title: str, items: list[tuple[str, str]]) -> str:
        """Puts a catalogue of one module there; gives its address."""
        module = {"moduleCode": code, "moduleTitle": title, "moduleNotes": [{name: url} for name, url in items]}
        self.put(path, json.dumps([module]), "application/json")
        return self.address + path[1:]

    def close(self) -> None:
        for gate in self.gates.values():
            gate.set()
        self._server.shutdown()
