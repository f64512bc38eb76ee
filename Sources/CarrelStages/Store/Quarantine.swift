import Foundation

/// Keeps documents that are not what was promised or turned out to be damaged: an optional part of a store.
///
/// `Store.publish(_:)` with `Publication.Area.quarantine` puts a document there, and `publish(_:)` also takes it out to
/// a name. `Store.staged(documentNamed:holding:)` and `staged(quarantined:)` stage it without moving it, so that every
/// move can be recorded before it happens.
///
/// **Guarantee.** A document that moves is always in one of the two places, whenever the process is killed.
public protocol Quarantine: Sendable {
    /// Stages a document of the quarantine, to be published after all. It stays in the quarantine until then.
    ///
    /// - Parameter name: its name in the quarantine.
    /// - Returns: the document, with the digest of its current content.
    /// - Throws: `StoreError`, with `.notFound` if it is gone.
    func staged(quarantined name: String) async throws(StoreError) -> StagedDocument

    /// The names in the quarantine, in byte order.
    func quarantinedNames() async throws(StoreError) -> [String]

    /// The file of a document of the quarantine, for a person to look at.
    ///
    /// - Parameter name: its name in the quarantine.
    /// - Returns: the file; `nil` if documents are not files on this machine.
    /// - Throws: `StoreError`, with `.notFound` if it is gone.
    func localFile(quarantined name: String) async throws(StoreError) -> URL?

    /// Removes documents from the quarantine for good; skips those that are not there.
    func discard(quarantined names: [String]) async throws(StoreError)
}
