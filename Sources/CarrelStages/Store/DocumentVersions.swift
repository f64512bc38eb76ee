import CarrelModel
import Foundation

/// Keeps documents that were replaced: an optional part of a store.
///
/// **Guarantee.** A publication that replaces a document first keeps it as a version; if that fails, the publication is
/// refused and the document stays. Repeating the publication after the process was killed does not keep it twice.
///
/// The store's own setting says how many versions are kept; a version that somebody edited is always kept.
public protocol DocumentVersions: Sendable {
    /// The kept versions of a document, the oldest first: in the order in which they were replaced last.
    ///
    /// - Parameter name: the document's name.
    /// - Returns: the versions; none if there is no such document or it was never replaced.
    /// - Throws: `StoreError`, with `.invalidName` if the name is not one that a document may have.
    func versions(ofDocumentNamed name: String) async throws(StoreError) -> [DocumentVersion]

    /// The names under which versions are kept, also those that no document has any longer.
    ///
    /// - Parameter names: the names to look at; `nil` for all.
    /// - Returns: those with versions.
    /// - Throws: `StoreError`; with `.invalidName` at the latest where versions are kept, for a name that no document may
    ///   have.
    func namesWithVersions(among names: [String]?) async throws(StoreError) -> Set<String>

    /// Has the versions of one name be those of another; repeating it changes nothing.
    ///
    /// - Throws: `StoreError`, with `.invalidName` for a name that no document may have.
    func moveVersions(from name: String, to other: String) async throws(StoreError)

    /// Reads a version and computes its digest; `nil` if it is gone.
    func digest(of version: DocumentVersion) async throws(StoreError) -> ContentDigest?

    /// Stages the content of a version, to be published again. The version stays.
    ///
    /// - Throws: `StoreError`, with `.notFound` if the version is gone.
    func staged(_ version: DocumentVersion) async throws(StoreError) -> StagedDocument

    /// Copies the content of a version into a file, which must not exist yet.
    ///
    /// - Throws: `StoreError`, with `.notFound` if the version is gone.
    func copy(_ version: DocumentVersion, to file: URL) async throws(StoreError)

    /// Removes a version for good, unless somebody edited it.
    ///
    /// - Returns: whether the version is gone now.
    func remove(_ version: DocumentVersion) async throws(StoreError) -> Bool
}

/// A document that was replaced.
public struct DocumentVersion: Sendable, Hashable {
    /// The name of the document that replaced it.
    public var document: String
    /// The store's own name for the version, unique among the versions of the document.
    public var name: String
    /// Its number, from 1, in the order in which the contents of the document were first replaced; 0 if unknown.
    public var number: Int
    /// Its size in bytes.
    public var size: Int64
    /// When its content was stored, if the store knows.
    public var date: Date?
    /// Whether somebody is known to have edited it; such a version is never removed.
    public var isEdited: Bool
    /// The beginning of the SHA-256 that was recorded of it, in lower-case hexadecimal digits; `nil` if that is not
    /// known.
    public var recordedBeginning: String?

    public init(
        of document: String, name: String, number: Int, size: Int64, date: Date? = nil,
        isEdited: Bool = false,
        recordedBeginning: String? = nil
    ) {
        (self.document, self.name, self.number) = (document, name, number)
        (self.size, self.date, self.isEdited) = (size, date, isEdited)
        self.recordedBeginning = recordedBeginning
    }

    /// Whether its content is another than the recorded one: somebody edited it, or it is damaged.
    ///
    /// - Returns: whether it is another.
    package func isChanged(holding found: ContentDigest?) -> Bool {
        guard let found, let recordedBeginning else { return isEdited }
        return isEdited || !found.sha256.hasPrefix(recordedBeginning)
    }
}
