import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// What a server claims of a document whose address does not say what is there.
@Suite(.timeLimit(.minutes(1))) struct ClaimedKindTests {
    private let url = "http://x.example/get?id=1"
    private let page = Data("<!DOCTYPE html><title>Please log in</title>".utf8)

    private func reason(_ content: Data, _ type: String, name: String? = nil) async throws -> String? {
        let harness = try PipelineHarness("= C1\nA | \(url)")
        let fields = name.map { [("Content-Disposition", "attachment; filename=\"\($0)\"")] } ?? []
        harness.fetcher.on(url, .document(content, mediaType: type, fields: fields))
        _ = try await harness.pipeline.sync()
        return try await harness.library.quarantinedDocuments().first?.reason
    }

    @Test(
        arguments: [
            ("application/pdf", nil, "a PDF document"), ("audio/mpeg", nil, "a sound"),
            ("image/webp", nil, "a .webp file"), ("application/json", nil, "JSON"),
            (
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document", nil,
                "an Office document"
            ),
            ("application/octet-stream", "report.PDF", "a PDF document"),
            ("text/html", "notes.zip", "a ZIP archive"),
        ] as [(String, String?, String)])
    func `a page is not what its server calls by another type or name`(
        type: String, name: String?, noun: String
    ) async throws {
        #expect(try await reason(page, type, name: name) == "an HTML page instead of \(noun)")
    }

    @Test(
        arguments: [("application/pdf", nil), ("application/octet-stream", "A.PDF")] as [(String, String?)])
    func `what its server calls a PDF document is one, or another document`(
        type: String, name: String?
    ) async throws {
        let wrong = try await reason(Data("Fatal error: out of memory".utf8), type, name: name)
        #expect(wrong == "the content does not begin as a PDF document does")
        for document in ["%PDF-1.4 a document", "PK\u{3}\u{4} an office document"] {
            #expect(try await reason(Data(document.utf8), type, name: name) == nil)
        }
    }

    @Test(
        arguments: [
            ("text/html", nil), ("text/html", "page.html"), ("application/octet-stream", nil),
            ("text/plain", "a.txt"),
            ("application/vnd.ms-excel", "marks.xls"), ("application/xml", nil),
            ("application/octet-stream", "pdf"),
        ] as [(String, String?)])
    func `a page may be what its server calls a page, a text, an export or nothing known`(
        type: String, name: String?
    ) async throws {
        #expect(try await reason(page, type, name: name) == nil)
    }

    @Test func `a picture of another kind than its server says is taken`() async throws {
        #expect(try await reason(Data("GIF89a".utf8), "image/png", name: "a.jpg") == nil)
    }
}
