import CarrelBasics
import CarrelFiles
import CarrelModel
import CarrelStages
import Foundation

/// Copies of documents that are not files of this machine, for viewers that outlive the command.
///
/// They are in `.carrel/opened` of the library's folder, can only be read, and go when another document is opened a day
/// later. The library may be somebody else's: no link is followed, and only folders whose names are of this shape are
/// touched.
struct OpenedCopies {
    private static let lifetime: TimeInterval = 24 * 3600
    private static let nameLength = 16

    private let library: String
    private let documents: any StoredDocuments

    /// - Parameter documents: the documents; `nil` if their library has no folder on this machine.
    init?(of documents: any StoredDocuments) {
        guard let library = documents.libraryFolder else { return nil }
        (self.library, self.documents) = (library.path, documents)
    }

    /// The copy of a document; made if it is not there yet.
    ///
    /// - Throws: `StoreError`.
    func file(of document: StoredDocument) async throws -> URL {
        let carrel = try Folder.create(library).folder(creating: ".carrel")
        let opened = try carrel.folder(creating: "opened", exactly: try carrel.permissionsWithin())
        removeOld(in: opened)
        let digest = String(document.sha256.prefix(Self.nameLength))
        guard Self.isOurs(digest) else {
            throw StoreError(
                .database, subject: document.name, reason: "the record of its content is damaged",
                remedy: "Verify the library: carrel verify --repair")
        }
        let place = try opened.folder(creating: digest, exactly: try carrel.permissionsWithin())
        let name = String(DocumentName.split(document.name).file)
        let copy = URL(filePath: place.path(of: name))
        if try place.size(of: name) == document.size { return copy }
        place.remove(name)
        do {
            try await documents.withFile(named: document.name) { lent in
                try FileManager.default.copyItem(at: lent, to: copy)
                try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: copy.path)
            }.get()
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(
                cocoaError: error, subject: copy.path, doing: "no copy could be made to be opened")
        }
        return copy
    }

    /// Removes what was opened before; what cannot be removed, such as another user's, is left.
    private func removeOld(in opened: Folder) {
        for name in (try? opened.names().folders) ?? [] where Self.isOurs(name) {
            guard let place = try? opened.folder(name), let facts = try? place.facts(),
                facts.modified.timeIntervalSinceNow < -Self.lifetime
            else { continue }
            for file in (try? place.fileNames()) ?? [] { place.remove(file) }
            opened.removeFolder(name)
        }
    }

    private static func isOurs(_ name: String) -> Bool {
        name.utf8.count == nameLength && name.utf8.allSatisfy(\.isHexDigit)
    }
}
