import CarrelTesting
import Foundation

/// A certificate for 127.0.0.1 that nobody else signed, with its key, as files of a workspace.
struct TestCertificate {
    /// Whether the openssl program is installed.
    static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

    let certificate: String
    let key: String

    /// Makes both.
    ///
    /// - Parameters:
    ///   - workspace: where the files are.
    ///   - name: what they are called.
    ///   - more: further arguments of `openssl req`.
    /// - Throws: where openssl does not make them.
    init(in workspace: Workspace, name: String = "server", _ more: [String] = ["-days", "30"]) async throws {
        let folder = workspace.folder
        certificate = folder.appending(path: "\(name).crt").path
        key = folder.appending(path: "\(name).key").path
        let made = try await workspace.shell(
            """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout '\(key)' \
              -out '\(certificate)' -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1 \
              \(more.joined(separator: " "))
            chmod 600 '\(key)'
            """)
        try requireEqual(made.status, 0, "the status of openssl req, which says \(made.error)")
    }

    /// Signs the certificate again, for other times: `YYYYMMDDHHMMSSZ`.
    func sign(in workspace: Workspace, from start: String, to end: String) async throws {
        let signed = try await workspace.shell(
            """
            mkdir -p ca; : > ca/index; echo 01 > ca/serial
            printf '%s\\n' '[ca]' 'default_ca = own' '[own]' 'database = ca/index' 'serial = ca/serial' \
              'new_certs_dir = ca' 'default_md = sha256' 'policy = any' '[any]' 'commonName = supplied' > ca/config
            openssl req -new -key '\(key)' -subj /CN=localhost -out ca/request
            openssl ca -batch -config ca/config -selfsign -keyfile '\(key)' -in ca/request -notext \
              -startdate \(start) -enddate \(end) -out '\(certificate)'
            """)
        try requireEqual(signed.status, 0, "the status of openssl ca, which says \(signed.error)")
    }

    var options: [String] { ["--cert", certificate, "--key", key] }
}
