"""A library that `carrel serve` shows, with the server that its catalogues come from."""
import json
import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
CARREL = str(Path(os.environ.get("CARREL", PROJECT / ".build/release/carrel")).resolve())


class Library:
    """A catalogue of the samples, one with a hostile title, and one of any number of items."""

    def __init__(self, count=40):
        self.folder = Path(tempfile.mkdtemp(prefix="carrel-page-"))
        self.site = self.folder / "site"
        shutil.copytree(PROJECT / "Config/Samples", self.site)
        self.processes = []
        self.source = self.start("delay-proxy", "--quiet", "--listen", "127.0.0.1:0", "--root", str(self.site))
        self.write_catalogues(count)
        for path in ["handbook.json", "hostile.json", "large.json"]:
            self.run("add", self.source + path)
        self.run("sync", "handbook", "--quiet")
        self.address = self.serve()

    def write_catalogues(self, count):
        title = "<img src=x onerror=alert(1)><script>alert(2)</script>\u202e" + "long" * 60
        notes = [{title: self.source + "slow.html"}]
        self.write("hostile.json", [{"moduleCode": "<b>EVIL</b>", "moduleTitle": title, "moduleNotes": notes}])
        self.write("large.json", [{
            "moduleCode": "BIG", "moduleTitle": "Very many",
            "moduleNotes": [{f"Note {number}": f"{self.source}many/{number}.txt"} for number in range(1, count + 1)],
        }])
        (self.site / "slow.html").write_text("<title>x</title><script>parent.alert(3)</script><p>A page with a script in it.</p>")

    def write(self, name, value):
        (self.site / name).write_text(json.dumps(value))

    def environment(self):
        return {"PATH": os.environ["PATH"], "HOME": str(self.folder), "LANG": "C.UTF-8"}

    def run(self, *arguments):
        return subprocess.run(
            [CARREL, *arguments], cwd=self.folder, env=self.environment(), check=True, capture_output=True, text=True)

    def start(self, *arguments):
        process = subprocess.Popen(
            [CARREL, *arguments], cwd=self.folder, env=self.environment(), stdout=subprocess.PIPE, text=True)
        self.processes.append(process)
        return process.stdout.readline().split()[-1]

    def serve(self, listen="127.0.0.1:0"):
        return self.start("serve", "--listen", listen).rstrip("/")

    def restart(self):
        """Kills the server and starts it where it was."""
        process = self.processes.pop()
        process.send_signal(signal.SIGKILL)
        process.wait()
        self.address = self.serve(self.address.removeprefix("http://"))

    def stop(self):
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait()
        shutil.rmtree(self.folder)
