import CarrelModel
import CarrelStages
import Foundation

/// Copies of documents that are not files of this machine, for viewers that outlive the command.
///
/// They are in `.carrel/opened` of the library's folder, can only be read, and go when another document is opened a day
/// later.
struct OpenedCopies {
    private static let lifetime: TimeInterval = 24 * 3600

    private let folder: URL
    private let store: any Store

    /// - Parameter store: the store; `nil` if it has no folder on this machine.
    init?(of store: any Store) {
        guard let library = store.libraryFolder else { return nil }
        (folder, self.store) = (library.appending(path: ".carrel/opened"), store)
    }

    /// The copy of a document; made if it is not there yet.
    ///
    /// - Throws: `StoreError`.
    func file(of document: StoredDocument) async throws -> URL {
        removeOld()
        let name = document.name.split(separator: "/").last.map(String.init) ?? "document"
        let place = folder.appending(path: String(document.sha256.prefix(16)))
        let copy = place.appending(path: name)
        if (try? copy.resourceValues(forKeys: [.fileSizeKey]).fileSize) == Int(document.size) { return copy }
        do {
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try? FileManager.default.removeItem(at: copy)
            try await store.withFile(named: document.name) { lent in
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

    private func removeOld() {
        let keys: Set<URLResourceKey> = [.contentModificationDateKey]
        let found = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: Array(keys))
        for place in found ?? [] {
            guard let date = try? place.resourceValues(forKeys: keys).contentModificationDate,
                date.timeIntervalSinceNow < -Self.lifetime
            else { continue }
            try? FileManager.default.removeItem(at: place)
        }
    }
}
