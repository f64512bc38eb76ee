import CarrelHTTP
import Foundation

/// A file of checksums beside a document, such as `notes.pdf.sha256`.
///
/// It may hold lines of GNU coreutils (`HEX  NAME`, `HEX *NAME`), lines of the BSD tools (`SHA256 (NAME) = HEX`), or
/// only a digest.
public enum ChecksumFile {
    /// The largest file that is read, in bytes.
    public static let maxSize = 1 << 20

    /// The digest that the file gives for a document.
    ///
    /// - Parameters:
    ///   - name: the document's file name, without folders.
    ///   - text: the file's content.
    /// - Returns: the digest in the line with the name, or the digest without a name if it is the only line; `nil` if
    ///   there is none or lines contradict each other.
    public static func digest(of name: String, in text: String) -> ExpectedDigest? {
        guard text.utf8.count <= maxSize else { return nil }
        var named: Set<ExpectedDigest> = []
        var bare: Set<ExpectedDigest> = []
        var lines = 0
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop { $0 == "\u{FEFF}" || $0.isWhitespace }
            guard !line.isEmpty, line.first != "#" else { continue }
            lines += 1
            guard let (digest, file) = entry(line) else { continue }
            if let file {
                if file == name || basename(file) == name[...] { named.insert(digest) }
            } else {
                bare.insert(digest)
            }
        }
        let candidates = named.isEmpty && lines == 1 ? bare : named
        // Of several algorithms, the longest digest counts.
        return DigestAlgorithm.unforgeable.reversed().lazy.compactMap { algorithm in
            let found = candidates.filter { $0.algorithm == algorithm }
            return found.count == 1 ? found.first : nil
        }.first
    }

    private static func entry(_ line: Substring) -> (digest: ExpectedDigest, name: String?)? {
        tagged(line) ?? plain(line)
    }

    /// `SHA256 (NAME) = HEX`.
    private static func tagged(_ line: Substring) -> (ExpectedDigest, String?)? {
        let algorithms: [(String, DigestAlgorithm)] = [
            ("SHA256", .sha256), ("SHA2-256", .sha256), ("SHA512", .sha512), ("SHA2-512", .sha512),
        ]
        guard let open = line.firstIndex(of: "("), let end = line.range(of: ") = ", options: .backwards),
            open < end.lowerBound
        else { return nil }
        let word = line[..<open].filter { $0 != " " }.uppercased()
        guard let algorithm = algorithms.first(where: { $0.0 == word })?.1,
            let digest = ExpectedDigest(
                algorithm, hex: String(line[end.upperBound...].prefix { !$0.isWhitespace }),
                origin: .checksumFile)
        else { return nil }
        return (digest, String(line[line.index(after: open)..<end.lowerBound]))
    }

    /// `HEX  NAME`, `HEX *NAME` or `HEX`; a backslash before the digits says that the name is escaped.
    private static func plain(_ line: Substring) -> (ExpectedDigest, String?)? {
        let isEscaped = line.first == "\\"
        let line = isEscaped ? line.dropFirst() : line
        let hex = line.prefix { !$0.isWhitespace }
        guard
            let digest = DigestAlgorithm.unforgeable.lazy.compactMap({
                ExpectedDigest($0, hex: String(hex), origin: .checksumFile)
            }).first
        else { return nil }
        // One space, then a space or an asterisk, then the name; some tools write only one space.
        var rest = line[hex.endIndex...].dropFirst()
        if rest.first == " " || rest.first == "*" || rest.first == "\t" { rest = rest.dropFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        guard !rest.isEmpty else { return (digest, nil) }
        return (digest, isEscaped ? unescaped(rest) : String(rest))
    }

    private static func unescaped(_ name: Substring) -> String {
        String(name).replacing("\\\\", with: "\u{0}").replacing("\\n", with: "\n").replacing(
            "\u{0}", with: "\\")
    }

    private static func basename(_ path: String) -> Substring {
        path.lastIndex { $0 == "/" || $0 == "\\" }.map { path[path.index(after: $0)...] } ?? path[...]
    }
}
