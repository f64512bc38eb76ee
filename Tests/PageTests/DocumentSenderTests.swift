import CarrelHTTP
import CarrelModel
import CarrelServer
import CarrelStages
import Foundation
import Testing

@testable import CarrelPage

/// What a program is told of a document that the store does not give.
struct DocumentSenderTests {
    /// A store that is in trouble.
    private struct FailingDocuments: StoredDocuments {
        let error: StoreError

        var root: URL? { nil }

        func withFile<Value, Failure>(
            named name: String, _ body: (URL) async throws(Failure) -> Value
        ) async throws(StoreError) -> Result<Value, Failure> { throw error }

        func localFile(named name: String) throws(StoreError) -> URL? { throw error }
        func entries(of names: [String]) -> [FileName: StoreEntry] {
            Dictionary(names.map { (FileName($0), StoreEntry(size: 3)) }) { first, _ in first }
        }
        func names() throws(StoreError) -> [String] { throw error }
        func digest(ofDocumentNamed name: String) throws(StoreError) -> ContentDigest? { throw error }
    }

    @Test(arguments: [
        StoreError.Code.notFound, StoreError.Code.unreachable, StoreError.Code.system,
    ])
    func `a document is called gone only if it is`(code: StoreError.Code) async {
        let document = StoredDocument(
            name: "a.txt", size: 3, sha256: "a", mediaType: nil, validators: Validators(),
            url: "http://x.example/a.txt", storedAt: Date(timeIntervalSince1970: 0))
        let documents = FailingDocuments(error: StoreError(code, subject: "a.txt", reason: "it is refused"))
        let reply = await DocumentSender().reply(
            document, isInline: false, in: documents, to: ServerRequest(method: "GET", target: "/"))
        #expect(reply.status == (code == .notFound ? 404 : 503))
        guard case .data(let text) = reply.content else {
            Issue.record("there is no text")
            return
        }
        #expect(String(decoding: text, as: UTF8.self).contains("it is refused") == (code != .notFound))
    }
}
