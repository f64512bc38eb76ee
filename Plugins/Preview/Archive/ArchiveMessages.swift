import CarrelArchives
import CarrelBasics
import Foundation

/// What bsdtar says beside the list: complaints, and in its last line what kind of archive it read.
struct ArchiveMessages {
    /// The kind of archive in few words, such as `tar`.
    let format: String?
    /// How the whole file is compressed.
    let compression: String?
    /// The first complaint that says something.
    let complaint: String?
    /// Whether something is locked by a password.
    let isLocked: Bool
    /// Whether what is compressed is not an archive.
    ///
    /// bsdtar takes text for a list of files, finds neither format nor entries in an archive of the web (WARC), and knows
    /// nothing else.
    let isOneFile: Bool

    // A long list has no last line that names its kind.
    private static let signsOfOneFile = [
        "Unrecognized archive format", "Can't parse line", "mtree specification",
    ]

    /// Takes what it said.
    ///
    /// - Parameters:
    ///   - errors: standard error.
    ///   - output: standard output, whose last line is not of the list.
    init(errors: String, output: Data) {
        let last = output.split(separator: 0x0A).last.map { String(decoding: $0, as: UTF8.self).singleLine }
        let kind = last?.firstMatch(of: /^Archive Format: (.*), Compression: (.*)$/)
        format = kind.map { Self.words(for: String($0.output.1)) }
        compression = kind.flatMap { $0.output.2 == "none" ? nil : String($0.output.2) }
        complaint = ArchiveReader.complaint(in: errors)
        isOneFile =
            ["mtree", "raw", "(null)", "Empty file"].contains(format)
            || Self.signsOfOneFile.contains { errors.contains($0) }
        isLocked = errors.contains("encrypted") || errors.contains("assphrase")
    }

    /// Nothing was said of an archive of a kind that is known.
    init(format: String) {
        self.format = format
        (compression, complaint, isLocked, isOneFile) = (nil, nil, false, false)
    }

    private static func words(for format: String) -> String {
        if format.contains("tar") || format.contains("pax") { return "tar" }
        return ["cpio", "ZIP", "RAR5", "RAR", "ISO9660"].first { format.contains($0) } ?? format
    }
}
