import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelExport

/// What the pages of a site show.
@Suite(.timeLimit(.minutes(1))) struct SiteFormatTests {
    private static let catalog = "http://notes.example/list"
    private static let key = ItemKey(catalog: catalog, collection: "C", item: "1")

    private let store: any Store = InMemoryStore()

    private func stored() async throws -> StoredDocument {
        let contents = [DocumentContent(key: Self.key, bytes: Array("a tone".utf8))]
        let results = await store.stage(contents)
        let staged = try #require(results.first).get()
        _ = try await store.publish([Publication(document: staged, name: "1.wav", replaces: nil)])
        return StoredDocument(
            name: "1.wav", size: staged.digest.size, sha256: staged.digest.sha256, mediaType: nil,
            validators: Validators(), url: "http://notes.example/1.wav",
            storedAt: Date(timeIntervalSince1970: 1_700_000_000))
    }

    private func library(_ document: StoredDocument) -> ExportedLibrary {
        var item = Item(title: "Tone", url: document.url)
        item.id = Self.key.item
        let collection = ItemCollection(id: "C", title: "C", items: [item])
        let view = LibraryView([
            LibraryView.CatalogView(
                location: Self.catalog, name: "notes", catalog: Catalog(collections: [collection]),
                memory: LibraryMemory(
                    catalog: Self.catalog, items: [Self.key: ItemMemory(document: document)]))
        ])
        return ExportedLibrary(view, date: Date(), generator: "test")
    }

    @Test func `facts that a text begins with are told once`() async throws {
        let document = try await stored()
        var exported = library(document)
        exported.previews = { _ in
            var preview = Preview(
                text: "Sound, 0:02\nChapter one", mediaType: .octetStream, metadata: ["duration": "0:02"])
            preview.factsEnd = 11
            return ExportedLibrary.Look(preview: preview)
        }
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "site")
        let target = try ExportFolder(path, of: store) { _ in (document, false) }
        try await SiteFormat().write(exported, into: target)
        try await target.finish()
        let files = try FileManager.default.contentsOfDirectory(atPath: path.path)
        let name = try #require(files.first { $0.hasPrefix("document-") })
        let page = try String(contentsOf: path.appending(path: name), encoding: .utf8)
        #expect(page.contains("<dt>Duration</dt><dd><bdi>0:02</bdi></dd>"), "\(page)")
        #expect(page.contains("Chapter one") && !page.contains("Sound, 0:02"), "\(page)")
    }
}
