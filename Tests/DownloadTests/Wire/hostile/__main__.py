"""Servers that do one wrong thing each, chosen by name.

Each line of standard input, `ID SCENARIO [KEY=VALUE …]`, starts one: it says `ID port N`, then `ID connection` and
`ID request …` as they come. All end when standard input does.
"""

import itertools
import os
import socket
import ssl
import sys
import threading

import http1
import http2
from wire import Gone, Wire


def tls(options, protocols):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(options["certificate"], options["key"])
    context.set_alpn_protocols(protocols)
    if "clients" in options:
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(options["clients"])
    if "version" in options:
        context.set_ciphers("ALL:@SECLEVEL=0")
        context.minimum_version = context.maximum_version = ssl.TLSVersion[options["version"]]
    return context


class Server:
    output = threading.Lock()

    def __init__(self, number, scenario, options):
        self.number, self.taken, self.others = number, threading.Lock(), threading.Event()
        self.numbers = itertools.count(1)
        self.context = None
        if scenario in http2.SCENARIOS:
            self.serve, self.context = http2.SCENARIOS[scenario], tls(options, ["h2", "http/1.1"])
        elif scenario in http1.BARE:
            self.serve = http1.BARE[scenario]
        else:
            self.serve = http1.SCENARIOS[scenario]
            if "certificate" in options:
                self.context = tls(options, ["http/1.1"])
                self.context.sni_callback = lambda _, name, __: self.log(f"name {name}")
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.log(f"port {self.listener.getsockname()[1]}")
        threading.Thread(target=self.accept, daemon=True).start()

    def log(self, text):
        with Server.output:
            print(self.number, text, flush=True)

    def is_first(self):
        """Whether this is the first to ask."""
        return self.taken.acquire(blocking=False)

    def count(self):
        """How often this was asked, this time included."""
        return next(self.numbers)

    def accept(self):
        while True:
            raw, _ = self.listener.accept()
            threading.Thread(target=self.handle, args=[raw], daemon=True).start()

    def handle(self, raw):
        self.log("connection")
        try:
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.serve(Wire(raw, self.context), self)
        except Gone:
            pass
        except Exception as error:
            self.log(f"failed {type(error).__name__} {error}")
        finally:
            raw.close()


for line in sys.stdin:
    number, scenario, *options = line.split()
    Server(number, scenario, dict(option.split("=", 1) for option in options))
os._exit(0)
