"""HTTP/1.1 over TLS, from servers that are cut off, silent or not what the URL says."""

import time

DOCUMENT = b"0123456789" * 10_000
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"


def request(wire, server):
    data = bytearray()
    while b"\r\n\r\n" not in data:
        data += wire.receive()
    server.log("request " + data.split(b"\r\n")[0].decode())
    return data


def good(wire, server):
    while True:
        request(wire, server)
        wire.send(HEAD + b"Content-Length: %d\r\n\r\n" % len(DOCUMENT) + DOCUMENT)


def changes_key(wire, server):
    """Sends a message of TLS itself behind each answer."""
    while True:
        request(wire, server)
        wire.send_and_change_key(HEAD + b"Content-Length: 3\r\n\r\nabc")


def gives_tickets(wire, server):
    """Sends more messages of TLS itself behind each answer than anybody listens to."""
    while True:
        request(wire, server)
        wire.send(HEAD + b"Content-Length: 3\r\n\r\nabc")
        wire.give_tickets(200)
        server.log("given")


def tiny_surplus(wire, server):
    """Sends two bytes behind each answer, in a record that is no longer than an alert."""
    while True:
        request(wire, server)
        wire.tls.write(HEAD + b"Content-Length: 3\r\n\r\nabc")
        wire.send(b"HT")


def surplus_and_close(wire, server):
    """Sends another answer behind one that ends the connection, in a record of its own."""
    request(wire, server)
    wire.tls.write(HEAD + b"Connection: close\r\nContent-Length: 3\r\n\r\nabc")
    wire.send(HEAD + b"Content-Length: 3\r\n\r\ndef")
    wire.linger()


def until_end(wire, server):
    request(wire, server)
    wire.send(HEAD + b"Connection: close\r\n\r\n" + DOCUMENT)
    wire.end()


# TLS has settled on HTTP/1.1 all the same.
AS_HTTP2 = HEAD.replace(b"HTTP/1.1 200 OK", b"HTTP/2 200")


def says_http2(wire, server):
    """Ends its first answer when somebody has made another connection."""
    is_first = server.is_first()
    if not is_first:
        server.others.set()
    while True:
        request(wire, server)
        wire.send(AS_HTTP2 + b"Content-Length: %d\r\n\r\n" % len(DOCUMENT) + DOCUMENT[:50_000])
        if is_first:
            server.others.wait()
        wire.send(DOCUMENT[50_000:])


def says_http2_until_end(wire, server):
    request(wire, server)
    wire.send(AS_HTTP2 + b"\r\n" + DOCUMENT)
    wire.end()


def half(wire, server):
    request(wire, server)
    wire.send(HEAD + b"Connection: close\r\n\r\n" + DOCUMENT[:50_000])


def half_until_end(wire, server):
    half(wire, server)
    wire.end()


def half_and_silent(wire, server):
    half(wire, server)
    wire.linger()


def nothing(wire, server):
    wire.end()


def in_frames(wire, server):
    """Speaks HTTP/2 to whoever did not offer it."""
    request(wire, server)
    wire.send(b"\0\0\0\4\0\0\0\0\0")
    wire.end()


def other_version(wire, server):
    while True:
        request(wire, server)
        wire.send(b"HTTP/1.1 505 HTTP Version Not Supported\r\nContent-Length: 0\r\n\r\n")


def cut(wire, server):
    half(wire, server)
    wire.cut()


def reset(wire, server):
    half(wire, server)
    time.sleep(0.1)
    wire.reset()


def cut_in_record(wire, server):
    half(wire, server)
    wire.send_half_a_record(DOCUMENT[:10_000])
    wire.cut()


def cut_with_length(wire, server):
    request(wire, server)
    wire.send(HEAD + b"Content-Length: %d\r\n\r\n" % len(DOCUMENT) + DOCUMENT[:50_000])
    wire.cut()


def chunked(wire, server):
    while True:
        request(wire, server)
        wire.send(HEAD + b"Transfer-Encoding: chunked\r\n\r\n186a0\r\n" + DOCUMENT + b"\r\n0\r\n\r\n")


def cut_in_chunks(wire, server):
    request(wire, server)
    wire.send(HEAD + b"Transfer-Encoding: chunked\r\n\r\n2710\r\n" + DOCUMENT[:10_000] + b"\r\n")
    wire.cut()


def cut_in_head(wire, server):
    request(wire, server)
    wire.send(HEAD + b"ETag: \"1")
    wire.cut()


def tells_of_the_second(wire, server):
    (until_end if server.is_first() else cut_in_chunks)(wire, server)


def end_in_head(wire, server):
    request(wire, server)
    wire.send(HEAD + b"ETag: \"1")
    wire.end()


def garbage_in_record(wire, server):
    half(wire, server)
    wire._put(b"\x17\x03\x03\x00\x40" + b"\x55" * 64)
    wire.linger()


# Before TLS is there: these get the bare connection.

def silent(wire, server):
    wire.linger()


def cut_in_hello(wire, server):
    wire.receive()
    wire.send(b"\x16\x03\x03\x00\x7a\x02\x00\x00\x76\x03\x03" + b"\x11" * 20)
    wire.cut()


def closes_at_hello(wire, server):
    wire.receive()
    wire.cut()


def resets_at_hello(wire, server):
    wire.receive()
    wire.reset()


def alert(wire, server):
    wire.receive()
    wire.send(b"\x15\x03\x03\x00\x02\x02\x28")
    wire.cut()


def plain(wire, server):
    wire.receive()
    wire.send(HEAD + b"Content-Length: 3\r\n\r\nabc")
    wire.cut()


def endless_hello(wire, server):
    """Handshake records that never make a whole message."""
    wire.receive()
    wire.send(b"\x16\x03\x03\x40\x00\x02\xff\xff\xff" + b"\x11" * (16384 - 4))
    while True:
        wire.send(b"\x16\x03\x03\x40\x00" + b"\x11" * 16384)


def empty_records(wire, server):
    """Alerts of the level warning, again and again."""
    wire.receive()
    while True:
        wire.send(b"\x15\x03\x03\x00\x02\x01\x5a" * 1000)


SCENARIOS = {
    function.__name__.replace("_", "-"): function
    for function in [
        good, until_end, cut, reset, cut_in_record, cut_with_length, chunked, cut_in_chunks, cut_in_head, end_in_head,
        garbage_in_record, says_http2, says_http2_until_end, changes_key, gives_tickets, tiny_surplus,
        surplus_and_close,
    ]
}
BARE = {
    function.__name__.replace("_", "-"): function
    for function in [silent, cut_in_hello, closes_at_hello, resets_at_hello, alert, plain, endless_hello, empty_records]
}
