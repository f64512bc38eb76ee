"""HTTP/2 servers that break off, contradict themselves, or never come to the point."""

import gzip
import struct
import threading

from frames import (CONTINUATION, DATA, END_HEADERS, END_STREAM, HEADERS, PING, PRIORITY, PUSH,
                    SETTINGS, WINDOW, Connection, block, field)
import http1
from http1 import DOCUMENT

SCENARIOS = {}
# How those scenarios go on with clients that keep to HTTP/1.1; all others in chunks.
OVER_HTTP1 = {
    "reset_without_error_or_length": http1.cut_in_chunks,
    "breaks_off_until_end": http1.half_until_end,
    "whole_until_end": http1.until_end,
    "only_http2": http1.in_frames,
    "wants_http2": http1.other_version,
    "ends_http1": http1.nothing,
    "goaway_twice_until_end": http1.until_end,
    "tells_of_the_second": http1.tells_of_the_second,
    "half_over_http2": http1.until_end,
    "half_over_http1": http1.half_until_end,
    "silent_over_http1": http1.half_and_silent,
}
PLAIN = (b"content-type", b"text/plain")
LENGTH = (b"content-length", b"%d" % len(DOCUMENT))
HALF = len(DOCUMENT) // 2


def scenario(function):
    """Registers a function that serves a connection."""
    SCENARIOS[function.__name__.replace("_", "-")] = lambda wire, server: serve(function, wire, server)
    return function


def serve(function, wire, server):
    if wire.protocol == "h2":
        return function(Connection(wire, server))
    OVER_HTTP1.get(function.__name__, http1.chunked)(wire, server)


def answers(function):
    """Registers a function that answers each request with its stream."""

    def serve(connection):
        while True:
            function(connection, connection.request())

    serve.__name__ = function.__name__
    scenario(serve)
    return function


def whole(connection, stream):
    connection.head(stream, PLAIN, LENGTH)
    connection.data(stream, DOCUMENT, ends=True)


def half(connection, stream, *fields):
    connection.head(stream, PLAIN, *(fields or [LENGTH]))
    connection.data(stream, DOCUMENT[:HALF])


answers(whole)


@answers
def without_length(connection, stream):
    connection.head(stream, PLAIN)
    connection.data(stream, DOCUMENT, ends=True)


@answers
def whole_until_end(connection, stream):
    without_length(connection, stream)


@answers
def half_over_http1(connection, stream):
    without_length(connection, stream)


@answers
def silent_over_http1(connection, stream):
    without_length(connection, stream)


@answers
def only_http2(connection, stream):
    without_length(connection, stream)


@answers
def wants_http2(connection, stream):
    without_length(connection, stream)


@answers
def ends_http1(connection, stream):
    without_length(connection, stream)


@answers
def takes_content(connection, stream):
    """Has nothing to say of what it was sent, and no length for it."""
    # libcurl 7.88 may wait in vain after an answer that comes before all was sent.
    kind = flags = 0
    while kind != DATA or not flags & END_STREAM:
        kind, flags, _, _ = connection.read()
    connection.head(stream, flags=END_STREAM)


# Broken off

@answers
def breaks_off_until_end(connection, stream):
    half(connection, stream, (b"etag", b'"1"'))
    connection.reset(stream, 2)


@answers
def reset_stream(connection, stream):
    half(connection, stream)
    connection.reset(stream, 8)


@answers
def reset_without_error(connection, stream):
    half(connection, stream)
    connection.reset(stream, 0)


@answers
def reset_without_error_or_length(connection, stream):
    half(connection, stream, (b"etag", b'"1"'))
    connection.reset(stream, 0)


@answers
def half_over_http2(connection, stream):
    connection.head(stream, PLAIN, (b"etag", b'"1"'))
    connection.data(stream, DOCUMENT[:HALF], ends=True)


@answers
def tells_of_the_second(connection, stream):
    if connection.server.count() <= 2:
        without_length(connection, stream)
    else:
        reset_without_error_or_length(connection, stream)


@answers
def reset_in_coding(connection, stream):
    connection.head(stream, PLAIN, (b"content-encoding", b"gzip"))
    connection.data(stream, gzip.compress(DOCUMENT)[:100])
    connection.reset(stream, 0)


@answers
def reset_before_coding(connection, stream):
    connection.head(stream, PLAIN, (b"content-encoding", b"gzip"))
    connection.reset(stream, 0)


@answers
def coded_without_length(connection, stream):
    connection.head(stream, PLAIN, (b"content-encoding", b"gzip"))
    connection.data(stream, gzip.compress(DOCUMENT), ends=True)


@answers
def reset_after_end(connection, stream):
    whole(connection, stream)
    connection.reset(stream, 0)


@answers
def reset_without_head(connection, stream):
    connection.reset(stream, 0)


@answers
def refuses_once(connection, stream):
    if connection.server.is_first():
        connection.reset(stream, 7)
    else:
        whole(connection, stream)


@answers
def refuses_always(connection, stream):
    connection.reset(stream, 7)


@answers
def asks_for_http1(connection, stream):
    connection.reset(stream, 13)


@answers
def cut_in_body(connection, stream):
    half(connection, stream)
    connection.wire.cut()


@answers
def end_in_body(connection, stream):
    half(connection, stream)
    connection.wire.end()


@answers
def goaway_in_body(connection, stream):
    half(connection, stream)
    connection.go_away(stream)
    connection.wire.end()


@answers
def calm_in_body(connection, stream):
    half(connection, stream)
    connection.go_away(stream, 11)
    connection.wire.end()


@answers
def goaway_disowns_body(connection, stream):
    """Says in the middle of an answer that its request was never taken."""
    if not connection.server.is_first():
        return whole(connection, stream)
    half(connection, stream)
    connection.go_away(0)
    connection.wire.end()


@scenario
def goaway_before_requests(connection):
    if connection.server.is_first():
        connection.go_away(0)
        return connection.wire.end()
    while True:
        whole(connection, connection.request())


@answers
def goaway_instead_of_answer(connection, stream):
    if connection.server.is_first():
        connection.go_away(0)
        connection.wire.end()
    else:
        whole(connection, stream)


@answers
def goaway_twice_until_end(connection, stream):
    if connection.server.count() <= 2:
        connection.go_away(0)
        connection.wire.end()
    else:
        without_length(connection, stream)


@answers
def goaway_always(connection, stream):
    connection.go_away(0)
    connection.wire.end()


@scenario
def goaway_above_last(connection):
    """The first connection takes one request and answers it to the end; all others must come again."""
    stream = connection.request()
    if not connection.server.is_first():
        while True:
            whole(connection, stream)
            stream = connection.request()
    connection.request()
    half(connection, stream)
    connection.go_away(stream)
    connection.data(stream, DOCUMENT[HALF:], ends=True)
    connection.linger()


# Contradictions

@answers
def ends_before_length(connection, stream):
    connection.head(stream, PLAIN, LENGTH)
    connection.data(stream, DOCUMENT[:HALF], ends=True)


@answers
def goes_beyond_length(connection, stream):
    connection.head(stream, PLAIN, (b"content-length", b"%d" % HALF))
    connection.data(stream, DOCUMENT, ends=True)


@answers
def two_lengths(connection, stream):
    connection.head(stream, PLAIN, LENGTH, (b"content-length", b"%d" % HALF))
    connection.data(stream, DOCUMENT[:HALF], ends=True)


@answers
def head_without_content(connection, stream):
    connection.head(stream, PLAIN, LENGTH, flags=END_STREAM)


@answers
def trailers(connection, stream):
    connection.head(stream, PLAIN, LENGTH)
    connection.data(stream, DOCUMENT)
    end = field(b"etag", b'"late"') + field(b"location", b"/x")
    connection.send(HEADERS, END_HEADERS | END_STREAM, stream, end)


@answers
def second_head(connection, stream):
    """Another head with a status where trailers could be."""
    half(connection, stream)
    connection.head(stream, (b"etag", b'"other"'), status=b"206", flags=END_STREAM)


@answers
def push(connection, stream):
    promise = struct.pack(">I", 2) + b"\x82\x87" + field(b":path", b"/other") + field(b":authority", b"x")
    connection.send(PUSH, END_HEADERS, stream, promise)
    connection.head(2, PLAIN)
    connection.data(2, b"pushed", ends=True)
    whole(connection, stream)


@answers
def early_hints(connection, stream):
    connection.head(stream, (b"link", b"</x>"), status=b"103")
    whole(connection, stream)


@answers
def early_hints_alone(connection, stream):
    connection.head(stream, (b"link", b"</x>"), status=b"103")
    connection.linger()


@answers
def switches_protocols(connection, stream):
    connection.head(stream, status=b"101")
    whole(connection, stream)


@answers
def content_before_head(connection, stream):
    connection.data(stream, DOCUMENT, ends=True)


@answers
def no_status(connection, stream):
    connection.send(HEADERS, END_HEADERS, stream, field(*PLAIN))
    connection.data(stream, DOCUMENT, ends=True)


@answers
def odd_status(connection, stream):
    connection.head(stream, PLAIN, status=b"2\r\n")
    connection.data(stream, DOCUMENT, ends=True)


@answers
def line_break_in_field(connection, stream):
    connection.head(stream, PLAIN, (b"x-a", b"1\r\nContent-Length: 5\r\n\r\nhello"))
    connection.data(stream, DOCUMENT, ends=True)


@answers
def unknown_frames(connection, stream):
    connection.send(0x2A, 0xFF, 0, b"x" * 100)
    connection.head(stream, PLAIN, LENGTH)
    connection.send(0x2B, 0, stream, b"x" * 100)
    connection.data(stream, DOCUMENT, ends=True)


@answers
def huge_frame(connection, stream):
    connection.head(stream, PLAIN)
    connection.data(stream, DOCUMENT[:HALF])
    connection.send(DATA, 0, stream, b"x" * (1 << 20))
    connection.linger()


# Never to the point

@answers
def window(connection, stream):
    """A document larger than any window, at the client's pace."""
    connection.head(stream, PLAIN, (b"content-length", b"%d" % (400 * len(DOCUMENT))))
    connection.within_windows(stream, DOCUMENT * 400)


def frame(kind, flags, stream, payload=b"", count=1):
    head = struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream)
    return (head + payload) * count


def drain(raw):
    """Reads what comes and forgets it, so that the client can always write."""
    try:
        while raw.recv(65536):
            pass
    except OSError:
        pass


def floods(begins=True):
    """Sends the same again and again for as long as it is read, after the head of an answer where there is one."""

    def register(function):
        def serve(connection, stream):
            if begins:
                connection.head(stream, PLAIN, LENGTH)
            threading.Thread(target=drain, args=[connection.wire.raw], daemon=True).start()
            frames = function(connection, stream)
            while True:
                connection.wire.send(frames)

        serve.__name__ = function.__name__
        return answers(serve)

    return register


@floods()
def settings_flood(connection, stream):
    return frame(SETTINGS, 0, 0, count=500)


@floods()
def ping_flood(connection, stream):
    return frame(PING, 0, 0, b"12345678", count=500)


@floods()
def empty_data_flood(connection, stream):
    return frame(DATA, 0, stream, count=500)


@floods()
def window_flood(connection, stream):
    return frame(WINDOW, 0, 0, struct.pack(">I", 1), count=500)


@floods()
def priority_flood(connection, stream):
    return frame(PRIORITY, 0, stream, b"\0\0\0\0\7", count=500)


@floods()
def padding_flood(connection, stream):
    """Frames that are nothing but padding."""
    return frame(DATA, 8, stream, b"\xff" + b"\0" * 255, count=60)


@floods()
def unknown_flood(connection, stream):
    return frame(0x2A, 0, 0, b"x" * 1000, count=100)


@floods(begins=False)
def interim_flood(connection, stream):
    return frame(HEADERS, END_HEADERS, stream, block((b"link", b"</x>"), status=b"103"), count=100)


@floods(begins=False)
def field_flood(connection, stream):
    """A head that has no end."""
    connection.send(HEADERS, 0, stream, block(PLAIN))
    return frame(CONTINUATION, 0, stream, field(b"x-a", b"1" * 1000) * 16)


@floods(begins=False)
def empty_field_flood(connection, stream):
    connection.send(HEADERS, 0, stream, block(PLAIN))
    return frame(CONTINUATION, 0, stream, count=500)


@floods()
def trailer_flood(connection, stream):
    connection.send(HEADERS, END_STREAM, stream, field(b"x-a", b"1"))
    return frame(CONTINUATION, 0, stream, field(b"x-a", b"1" * 1000) * 16)


@floods(begins=False)
def compressed_field_flood(connection, stream):
    """One field of 4,000 bytes, kept in the table and then repeated by one byte each."""
    connection.send(HEADERS, 0, stream, field(b":status", b"200") + field(b"x-a", b"1" * 3900, kept=True))
    return frame(CONTINUATION, 0, stream, b"\xbe" * 16000)


@answers
def settings_flood_unread(connection, stream):
    """A flood from somebody who reads none of the answers."""
    connection.head(stream, PLAIN, LENGTH)
    while True:
        connection.wire.send(frame(SETTINGS, 0, 0, count=500))


@answers
def large_head(connection, stream):
    """A head of 20 MB that does end."""
    connection.send(HEADERS, 0, stream, block(PLAIN))
    for _ in range(1300):
        connection.send(CONTINUATION, 0, stream, field(b"x-a", b"1" * 1000) * 16)
    connection.send(CONTINUATION, END_HEADERS, stream)
    connection.data(stream, DOCUMENT, ends=True)


@scenario
def no_settings_and_silent(connection):
    connection.linger()


@answers
def silent_after_head(connection, stream):
    connection.head(stream, PLAIN, LENGTH)
    connection.linger()


@scenario
def goes_silent(connection):
    """Answers one request, and then none over the first connection."""
    is_first = connection.server.is_first()
    whole(connection, connection.request())
    while True:
        stream = connection.request()
        if not is_first:
            whole(connection, stream)


@scenario
def answers_after_silence(connection):
    """Over the first connection it answers its first request, never the second, and the third once there is another."""
    if not connection.server.is_first():
        connection.server.others.set()
        while True:
            whole(connection, connection.request())
    whole(connection, connection.request())
    connection.request()
    third = connection.request()
    connection.server.others.wait()
    whole(connection, third)
    connection.linger()


@answers
def silent_after_half(connection, stream):
    half(connection, stream)
    connection.linger()


def limited(count):
    """A server that takes so many requests at once."""

    def serve(wire, server):
        connection = Connection(wire, server, struct.pack(">HI", 3, count))
        while True:
            whole(connection, connection.request())

    return serve


SCENARIOS["one-at-a-time"] = limited(1)
SCENARIOS["none-at-a-time"] = limited(0)


def speaks_http1(wire, server):
    wire.receive()
    wire.send(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc")
    wire.end()


SCENARIOS["speaks-http1"] = speaks_http1
