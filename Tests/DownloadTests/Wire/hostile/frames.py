"""HTTP/2 by hand (RFC 9113): a library would refuse to send what is wrong."""

import struct

DATA, HEADERS, PRIORITY, RST, SETTINGS, PUSH, PING, GOAWAY, WINDOW, CONTINUATION = range(10)
END_STREAM, ACK, END_HEADERS = 1, 1, 4


def integer(value, bits):
    limit = (1 << bits) - 1
    if value < limit:
        return bytes([value])
    coded, value = [limit], value - limit
    while value >= 128:
        coded.append(value % 128 + 128)
        value //= 128
    return bytes(coded + [value])


def text(value):
    return integer(len(value), 7) + value


def field(name, value, kept=False):
    """A field in literal form (RFC 7541 section 6.2), kept in the dynamic table where that is asked for."""
    return (b"\x40" if kept else b"\x00") + text(name) + text(value)


def block(*fields, status=b"200"):
    return field(b":status", status) + b"".join(field(*one) for one in fields)


class Connection:
    def __init__(self, wire, server, settings=b""):
        self.wire, self.server, self.buffer = wire, server, bytearray()
        self.window, self.windows = 65535, {}
        self.initial = 65535
        wire.exactly(24, self.buffer)
        self.send(SETTINGS, 0, 0, settings)

    def send(self, kind, flags, stream, payload=b"", length=None):
        head = struct.pack(">I", len(payload) if length is None else length)[1:]
        self.wire.send(head + bytes([kind, flags]) + struct.pack(">I", stream) + payload)

    def read(self):
        head = self.wire.exactly(9, self.buffer)
        payload = self.wire.exactly(int.from_bytes(head[:3], "big"), self.buffer)
        kind, flags, stream = head[3], head[4], int.from_bytes(head[5:], "big")
        if kind == SETTINGS and not flags & ACK:
            for start in range(0, len(payload), 6):
                if payload[start : start + 2] == b"\0\4":
                    self.initial = int.from_bytes(payload[start + 2 : start + 6], "big")
            self.send(SETTINGS, ACK, 0)
        elif kind == PING and not flags & ACK:
            self.send(PING, ACK, 0, payload)
        elif kind == WINDOW:
            grown = int.from_bytes(payload, "big")
            if stream:
                self.windows[stream] = self.windows.get(stream, 0) + grown
            else:
                self.window += grown
        elif kind in (RST, GOAWAY):
            self.server.log(f"{'reset' if kind == RST else 'goaway'} {int.from_bytes(payload[-4:], 'big')}")
        return kind, flags, stream, payload

    def request(self):
        """The stream of the next request."""
        while True:
            kind, _, stream, _ = self.read()
            if kind == HEADERS:
                self.server.log(f"request {stream}")
                return stream

    def head(self, stream, *fields, status=b"200", flags=0):
        self.send(HEADERS, END_HEADERS | flags, stream, block(*fields, status=status))

    def data(self, stream, content, ends=False):
        view = memoryview(content)
        while view:
            piece, view = view[:16384], view[16384:]
            self.send(DATA, END_STREAM if ends and not view else 0, stream, piece)

    def within_windows(self, stream, content):
        """Sends as the client allows, and waits for it."""
        view = memoryview(content)
        while view:
            room = min(self.window, self.initial + self.windows.get(stream, 0), 16384)
            if room <= 0:
                self.read()
                continue
            piece, view = view[:room], view[room:]
            self.window -= len(piece)
            self.windows[stream] = self.windows.get(stream, 0) - len(piece)
            self.send(DATA, 0 if view else END_STREAM, stream, piece)

    def reset(self, stream, code):
        self.send(RST, 0, stream, struct.pack(">I", code))

    def go_away(self, last, code=0):
        self.send(GOAWAY, 0, 0, struct.pack(">II", last, code))

    def linger(self):
        while True:
            self.read()
