"""Twenty hosts that lie, and one with the catalogues: servers on the loopback interface."""

import base64
import contextlib
import hashlib
import http.server
import random
import select
import socket
import threading
import time

from manners import Manners, Request, Stops
from world import HOSTS, KINDS, World

_LOGIN = b"<!DOCTYPE html><html><head><title>Log in</title></head><body><form>Name <input name=u></form></body></html>"
# Longer than the stall timeout of the workers, shorter than their leases.
_STALL = 3.0


class Hosts:
    """The servers; each counts who asks it."""

    def __init__(self, world: World, stops: Stops):
        self.world = world
        self.lies: dict[str, int] = {}
        self.manners = [
            Manners(f"host {number}", kind.most_at_once, kind.per_second, stops)
            for number in range(HOSTS) for kind in KINDS if number in kind.hosts
        ]
        self._servers = [_Server(self, manners) for manners in (*self.manners, None)]
        world.ports = [server.server_address[1] for server in self._servers]
        self.catalogues = f"http://127.0.0.1:{world.ports[-1]}"

    def close(self) -> None:
        for server in self._servers:
            server.shutdown()
            server.server_close()


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, hosts: Hosts, manners: Manners | None):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.hosts, self.manners = hosts, manners
        threading.Thread(target=self.serve_forever, args=(0.1,), daemon=True).start()

    def handle_error(self, request, client_address):
        """Clients are killed here all the time."""


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    server: _Server

    def log_message(self, *arguments):
        pass

    def setup(self):
        super().setup()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        if self.server.manners is None:
            return self._catalogue(path)
        self.request_seen = Request(self.headers.get("User-Agent", "?"), path, self.connection)
        self.server.manners.begins(self.request_seen, query == "moved")
        try:
            self._document(path, query == "moved")
        finally:
            self._done()

    def _catalogue(self, path: str) -> None:
        kind = next((kind for kind in KINDS if path == f"/{kind.name}.list"), None)
        body = self.server.hosts.world.catalogue(kind) if kind else b""
        self._send(200 if kind else 404, body, {"Content-Type": "text/plain"} if kind and kind.parser == "url-list" else {})

    def _document(self, path: str, is_moved: bool) -> None:
        world = self.server.hosts.world
        found = world.next_answer(path)
        if found is None:
            return self._send(404, b"")
        document, lie, content, tag = found
        lie = lie if not is_moved or lie == document.always else None
        if lie:
            with world.lock:
                self.server.hosts.lies[lie] = self.server.hosts.lies.get(lie, 0) + 1
        choice = random.Random(f"{document.seed} {document.requests}")
        if not self._waits(choice.uniform(1, 2) if lie == "late" else choice.uniform(0.05, 0.4)):
            return
        fields = {"ETag": tag, "Accept-Ranges": "bytes"}
        match lie:
            case "busy":
                self._send(choice.choice((429, 503)), b"", {"Retry-After": "1"})
            case "error":
                self._send(choice.choice((500, 502)), b"no")
            case "gone":
                self._send(404, b"gone")
            case "login":
                self._send(200, _LOGIN, {"Content-Type": "text/html"})
            case "other":
                self._send(200, content[::-1])
            case "moved":
                others = [port for host, port in enumerate(world.ports) if host in document.kind.hosts]
                self._send(302, b"", {"Location": f"http://127.0.0.1:{choice.choice(others)}{path}?moved"})
            case "reset":
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
                self.close_connection = True
            case "short":
                # Only the digest tells that there should be more.
                self._send(200, content[: len(content) // 2], {**fields, "Repr-Digest": _digest(content)})
            case "long":
                self._part(200, content, len(content) + 100, fields)
            case _:
                self._content(lie, content, tag, fields)

    def _content(self, lie: str | None, content: bytes, tag: str, fields: dict) -> None:
        if self.headers.get("If-None-Match") == tag:
            return self._send(304, b"", fields)
        status, start = 200, 0
        begin = self.headers.get("Range", "").removeprefix("bytes=").removesuffix("-")
        if begin.isdigit() and int(begin) < len(content) and self.headers.get("If-Range", tag) == tag:
            status, start = 206, int(begin)
            fields["Content-Range"] = f"bytes {start}-{len(content) - 1}/{len(content)}"
        body = content[start:]
        if lie in ("cut", "stall"):
            return self._part(status, body[: len(body) // 2], len(body), fields, _STALL if lie == "stall" else 0)
        self._send(status, body, fields)

    def _part(self, status: int, body: bytes, length: int, fields: dict, wait: float = 0) -> None:
        """Sends less than it says, and closes the connection."""
        self._head(status, length, fields)
        self.wfile.write(body)
        self.wfile.flush()
        self._waits(wait)
        self.close_connection = True

    def _send(self, status: int, body: bytes, fields: dict | None = None) -> None:
        self._head(status, len(body), fields or {})
        if status != 304:
            self.wfile.write(body[:-1])
        # With the last byte the client may ask for the next document.
        self._done()
        if status != 304:
            self.wfile.write(body[-1:])

    def _head(self, status: int, length: int, fields: dict) -> None:
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name, value)
        if status != 304:
            self.send_header("Content-Length", str(length))
        self.end_headers()

    def _done(self) -> None:
        if self.server.manners:
            self.server.manners.ends(self.request_seen)

    def _waits(self, seconds: float) -> bool:
        """Waits; `False` as soon as the client has gone."""
        limit = time.monotonic() + seconds
        with contextlib.suppress(OSError):
            while (left := limit - time.monotonic()) > 0:
                if select.select([self.connection], [], [], left)[0] and not self.connection.recv(1, socket.MSG_PEEK):
                    self.close_connection = True
                    return False
            return True
        self.close_connection = True
        return False


def _digest(content: bytes) -> str:
    return f"sha-256=:{base64.b64encode(hashlib.sha256(content).digest()).decode()}:"
