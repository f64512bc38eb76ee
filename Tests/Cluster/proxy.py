"""A TCP proxy between one worker and the database, which can be cut or swallow everything."""

import contextlib
import socket
import threading
from pathlib import Path


class Proxy:
    """Forwards connections of a loopback port to a socket of the file system.

    While it is `cut` it resets what there is and refuses what comes; while it is `silent` it takes everything and
    passes nothing on, as a firewall does. Connections that were silent end when that is over: bytes were lost.
    """

    def __init__(self, target: Path):
        self._target = target
        self._lock = threading.Lock()
        self._pairs: set[tuple[socket.socket, socket.socket]] = set()
        self._mode = "open"
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self._mode = "cut"
        self._drop()

    def silence(self) -> None:
        self._mode = "silent"

    def open(self) -> None:
        """Forwards again."""
        if self._mode == "silent":
            self._drop()
        self._mode = "open"

    def close(self) -> None:
        self._listener.close()
        self.cut()

    def _drop(self) -> None:
        with self._lock:
            pairs, self._pairs = self._pairs, set()
        for pair in pairs:
            for each in pair:
                with contextlib.suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            if self._mode == "cut":
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
                client.close()
                continue
            server = socket.socket(socket.AF_UNIX)
            try:
                server.connect(str(self._target))
            except OSError:
                client.close()
                continue
            pair = (client, server)
            with self._lock:
                self._pairs.add(pair)
            ends = [0]
            for source, sink in (pair, pair[::-1]):
                threading.Thread(target=self._forward, args=(source, sink, pair, ends), daemon=True).start()

    def _forward(self, source: socket.socket, sink: socket.socket, pair: tuple, ends: list) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                if self._mode == "open":
                    sink.sendall(data)
        for each in pair:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        with self._lock:
            self._pairs.discard(pair)
            ends[0] += 1
            is_last = ends[0] == 2
        if is_last:
            for each in pair:
                each.close()
