"""A server on the loopback interface that has what the world has, and misbehaves as the weather is."""

import base64
import gzip
import hashlib
import http.server
import random
import socket
import threading
from email.utils import formatdate

from world import World

# How often an answer is one of the faults below.
WEATHER = {"calm": 0.0, "showers": 0.1, "storm": 0.45}
FAULTS = (
    "login", "cut", "stall", "late", "error", "busy", "gone", "empty", "short", "redirect", "loop", "digest", "reset",
    "coding", "gzip",
)


class Server:
    """Two addresses, so that hosts are limited and held apart from one another."""

    def __init__(self, world: World, seed: int):
        self.world, self.seed = world, seed
        self.weather = "calm"
        self.requests = 0
        self.faults: dict[str, int] = {}
        self.lock = threading.Lock()
        self.stopping = threading.Event()
        self._servers = []
        for address in ("127.0.0.1", "127.0.0.2"):
            try:
                server = _HTTPServer((address, 0), _Handler)
            except OSError:
                continue  # Some systems have one loopback address only.
            server.owner = self
            threading.Thread(target=server.serve_forever, args=(0.1,), daemon=True).start()
            self._servers.append(server)
            world.hosts.append(f"http://{address}:{server.server_address[1]}")

    def stop(self) -> None:
        self.stopping.set()
        for server in self._servers:
            server.shutdown()
            server.server_close()

    def fault(self) -> str | None:
        """The fault of the next answer, or none: the same ones for the same seed and order of requests."""
        with self.lock:
            self.requests += 1
            choice = random.Random(f"{self.seed} {self.requests}")
            if choice.random() >= WEATHER[self.weather]:
                return None
            fault = choice.choice(FAULTS)
            self.faults[fault] = self.faults.get(fault, 0) + 1
            return fault


class _HTTPServer(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128
    owner: Server

    def handle_error(self, request, client_address):
        """Clients are killed here all the time."""


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _HTTPServer

    def log_message(self, *arguments):
        pass

    def do_GET(self) -> None:
        owner = self.server.owner
        fault = owner.fault()
        path = self.path.split("?")[0]
        if path == "/notes.json":
            content, tag = owner.world.catalogue(), None
        else:
            document = owner.world.find(path)
            if document is None or not document.is_there:
                self._send(404, b"")
                return
            with owner.world.lock:
                content, tag = document.content(), f'"{document.seed}-{document.version}"'
        tag = tag or f'"{hashlib.sha256(content).hexdigest()[:16]}"'
        self._answer(fault, path, content, tag)

    def _answer(self, fault: str | None, path: str, content: bytes, tag: str) -> None:
        owner = self.server.owner
        is_pdf = content.startswith(b"%PDF")
        fields = {"ETag": tag, "Last-Modified": formatdate(1_700_000_000 + len(content), usegmt=True)}
        if fault == "late":
            owner.stopping.wait(0.3)
        elif fault == "error":
            return self._send(random.choice((500, 502, 503)), b"no")
        elif fault == "busy":
            return self._send(429, b"", {"Retry-After": random.choice(("0", "1"))})
        elif fault == "gone":
            return self._send(404, b"gone")
        elif fault == "empty":
            return self._send(200, b"", fields)
        elif fault == "login" and is_pdf:
            return self._send(200, b"<!DOCTYPE html><title>Please log in</title>", {"Content-Type": "application/pdf"})
        elif fault == "loop":
            return self._send(302, b"", {"Location": self.path})
        elif fault == "redirect" and "?" not in self.path:
            return self._send(307, b"", {"Location": random.choice(owner.world.hosts) + path + "?r"})
        elif fault == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
            self.close_connection = True
            return
        elif fault == "coding":
            return self._send(200, content, {**fields, "Content-Encoding": "gzip"})
        elif fault == "gzip":
            return self._send(200, gzip.compress(content, 1), {**fields, "Content-Encoding": "gzip"})
        elif fault == "digest":
            fields["Repr-Digest"] = _digest(b"something else")
        self._content(fault, content, tag, fields)

    def _content(self, fault: str | None, content: bytes, tag: str, fields: dict) -> None:
        if self.headers.get("If-None-Match") == tag:
            return self._send(304, b"", fields)
        if fault == "short":
            # Only the digest tells that there should be more.
            return self._send(200, content[: len(content) // 2], {**fields, "Repr-Digest": _digest(content)})
        status, start = 200, 0
        if (begin := self._range(len(content))) is not None and self.headers.get("If-Range", tag) == tag:
            status, start = 206, begin
            fields["Content-Range"] = f"bytes {start}-{len(content) - 1}/{len(content)}"
        body = content[start:]
        if fault in ("cut", "stall") and body:
            self._head(status, len(body), fields)
            self.wfile.write(body[: len(body) // 2])
            if fault == "stall":
                self.server.owner.stopping.wait(4)
            self.close_connection = True
            return
        self._send(status, body, fields)

    def _range(self, length: int) -> int | None:
        text = self.headers.get("Range", "")
        begin = text.removeprefix("bytes=").removesuffix("-")
        return int(begin) if text.startswith("bytes=") and begin.isdigit() and int(begin) < length else None

    def _send(self, status: int, body: bytes, fields: dict | None = None) -> None:
        self._head(status, len(body), fields or {})
        if status != 304:
            self.wfile.write(body)

    def _head(self, status: int, length: int, fields: dict) -> None:
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name, value)
        if status != 304:
            self.send_header("Content-Length", str(length))
        self.end_headers()


def _digest(content: bytes) -> str:
    return f"sha-256=:{base64.b64encode(hashlib.sha256(content).digest()).decode()}:"
