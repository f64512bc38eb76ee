"""A connection with or without TLS that can be ended in every way, also within a TLS record."""

import ctypes
import socket
import ssl
import struct


class Gone(Exception):
    """The other side has gone."""


class Wire:
    def __init__(self, raw, context=None):
        self.raw = raw
        self.tls = None
        if context:
            self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
            self.tls = context.wrap_bio(self.incoming, self.outgoing, server_side=True)
            self._do(self.tls.do_handshake)

    def _flush(self):
        data = self.outgoing.read()
        if data:
            self._put(data)

    def _put(self, data):
        try:
            self.raw.sendall(data)
        except OSError as error:
            raise Gone from error

    def _do(self, call):
        while True:
            try:
                result = call()
                self._flush()
                return result
            except ssl.SSLWantReadError:
                self._flush()
                try:
                    data = self.raw.recv(65536)
                except OSError as error:
                    raise Gone from error
                if not data:
                    raise Gone
                self.incoming.write(data)
            except ssl.SSLError as error:
                try:
                    self._flush()
                finally:
                    raise Gone from error

    @property
    def protocol(self):
        return self.tls.selected_alpn_protocol() if self.tls else None

    def receive(self):
        if self.tls:
            data = self._do(lambda: self.tls.read(65536))
        else:
            try:
                data = self.raw.recv(65536)
            except OSError as error:
                raise Gone from error
        if not data:
            raise Gone
        return data

    def exactly(self, count, buffer):
        """Reads until the buffer holds so many bytes, and takes them out of it."""
        while len(buffer) < count:
            buffer += self.receive()
        taken = bytes(buffer[:count])
        del buffer[:count]
        return taken

    def send(self, data):
        if not self.tls:
            return self._put(data)
        view = memoryview(data)
        while view:
            written = self.tls.write(view[:16384])
            self._flush()
            view = view[written:]

    def send_half_a_record(self, data):
        """Encrypts, and sends the first half of what comes out."""
        self.tls.write(data)
        coded = self.outgoing.read()
        self._put(coded[: len(coded) // 2])

    def _openssl(self):
        """OpenSSL, and the connection as it has it, for what Python has no call for."""
        # In CPython it stands behind the object's own two words and its socket.
        place = id(self.tls._sslobj) + 3 * ctypes.sizeof(ctypes.c_void_p)
        return ctypes.CDLL("libssl.so.3"), ctypes.c_void_p.from_address(place)

    def send_and_change_key(self, data):
        """Sends, with a new key behind it."""
        self.tls.write(data)
        library, connection = self._openssl()
        library.SSL_key_update(connection, 0)
        library.SSL_do_handshake(connection)
        self._flush()

    def give_tickets(self, count):
        """Sends tickets for later connections."""
        library, connection = self._openssl()
        for _ in range(count):
            library.SSL_new_session_ticket(connection)
            library.SSL_do_handshake(connection)
        self._flush()

    def end(self):
        """Says that this is the end, where TLS is used, and closes."""
        if self.tls:
            try:
                self.tls.unwrap()
            except ssl.SSLError:
                pass
            self._flush()
        self.cut()

    def cut(self):
        """Closes the connection without a word of TLS."""
        try:
            self.raw.shutdown(socket.SHUT_WR)
            # What has not been read would turn the end into a reset.
            self.raw.settimeout(30)
            while self.raw.recv(65536):
                pass
        except OSError:
            pass
        self.raw.close()

    def reset(self):
        self.raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.raw.close()

    def linger(self):
        """Waits until the other side goes away."""
        try:
            while True:
                self.receive()
        except Gone:
            pass
