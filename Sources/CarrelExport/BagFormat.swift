import CarrelBasics
import CarrelModel
import Foundation

/// A bag (BagIt 1.0, RFC 8493): the documents below `data`, with SHA-256 manifests, and a table of the items.
struct BagFormat: FolderFormat {
    static let name = "bagit"
    static let addresses: WrittenAddresses = [.catalogs, .documents, .items]
    static let summary = "the documents in a bag, with manifests"

    func write(_ library: ExportedLibrary, into folder: ExportFolder) async throws {
        var files: [ExportFolder.File] = []
        for document in library.documents {
            if let copy = try await folder.copy(document, into: "data") { files.append(copy.file) }
        }
        // A bag has one (RFC 8493 section 2.1).
        try await folder.makeFolder("data")
        var table = ""
        CSVFormat(isBesideDocuments: true).write(await library.asCopied(into: folder)) { table += $0 }
        let size = files.reduce(0) { $0 + $1.digest.size }
        let tags = [
            ("bagit.txt", "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"),
            ("bag-info.txt", Self.information(library, "\(size).\(files.count)")),
            ("manifest-sha256.txt", Self.manifest(files)),
            ("metadata/items.csv", table),
        ]
        var written: [ExportFolder.File] = []
        for (path, text) in tags { written.append(try await folder.write(text, to: path)) }
        _ = try await folder.write(Self.manifest(written), to: "tagmanifest-sha256.txt")
    }

    private static func information(_ library: ExportedLibrary, _ oxum: String) -> String {
        let day = library.date.formatted(Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day())
        let names = Set(library.groups.map(\.catalog)).sorted().map {
            "External-Identifier: \($0.singleLine)\n"
        }
        return """
            Bagging-Date: \(day)
            Bag-Software-Agent: \(library.generator)
            External-Description: \(library.title.singleLine)
            Payload-Oxum: \(oxum)
            \(names.joined())
            """
    }

    /// A line for each file; line ends and the percent sign are escaped in its path (RFC 8493 section 2.1.3).
    private static func manifest(_ files: [ExportFolder.File]) -> String {
        files.map { file in
            let path = file.path.replacing("%", with: "%25").replacing("\n", with: "%0A")
                .replacing("\r", with: "%0D")
            return "\(file.digest.sha256)  \(path)\n"
        }.joined()
    }
}
