import CarrelCore
import Foundation

extension DirectoryStore {
    /// Puts a staged document into the quarantine.
    public func quarantine(_ document: StagedDocument, as name: String) throws(StoreError) -> String {
        try setAside(try folder.staged(document.token), as: name) ?? document.token
    }

    /// Takes a damaged document out of its name and puts it into the quarantine.
    public func quarantine(documentNamed name: String) throws(StoreError) -> String? {
        try setAside(try folder.document(named: name), as: name)
    }

    private func setAside(_ path: String, as name: String) throws(StoreError) -> String? {
        do {
            try FileManager.default.createDirectory(at: folder.quarantine, withIntermediateDirectories: true)
        } catch {
            throw StoreError(cocoaError: error, subject: name, doing: "could not be set aside")
        }
        let token = String(UInt64.random(in: .min ... .max), radix: 36)
        let aside = DocumentName.adding(suffix: token, to: DocumentName.safe(name))
        guard rename(path, try folder.quarantined(aside)) == 0 else {
            if errno == ENOENT { return nil }
            throw StoreError(systemError: errno, subject: path, doing: "could not be set aside")
        }
        return aside
    }

    /// Takes a document out of the quarantine and stages it.
    public func release(quarantined name: String) throws(StoreError) -> StagedDocument {
        _ = try prepared()
        let path = try folder.quarantined(name)
        guard let digest = try digest(ofFile: path) else {
            throw StoreError(.notFound, subject: path, reason: "there is no such file")
        }
        let token = LibraryFolder.newToken()
        guard rename(path, try folder.staged(token)) == 0 else {
            throw StoreError(systemError: errno, subject: path, doing: "could not be staged")
        }
        return StagedDocument(token: token, digest: digest)
    }

    /// Removes documents from the quarantine for good.
    public func discard(quarantined names: [String]) throws(StoreError) {
        for name in names {
            let path = try folder.quarantined(name)
            guard unlink(path) == 0 || errno == ENOENT else {
                throw StoreError(systemError: errno, subject: path, doing: "could not be removed")
            }
        }
    }

    /// Removes what killed processes left that can never be continued.
    public func removeAbandoned() throws(StoreError) {
        let names = LibraryFolder.files(in: folder.incoming.path)
        let notes = names.filter { $0.hasSuffix(".note") && !isForgotten(folder.incoming.path + "/" + $0) }
        let stems = Set(notes.map { $0.dropLast(5) })
        for name in names where !stems.contains(name.dropLast(5)) || name.hasSuffix(".whole") {
            unlink(folder.incoming.path + "/" + name)
        }
    }

    /// Whether nobody continued a download for a month: its item is probably listed no more.
    private func isForgotten(_ note: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: note)
        let date = attributes?[.modificationDate] as? Date ?? .now
        return date < Date(timeIntervalSinceNow: -30 * 24 * 3600)
    }
}
