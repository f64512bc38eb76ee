import CarrelCore
import CarrelDigest
import Foundation
import Synchronization

/// The places within a library's folder.
///
///     COMP304-main7.pdf               documents, under readable names
///     .carrel/incoming/HASH.part      a document that is being written
///     .carrel/incoming/HASH.note      what must be known to continue it
///     .carrel/incoming/HASH-N.whole   a whole document that has no name yet
///     .carrel/versions/NAME/…         earlier versions of a document
///     .carrel/quarantine/…            damaged documents, set aside
struct LibraryFolder: Sendable {
    let root: URL
    private let rootPath: String
    private let incomingPath: String

    init(root: URL) {
        self.root = root
        rootPath = root.path
        incomingPath = rootPath + "/.carrel/incoming"
    }

    var incoming: URL { root.appending(path: ".carrel/incoming") }
    var versions: URL { root.appending(path: ".carrel/versions") }
    var quarantine: URL { root.appending(path: ".carrel/quarantine") }

    /// The path of a document, checked to be one safe component.
    func document(named name: String) throws(StoreError) -> String {
        guard DocumentName.isSafe(name) else {
            throw StoreError(.invalidName, subject: String(name.prefix(100)), reason: "not a document's name")
        }
        return rootPath + "/" + name
    }

    /// The path of a whole document that waits for its name, checked to be one that `newToken` could have made.
    func staged(_ token: String) throws(StoreError) -> String {
        let isToken = token.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"):
                true
            default: byte == UInt8(ascii: ".")
            }
        }
        guard isToken, token.utf8.count < 100, !token.hasPrefix("."), token.hasSuffix(".whole") else {
            throw StoreError(
                .invalidName, subject: String(token.prefix(100)), reason: "not a staged document")
        }
        return incomingPath + "/" + token
    }

    /// The path of a document in the quarantine, checked like a name.
    func quarantined(_ name: String) throws(StoreError) -> String {
        guard DocumentName.isSafe(name) else {
            throw StoreError(
                .invalidName, subject: String(name.prefix(100)), reason: "not a name in the quarantine")
        }
        return quarantine.path + "/" + name
    }

    /// The path of the bytes of an unfinished document.
    func partial(_ key: ItemKey) -> String { incomingPath + "/" + Self.stem(key) + ".part" }

    /// The path of the note beside it.
    func note(_ key: ItemKey) -> String { incomingPath + "/" + Self.stem(key) + ".note" }

    /// A name for a whole document that no earlier one had.
    static func newToken() -> String {
        let number = tokens.wrappingAdd(1, ordering: .relaxed).newValue
        return tokenPrefix + String(number, radix: 36) + ".whole"
    }

    /// Tells this process' documents from those of all others.
    private static let tokenPrefix = String(UInt64.random(in: .min ... .max), radix: 36) + "-"
    private static let tokens = Atomic<Int>(0)

    /// Creates the folders that writing needs.
    func prepare() throws(StoreError) {
        for folder in [incoming, versions] {
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            } catch {
                throw StoreError(
                    cocoaError: error, subject: root.path, doing: "the library could not be created")
            }
        }
    }

    /// A file name that stands for a key: 128 bits, so that two keys of one library never share it.
    private static func stem(_ key: ItemKey) -> String {
        let hash = SHA256()
        for part in [key.catalog, key.collection, key.item] {
            var text = part + "\0"
            text.withUTF8 { hash.update(UnsafeRawBufferPointer($0)) }
        }
        return String(hash.finish().prefix(32))
    }

    /// The names in a folder; none where it cannot be read.
    static func files(in path: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    /// The size of a regular file, or `nil` where there is none; links are not followed.
    static func size(ofFile path: String) -> Int64? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int64(status.st_size)
    }
}

/// The folders that documents go through, held open so that a file costs no walk along its path.
final class OpenFolders: Sendable {
    let root: FileDescriptor
    let incoming: FileDescriptor

    init(_ folder: LibraryFolder) throws(StoreError) {
        let doing = "the library could not be opened"
        root = try FileDescriptor(folder: folder.root.path, doing: doing)
        incoming = try FileDescriptor(folder: folder.incoming.path, doing: doing)
    }
}
