import CarrelBasics
import CarrelTesting
import Foundation

/// Certificates that are wrong in one way each, and the authority that they are from.
struct Certificates {
    /// A chain of certificates for `localhost`, all with one key.
    enum Kind: String {
        case good, expired, otherHost, selfSigned, unknownAuthority, longChain
    }

    /// Where they are.
    let folder: URL

    /// The authority to trust.
    var authority: URL { folder.appending(path: "authority.pem") }
    /// The key of all certificates.
    var key: URL { folder.appending(path: "key.pem") }

    /// The file of a chain.
    func chain(_ kind: Kind) -> URL { folder.appending(path: "\(kind.rawValue).pem") }

    private static let shared = Task { try await make() }
    private static let folders = Locked<[URL]>([])

    /// The certificates of this process, made once.
    static func made() async throws -> Certificates { try await shared.value }

    private static func make() async throws -> Certificates {
        let folder = FileManager.default.temporaryDirectory.appending(path: "carrel-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        folders.withLock { $0.append(folder) }
        atexit { Certificates.folders.value.forEach { try? FileManager.default.removeItem(at: $0) } }
        let made = try await ProcessToolRunner().run(
            ToolInvocation(
                "/bin/sh", ["-ec", script, "sh", folder.path], timeout: .seconds(60), outputLimit: 1 << 16))
        try requireEqual(made.status, 0, "the status of openssl, which says \(made.errorText)")
        return Certificates(folder: folder)
    }

    private static let script = """
        cd "$1"
        key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:prime256v1 -out "$1"; }
        authority() { key $1.key; openssl req -x509 -new -key $1.key -out $1.pem -days 2 -subj "/CN=$1"; }
        signed() { # name authority days alternative-name
            printf 'subjectAltName=%s\\n' "$4" > $1.ext
            openssl x509 -req -in request.pem -CA $2.pem -CAkey $2.key -CAcreateserial -days $3 \\
                -extfile $1.ext -out $1.pem
        }
        authority authority
        authority stranger
        key key.pem
        openssl req -new -key key.pem -subj /CN=localhost -out request.pem
        signed good authority 2 DNS:localhost
        signed expired authority -1 DNS:localhost
        signed otherHost authority 2 DNS:example.org
        signed unknownAuthority stranger 2 DNS:localhost
        openssl req -x509 -new -key key.pem -out selfSigned.pem -days 2 -subj /CN=localhost \\
            -addext subjectAltName=DNS:localhost
        cp good.pem longChain.pem
        for i in 1 2 3 4 5 6 7 8; do cat stranger.pem; done > eight
        for i in 1 2 3 4 5 6 7 8; do cat eight; done > many
        for i in 1 2 3 4 5 6; do cat many; done >> longChain.pem
        """
}
