import CarrelBasics
import CarrelHTTP
import Foundation
import Testing

@Suite struct ConnectionMessageTests {
    @Test(arguments: [
        (
            "Failed to connect to notes.test port 80 after 3 ms: Couldn't connect to server",
            "cannot connect to notes.test port 80"
        ),
        (
            "failed to connect to 127.0.0.1 port 8080: Could not connect to server",
            "cannot connect to 127.0.0.1 port 8080"
        ),
        (
            "Failed to connect to ::1 port 80 after 3061 ms: No route to host",
            "cannot connect to ::1 port 80: No route to host"
        ),
        ("Could not resolve host: notes.test", "Could not resolve host: notes.test"),
        (
            "Failed to connect to a.test port 80 via b.test after 3 ms: Could not connect to server",
            "Failed to connect to a.test port 80 via b.test after 3 ms: Could not connect to server"
        ),
    ])
    func `that a host cannot be connected to is said once, without how long that took`(
        said: String, plain: String
    ) {
        #expect(ConnectionMessage.connecting(said) == plain)
    }

    @Test(arguments: [
        (
            "OpenSSL/3.0.19: error:0A000418:SSL routines::tlsv1 alert unknown ca",
            "the server does not accept the client certificate"
        ),
        (
            "unable to set private key file: '/a/key.pem' type PEM",
            "the client certificate cannot be used with its key"
        ),
        ("error setting certificate file: /a/ca.pem", "no authority's certificate can be read"),
    ])
    func `what is wrong with one's own files is not said of the server`(said: String, reason: String) {
        let message = ConnectionMessage(said, isHandshake: true)
        #expect(message?.code == .tls && message?.reason == reason)
        #expect(message?.remedy?.contains("the server's certificate") == false)
    }

    @Test(arguments: [
        ("Received HTTP/0.9 when not allowed", FetchError.Code.malformed, "does not speak HTTP"),
        ("Unsupported HTTP version (3.1) in response", .malformed, "a version of HTTP that is not known"),
        ("Nul byte in header", .malformed, "a zero byte"),
        ("Illegal or missing hexadecimal sequence in chunked-encoding", .malformed, "the server's chunks"),
        ("transfer closed with 47 bytes remaining to read", .truncated, "ended with 47 bytes of the content"),
        ("end of response with 47 bytes missing", .truncated, "ended with 47 bytes of the content missing"),
        ("transfer closed with outstanding read data remaining", .truncated, "before the last chunk"),
        ("Recv failure: Connection reset by peer", .truncated, "broke off: Connection reset by peer"),
        ("OpenSSL SSL_read: Connection reset by peer, errno 104", .truncated, "off: Connection reset"),
        ("HTTP/2 stream 1 was not closed cleanly: CANCEL (err 8)", .truncated, "HTTP/2: CANCEL (err 8)"),
        (
            "HTTP/2 stream 5 was closed cleanly, but before getting  all response header fields, treated as error",
            .truncated, "before its head was whole"
        ),
        ("Failed reading the chunked-encoded stream", .malformed, "the server's chunks"),
        ("Connection died, tried 5 times before giving up", .truncated, "broke the response off"),
        ("Failure when receiving data from the peer", .truncated, "broke the response off"),
        ("Empty reply from server", .truncated, "ended without a response"),
    ])
    func `what is wrong with a response is said in plain words, with what helps`(
        said: String, code: FetchError.Code, reason: String
    ) {
        let message = ConnectionMessage(ofResponse: said)
        #expect(message?.code == code && message?.reason.contains(reason) == true, "\(message?.reason ?? "")")
        #expect(message?.remedy != nil)
        #expect(ConnectionMessage(ofResponse: "Failed to connect to notes.test port 80 after 3 ms") == nil)
    }

    @Test func `where trying again may never help, the message says what else does`() {
        let silent = ConnectionMessage(ofResponse: "Empty reply from server")
        #expect(silent?.remedy?.contains("download.http2 to false") == true)
        let said = "OpenSSL SSL_read: error:0A000126:SSL routines::unexpected eof while reading, errno 0"
        let unannounced = ConnectionMessage(said, isHandshake: false)
        #expect(unannounced?.code == .truncated)
        #expect(unannounced?.remedy?.contains("tell whoever runs the server") == true)
        #expect(ConnectionMessage(said, isHandshake: true)?.remedy == ConnectionMessage.later)
    }

    @Test func `where a proxy's password goes is shown uncovered`() {
        let message = ConnectionMessage("CONNECT tunnel failed, response 407", isHandshake: false)
        for remedy in [message?.remedy, ConnectionMessage.remedy(for: 407)] {
            #expect(remedy.map { ShownText.of($0) } == remedy && remedy?.contains("USER:PASSWORD") == true)
        }
    }

    @Test func `a network that wants a login is not the proxy's fault, nor the server's`() {
        let message = ConnectionMessage("CONNECT tunnel failed, response 511", isHandshake: false)
        #expect(message?.code == .unreachable && message?.remedy?.contains("Sign in to the network") == true)
    }

    @Test func `too many open files are said as such`() {
        for code in [EMFILE, ENFILE] {
            let message = ConnectionMessage(socketError: code)
            #expect(message?.reason.hasPrefix("no connection can be opened: Too many open files") == true)
            #expect(message?.code == .system)
            #expect(message?.remedy == "Allow more open files: ulimit -n")
        }
        #expect(ConnectionMessage(socketError: EACCES) == nil)
    }
}
