import CarrelBasics
import CarrelTesting
import Foundation

/// A TLS server of the openssl program, with a certificate that nobody has signed.
///
/// It answers every request with 200 and a page about the connection.
struct TLSServer {
    /// The URL of the page.
    let url: URL
    /// The server's certificate.
    let certificate: URL
    /// The key of the certificate, with which a client can show that it is the server's friend.
    let key: URL
    private let program: ServerProgram

    /// Where the openssl program is; `nil` where it is not installed.
    static let program = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Makes a certificate and starts a server, for as long as the body runs.
    ///
    /// - Parameters:
    ///   - requiresCertificate: whether clients must show the server's own certificate.
    ///   - body: what to do meanwhile.
    /// - Throws: what the body throws, and where the server cannot be started.
    static func with<Value>(
        requiresCertificate: Bool = false, _ body: (TLSServer) async throws -> Value
    ) async throws -> Value {
        let folder = try TemporaryFolder()
        let server = try await start(in: folder.url, requiresCertificate: requiresCertificate)
        defer { server.program.end() }
        return try await body(server)
    }

    private static func start(in folder: URL, requiresCertificate: Bool) async throws -> TLSServer {
        let program = try requireValue(program, "the openssl program")
        let (key, certificate) = (folder.appending(path: "key.pem"), folder.appending(path: "cert.pem"))
        let made = try await ProcessToolRunner().run(
            ToolInvocation(
                program,
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-keyout", key.path, "-out", certificate.path, "-days", "2", "-subj", "/CN=localhost",
                    "-addext", "subjectAltName=IP:127.0.0.1",
                ], timeout: .seconds(30), outputLimit: 1 << 16))
        try requireEqual(made.status, 0, "the status of openssl req, which says \(made.errorText)")

        let started = try await ServerProgram.start(
            program,
            ["s_server", "-accept", "127.0.0.1:0", "-cert", certificate.path, "-key", key.path, "-www"]
                + (requiresCertificate
                    ? ["-Verify", "1", "-verify_return_error", "-CAfile", certificate.path] : []),
            saying: "ACCEPT")
        let server = try requireValue(started, "openssl s_server")
        let port = server.greeting.split(separator: ":").last.flatMap { Int($0) }
        let url = try requireValue(port.flatMap { URL(string: "https://127.0.0.1:\($0)/") }, "the port")
        return TLSServer(url: url, certificate: certificate, key: key, program: server)
    }
}
