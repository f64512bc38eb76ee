import CarrelModel
import Foundation

/// Keeps documents that are not what was promised, or turned out to be damaged: a part that a store may have.
///
/// A document gets there by `Store.publish(_:)` with `Publication.Area.quarantine`, and from there to a name the same
/// way. `Store.staged(documentNamed:holding:)` and `staged(quarantined:)` stage without moving anything, so that every
/// move is recorded before it happens.
///
/// **Guarantee.** A document that moves is in one of the two places, whenever the process is killed.
public protocol Quarantine: Sendable {
    /// Stages a document of the quarantine, to be published after all. It stays there until then.
    ///
    /// - Parameter name: its name in the quarantine.
    /// - Returns: the document with the digest of what it holds now.
    /// - Throws: `StoreError`, with `.notFound` where it is gone.
    func staged(quarantined name: String) async throws(StoreError) -> StagedDocument

    /// The names in the quarantine, in byte order.
    func quarantinedNames() async throws(StoreError) -> [String]

    /// The very file that holds a document of the quarantine, for a person to look at.
    ///
    /// - Parameter name: its name in the quarantine.
    /// - Returns: the file, or `nil` if documents are not files of this machine.
    /// - Throws: `StoreError`, with `.notFound` where it is gone.
    func localFile(quarantined name: String) async throws(StoreError) -> URL?

    /// Removes documents from the quarantine for good; one that is not there is no error.
    func discard(quarantined names: [String]) async throws(StoreError)
}
