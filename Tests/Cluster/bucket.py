"""SeaweedFS, with a bucket that anybody may read: the test looks with plain requests, Carrel signs its own."""

import json
import os
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from xml.etree import ElementTree

from processes import end, free_ports, start, until

KEYS = {"AWS_ACCESS_KEY_ID": "carrelkey", "AWS_SECRET_ACCESS_KEY": "carrelsecret/+="}
_PORTS = (
    "master.port", "master.port.grpc", "volume.port", "volume.port.grpc", "filer.port", "filer.port.grpc", "s3.port",
    "s3.port.grpc", "iam.port",
)


def program() -> Path | None:
    """Where the program is: what make installs for the tests, or the search path's."""
    folders = [Path(".build/services/bin").resolve(), *(Path(folder) for folder in os.get_exec_path())]
    return next((folder / "weed" for folder in folders if os.access(folder / "weed", os.X_OK)), None)


class Bucket:
    """One object store; it can be killed and started again on the same ports."""

    name = "team"

    def __init__(self, folder: Path):
        self.folder = folder / "weed"
        (self.folder / "data").mkdir(parents=True)
        self._ports = dict(zip(_PORTS, free_ports(len(_PORTS))))
        self._log = open(folder / "weed.log", "ab")
        self._process = None
        self.endpoint = f"http://127.0.0.1:{self._ports['s3.port']}"
        identity = {"name": "carrel", "actions": ["Admin"], "credentials": [
            {"accessKey": KEYS["AWS_ACCESS_KEY_ID"], "secretKey": KEYS["AWS_SECRET_ACCESS_KEY"]}]}
        anybody = {"name": "anonymous", "actions": ["Read", "List"]}
        (self.folder / "s3.json").write_text(json.dumps({"identities": [identity, anybody]}))

    def begin(self) -> None:
        """Starts it, and makes the bucket: a folder of its filer."""
        self.start()
        filer = f"http://127.0.0.1:{self._ports['filer.port']}/buckets/{self.name}/"
        if not until(lambda: _status(filer, "POST") in (200, 201, 204), 20) or not self.is_there(20):
            raise RuntimeError("the bucket cannot be made")

    def start(self) -> None:
        """Starts it; returns at once."""
        self._process = start(
            [program(), f"-logdir={self.folder}", "server", "-ip=127.0.0.1", "-ip.bind=127.0.0.1",
             f"-dir={self.folder / 'data'}", "-filer", "-s3", f"-s3.config={self.folder / 's3.json'}",
             "-s3.port.iceberg=0", "-s3.port.lance=0", "-master.telemetry=false",
             "-master.volumeSizeLimitMB=64", "-volume.max=16",
             *(f"-{name}={port}" for name, port in self._ports.items())],
            cwd=self.folder, env=os.environ | {"TMPDIR": str(self.folder)}, stdout=self._log, stderr=self._log)

    def kill(self) -> None:
        """Ends it, and removes the sockets that it leaves in /tmp, whatever TMPDIR says; each has a port in its name."""
        end(self._process)
        for port in self._ports.values():
            for socket in Path("/tmp").glob(f"seaweedfs-*-{port}.sock"):
                socket.unlink(missing_ok=True)

    def is_there(self, seconds: float) -> bool:
        """Whether the bucket can be listed within `seconds`."""
        return until(lambda: _status(f"{self.endpoint}/{self.name}?list-type=2&max-keys=1", "GET") == 200, seconds)

    def keys(self) -> list[str]:
        """The names of all objects."""
        found, token = [], None
        while True:
            query = {"list-type": "2"} | ({"continuation-token": token} if token else {})
            address = f"{self.endpoint}/{self.name}?{urllib.parse.urlencode(query)}"
            with urllib.request.urlopen(address, timeout=20) as answer:
                tree = ElementTree.parse(answer)
            found += [key.text or "" for key in tree.iterfind("{*}Contents/{*}Key")]
            token = tree.findtext("{*}NextContinuationToken")
            if not token:
                return found

    def read(self, key: str) -> bytes | None:
        """What an object holds; `None` if it is not there."""
        try:
            with urllib.request.urlopen(f"{self.endpoint}/{self.name}/{urllib.parse.quote(key)}", timeout=20) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return None
            raise


def _status(address: str, method: str) -> int:
    try:
        with urllib.request.urlopen(urllib.request.Request(address, method=method), timeout=5) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0
