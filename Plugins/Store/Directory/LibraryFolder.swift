import CarrelCore
import CarrelDigest
import Foundation

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

    var incoming: URL { root.appending(path: ".carrel/incoming") }
    var versions: URL { root.appending(path: ".carrel/versions") }
    var quarantine: URL { root.appending(path: ".carrel/quarantine") }

    /// The path of a document, checked to be one safe component.
    func document(named name: String) throws(StoreError) -> String {
        guard DocumentName.isSafe(name) else {
            throw StoreError(.invalidName, subject: String(name.prefix(100)), reason: "not a document's name")
        }
        return root.path + "/" + name
    }

    /// The path of a whole document that waits for its name, checked like a name.
    func staged(_ token: String) throws(StoreError) -> String {
        guard DocumentName.isSafe(token), token.hasSuffix(".whole") else {
            throw StoreError(
                .invalidName, subject: String(token.prefix(100)), reason: "not a staged document")
        }
        return incoming.path + "/" + token
    }

    /// The path of the bytes of an unfinished document.
    func partial(_ key: ItemKey) -> String { incoming.path + "/" + Self.stem(key) + ".part" }

    /// The path of the note beside it.
    func note(_ key: ItemKey) -> String { incoming.path + "/" + Self.stem(key) + ".note" }

    /// A name for a document of a key that no earlier one had.
    func newToken(_ key: ItemKey) -> String {
        Self.stem(key) + "-" + String(UInt64.random(in: .min ... .max), radix: 36) + ".whole"
    }

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
}
