import CarrelBasics
import CarrelDigest
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

extension ScratchStore {
    /// Lends a temporary copy, and takes it back whatever the closure does.
    public func withFile<Value, Failure>(
        named name: String, _ body: (URL) async throws(Failure) -> Value
    ) async throws(StoreError) -> Result<Value, Failure> {
        guard let bytes = state.value.documents[name] else {
            throw StoreError(.notFound, subject: name, reason: "there is no such document")
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let copy = folder.appending(path: name)
        do {
            try FileManager.default.createDirectory(
                at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: copy)
        } catch {
            throw StoreError(cocoaError: error, subject: copy.path, doing: "the copy could not be written")
        }
        do {
            return .success(try await body(copy))
        } catch {
            return .failure(error)
        }
    }

    public func localFile(named name: String) -> URL? { nil }

    public func held(of names: [String]) -> Set<String> {
        Set(names).intersection(state.value.documents.keys)
    }

    public func entries(of names: [String]) -> [FileName: StoreEntry] {
        let documents = state.value.documents
        let found = names.compactMap { name in
            documents[name].map { (FileName(name), StoreEntry(size: Int64($0.count))) }
        }
        return Dictionary(found) { first, _ in first }
    }

    public func names() -> [String] {
        state.value.documents.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    public func digest(ofDocumentNamed name: String) -> ContentDigest? {
        state.value.documents[name].map(Self.digest)
    }

    public func digest(of document: StagedDocument, _ algorithm: DigestAlgorithm) -> String {
        Self.hash(state.value.staged[document.token] ?? [], MessageDigest(algorithm))
    }

    public func freeSpace() -> Int64? { nil }
}
