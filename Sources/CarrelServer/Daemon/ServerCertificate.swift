import CMicrohttpd
import CarrelBasics
import Foundation

/// A certificate and its key: what a server shows to whoever connects with TLS.
public struct ServerCertificate: Sendable {
    /// The certificate, with those of its issuers behind it, as PEM.
    let chain: String
    /// The key, as PEM.
    let key: String
    /// What is not wrong yet, or not wrong enough to refuse it; each a sentence for the person.
    public let warnings: [String]

    // Far more than a chain of certificates has.
    private static let fileLimit = 1 << 20
    // What is renewed by itself was renewed long before.
    private static let notice: TimeInterval = 7 * 24 * 3600

    /// Reads both files; blocks the thread.
    ///
    /// - Parameters:
    ///   - certificatePath: a file with the certificate and then those of its issuers, as PEM.
    ///   - keyPath: a file with its key, as PEM; it may be the same.
    /// - Throws: `ServerError` with the file, what is wrong with it and what helps.
    public init(_ certificatePath: String, key keyPath: String) throws(ServerError) {
        (chain, key) = (try Self.text(certificatePath), try Self.text(keyPath))
        var (first, last): (time_t, time_t) = (0, 0)
        let state = carrel_certificate_check(chain, key, &first, &last)
        if let error = Self.error(state, certificatePath, keyPath) { throw error }
        guard carrel_mhd_speaks_tls() else {
            throw ServerError(
                subject: certificatePath, reason: "the installed libmicrohttpd cannot speak TLS",
                remedy: "Install one with GnuTLS, such as Debian’s")
        }
        let start = Date(timeIntervalSince1970: TimeInterval(first))
        let (end, now) = (Date(timeIntervalSince1970: TimeInterval(last)), Date())
        guard now < end else {
            throw ServerError(
                subject: certificatePath, reason: "the certificate ended on \(Self.day(end))",
                remedy: "Renew it")
        }
        guard start <= now else {
            throw ServerError(
                subject: certificatePath, reason: "it begins only on \(Self.day(start))",
                remedy: "Check this machine’s clock, or use the one of before")
        }
        var warnings: [String] = []
        if end.timeIntervalSince(now) < Self.notice {
            warnings.append(
                "\(certificatePath): the certificate ends on \(Self.day(end)); renew it and start again")
        }
        if SecretFile.isReadByOthers(keyPath) {
            warnings.append("\(keyPath): every user of this machine can read the key: chmod o= \(keyPath)")
        }
        self.warnings = warnings
    }

    private static func text(_ path: String) throws(ServerError) -> String {
        do {
            let data = try InputFile.data(of: path, limit: fileLimit, takesPipes: false)
            return String(decoding: data, as: UTF8.self)
        } catch {
            throw ServerError(
                subject: path, reason: "cannot be read: \(error)",
                remedy: "Name a PEM file that this user may read")
        }
    }

    private static func error(
        _ state: carrel_certificate_state, _ certificate: String, _ key: String
    ) -> ServerError? {
        switch state {
        case CARREL_CERTIFICATE_FITS: nil
        case CARREL_CERTIFICATE_KEY_BROKEN:
            ServerError(
                subject: key, reason: "there is no private key in it",
                remedy: "Name the PEM file of the key: it says BEGIN PRIVATE KEY")
        case CARREL_CERTIFICATE_KEY_ENCRYPTED:
            ServerError(
                subject: key, reason: "the key is locked with a passphrase",
                remedy: "Unlock it: openssl pkey -in \(key) -out unlocked.pem")
        case CARREL_CERTIFICATE_OTHER_KEY:
            ServerError(
                subject: key, reason: "it is not the key of the certificate in \(certificate)",
                remedy: "Name the two that were made together, the server’s own certificate first")
        case CARREL_CERTIFICATE_NO_LIBRARY:
            ServerError(
                subject: certificate, reason: "GnuTLS, which would read it, is not installed",
                remedy: "Install libgnutls30")
        default:
            ServerError(
                subject: certificate, reason: "there is no certificate in it that can be read",
                remedy: "Name the PEM file of the certificate: it says BEGIN CERTIFICATE")
        }
    }

    private static func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
}
