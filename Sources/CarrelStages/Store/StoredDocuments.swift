import CarrelModel
import Foundation

/// The stored documents, for whoever only reads them: what a `Store` shows of itself.
///
/// **Errors.** `StoreError`.
///
/// **Concurrency.** Calls may overlap, and block no cooperative thread.
public protocol StoredDocuments: Sendable {
    /// The folder with the documents under their names; `nil` if they are not files on this machine.
    ///
    /// The records may be elsewhere.
    var root: URL? { get }

    /// The library's folder on this machine, for everything but the documents; `nil` if it has none.
    var libraryFolder: URL? { get }

    /// Lends the file of a stored document to a closure, for reading only.
    ///
    /// A store whose documents are not files on this machine lends a temporary copy, and removes it when the closure
    /// has ended.
    ///
    /// - Parameters:
    ///   - name: the document's name.
    ///   - body: gets the file; runs on the caller's executor.
    /// - Returns: what the closure returned or threw.
    /// - Throws: `StoreError` without calling the closure; `.notFound` if there is no such document.
    func withFile<Value, Failure>(
        named name: String, _ body: (URL) async throws(Failure) -> Value
    ) async throws(StoreError) -> Result<Value, Failure>

    /// The file of a document itself, for a program that reads it after the call.
    ///
    /// - Parameter name: the document's name.
    /// - Returns: the file; `nil` if documents are not files on this machine.
    /// - Throws: `StoreError`, with `.notFound` if there is no such document.
    func localFile(named name: String) async throws(StoreError) -> URL?

    /// What is stored under names, without names that have no document. Cheap: reads no content.
    ///
    /// A document that cannot be looked at, for a reason of its own, is `StoreEntry.unseen`: it is not missing.
    func entries(of names: [String]) async throws(StoreError) -> [FileName: StoreEntry]

    /// The names of all files in the store except its own, in byte order.
    func names() async throws(StoreError) -> [String]

    /// Reads a stored document and computes its digest; `nil` if there is no such document.
    func digest(ofDocumentNamed name: String) async throws(StoreError) -> ContentDigest?
}

extension StoredDocuments {
    /// The folder with the documents.
    public var libraryFolder: URL? { root }

    /// What is stored under a name, without reading the content; `nil` for nothing.
    public func entry(named name: String) async throws(StoreError) -> StoreEntry? {
        try await entries(of: [name])[FileName(name)]
    }
}
