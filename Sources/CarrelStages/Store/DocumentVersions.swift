import CarrelModel
import Foundation

/// Keeps documents that were replaced: a part that a store may have.
///
/// **Guarantee.** A publication that replaces a document keeps it as a version first; where it cannot be kept, the
/// publication is refused and the document stays. Publishing again after the process was killed keeps it once.
///
/// How many are kept is the store's own setting; what somebody wrote into a document is kept whatever that says.
public protocol DocumentVersions: Sendable {
    /// The kept versions of a document, the oldest first.
    ///
    /// - Parameter name: the document's name.
    /// - Returns: the versions; none if there is no such document, or it was never replaced.
    /// - Throws: `StoreError`, with `.invalidName` for what is not a document's name.
    func versions(ofDocumentNamed name: String) async throws(StoreError) -> [DocumentVersion]

    /// Reads a version again: what it holds now, or `nil` if it is gone.
    func digest(of version: DocumentVersion) async throws(StoreError) -> ContentDigest?

    /// Stages what a version holds, to be published again. The version stays.
    ///
    /// - Throws: `StoreError`, with `.notFound` where it is gone.
    func staged(_ version: DocumentVersion) async throws(StoreError) -> StagedDocument

    /// Copies what a version holds into a file, which must not be there yet.
    ///
    /// - Throws: `StoreError`, with `.notFound` where the version is gone.
    func copy(_ version: DocumentVersion, to file: URL) async throws(StoreError)

    /// Removes a version for good, unless somebody wrote into it.
    ///
    /// - Returns: whether there is no such version now.
    func remove(_ version: DocumentVersion) async throws(StoreError) -> Bool
}

/// A document that was replaced.
public struct DocumentVersion: Sendable, Hashable {
    /// The name of the document that replaced it.
    public var document: String
    /// The store's own name for it, among the versions of that document.
    public var name: String
    /// Its place in the order in which the document's versions were replaced; 0 where that is not known.
    public var number: Int
    /// Its size in bytes.
    public var size: Int64
    /// When its content was stored, where the store knows.
    public var date: Date?
    /// Whether somebody is known to have written into it: it is never removed.
    public var isEdited: Bool

    public init(
        of document: String, name: String, number: Int, size: Int64, date: Date? = nil, isEdited: Bool = false
    ) {
        (self.document, self.name, self.number) = (document, name, number)
        (self.size, self.date, self.isEdited) = (size, date, isEdited)
    }
}
