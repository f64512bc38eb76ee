import Foundation

/// The form of a file with credentials that a setting names.
public enum CredentialFile: Sendable {
    /// Certificates in PEM.
    case certificates
    /// A private key in PEM, without a passphrase.
    case key
    /// Cookies as Netscape wrote them.
    case cookies

    /// The most that is looked at, in bytes.
    private static let limit = 1 << 20

    /// Why a file cannot be what the setting says; `nil` if it may be.
    ///
    /// Of a pipe, which is read once, only the rights are known.
    ///
    /// - Returns: the reason.
    public func fault(of file: URL) -> String? {
        guard FileManager.default.isReadableFile(atPath: file.path) else {
            return "\(file.path) cannot be read"
        }
        var status = stat()
        guard stat(file.path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
            return "\(file.path) is a folder"
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        guard let (data, _) = try? RegularFile.beginning(of: file, limit: Self.limit) else {
            return "\(file.path) cannot be read"
        }
        let text = String(decoding: data, as: UTF8.self)
        switch self {
        case .certificates:
            return text.contains("CERTIFICATE-----") ? nil : "\(file.path) holds no certificate in PEM"
        case .key: return Self.fault(ofKey: text, in: file.path)
        case .cookies:
            return Self.mayHoldCookies(text)
                ? nil : "\(file.path) is not a Netscape cookie file, which browsers export as cookies.txt"
        }
    }

    private static func fault(ofKey text: String, in path: String) -> String? {
        guard text.contains("PRIVATE KEY-----") else {
            return "\(path) holds no private key in PEM: name the file that does as client-key"
        }
        // OpenSSL's own form says so below the heading.
        guard text.contains("BEGIN ENCRYPTED PRIVATE KEY") || text.contains("4,ENCRYPTED") else { return nil }
        return "the key in \(path) is locked with a passphrase; unlock it: "
            + "openssl pkey -in \(path) -out unlocked.pem"
    }

    /// Whether a text has a line with a cookie, or nothing but comments.
    private static func mayHoldCookies(_ text: String) -> Bool {
        var isEmpty = true
        for line in text.split(whereSeparator: \.isNewline) {
            let isHidden = line.hasPrefix("#HttpOnly_")
            guard isHidden || !line.hasPrefix("#"), !line.allSatisfy(\.isWhitespace) else { continue }
            isEmpty = false
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            let flags = ["TRUE", "FALSE"]
            if fields.count >= 6, flags.contains(fields[1].uppercased()),
                flags.contains(fields[3].uppercased())
            {
                return true
            }
        }
        return isEmpty
    }
}
