import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// What a catalogue and a name say about the kind of a document.
@Suite(.timeLimit(.minutes(1))) struct ListedKindTests {
    private let page = Data("<!DOCTYPE html><title>Please log in</title>".utf8)

    @Test(arguments: ["audio/mpeg", "audio/mp3", "application/pdf; charset=binary", "epub", "video/x-m4v"])
    func `a page is set aside where its catalogue lists something else, and its address says nothing`(
        kind: String
    ) async throws {
        let url = "http://x.example/get?id=1"
        let harness = try PipelineHarness("= C1\nA | \(url)\n& \(kind)")
        harness.fetcher.on(url, .document(page, mediaType: "text/html"))
        #expect(try await harness.pipeline.sync().quarantined == 1)
        harness.fetcher.on(url, .document(Data("another kind".utf8), mediaType: "audio/mp4"))
        #expect(try await harness.pipeline.sync().new == 1)
    }

    @Test(arguments: ["text/html", "application/octet-stream", "anything", ""])
    func `a page is stored where its catalogue lists one, or no known kind`(kind: String) async throws {
        let url = "http://x.example/get?id=1"
        let harness = try PipelineHarness("= C1\nA | \(url)\n& \(kind)")
        harness.fetcher.on(url, .document(page, mediaType: "text/html"))
        #expect(try await harness.pipeline.sync().new == 1)
    }

    @Test(arguments: [("text/html", 0), ("application/xhtml+xml", 0), ("HTML", 0), ("application/pdf", 1)])
    func `what was another kind may become a page where its catalogue lists one`(
        kind: String, quarantined: Int
    ) async throws {
        let url = "http://x.example/get?id=1"
        let harness = try PipelineHarness("= C1\nA | \(url)\n& application/pdf")
        harness.fetcher.on(url, .document(Data("%PDF-1.4".utf8), mediaType: "application/pdf"))
        #expect(try await harness.pipeline.sync().new == 1)
        harness.replaceCatalog("= C1\nA | \(url)\n& \(kind)")
        harness.fetcher.on(url, .document(page, mediaType: "text/html"))
        let summary = try await harness.pipeline.sync()
        #expect(summary.quarantined == quarantined && summary.updated == 1 - quarantined)
    }

    @Test(
        arguments: [
            ("node.js", ""), ("README.md", ""), ("duck.DB", ""), ("a.pdf", "pdf"), ("a.mp3", "mp3"),
            ("a.html", "html"),
        ])
    func `a page of a feed may be about what its address ends like`(name: String, promised: String) {
        let url = "http://x.example/posts/\(name)"
        let page = Item(title: "T", details: [Detail("Page", url, key: .page)], url: url)
        #expect(DocumentPromise(page).fileExtension == promised)
        let enclosure = Item(title: "T", details: [Detail("Page", "http://x.example/", key: .page)], url: url)
        #expect(
            DocumentPromise(enclosure).fileExtension == name.split(separator: ".").last.map { String($0) })
        #expect(DocumentPromise(Item(title: "T", url: url)).fileExtension.isEmpty == false)
    }

    @Test(
        arguments: [
            ("wiki/File:a.flac", ""), ("index.php/%D0%A4%D0%B0%D0%B9%D0%BB:a.webp?x=1", ""),
            ("wiki/File:a.pdf", "pdf"),
            ("wiki/a.flac", "flac"), ("wiki/12:30.flac", "flac"), ("wiki/Notes 1: a.flac", "flac"),
            ("File:a.flac", "flac"), ("wiki/files/a:b.flac", "flac"), ("wiki/:a.flac", "flac"),
        ])
    func `a page of a wiki may be about a file`(path: String, promised: String) {
        let item = Item(title: "T", url: "http://x.example/" + path)
        #expect(DocumentPromise(item).fileExtension == promised)
    }

    @Test(
        arguments: [
            ("a.tar.gz", "gzip"), ("a.TGZ", "gzip"), ("a.svgz", "gzip"), ("a.tar.zst", "zstd"),
            ("a.js.br", "br"),
            ("a.tar.bz2", "bzip2"), ("a.txz", "xz"), ("a.Z", "compress"), ("a.zip", nil), ("gz", nil),
            ("a", nil),
        ] as [(String, String?)])
    func `what a compressed file is coded as is known by its name`(name: String, coding: String?) {
        let item = Item(title: "T", url: "http://x.example/\(name)")
        #expect(DocumentPromise(item).fileCoding == coding)
    }
}
