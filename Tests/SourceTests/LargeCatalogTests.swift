import CarrelBasics
import CarrelCodings
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import SourcePlugins

/// Documents of catalogues that are larger than what is held in memory.
@Suite(.timeLimit(.minutes(1))) struct LargeCatalogTests {
    private let folder: TemporaryFolder
    private let text = (0..<100_000).map { "line \($0)\n" }.joined()

    init() throws { folder = try TemporaryFolder() }

    /// The content, piece by piece.
    private func content(_ document: CatalogDocument) throws -> String {
        var data = Data()
        while true {
            let piece = try document.piece(at: Int64(data.count))
            if piece.isEmpty { return String(decoding: data, as: UTF8.self) }
            #expect(piece.count < 1 << 20)
            data.append(piece)
        }
    }

    private func http(_ content: Data, maxMemory: Int64 = 1000) throws -> HTTPSource {
        let script = ScriptedFetcher()
        script.on(catalogURL, .document(content, entityTag: "\"1\""))
        return HTTPSource(
            url: try #require(URL(string: catalogURL)), fetcher: script, limits: FetchLimits(),
            maxMemory: maxMemory)
    }

    @Test func `a large file is left on the disk, and has its beginning at hand`() async throws {
        let source = FileSource(file: try folder.write("list", text), maxMemory: 1000)
        let document = try #require(try await source.document())
        #expect(document.content?.size == Int64(text.utf8.count))
        #expect(
            document.data.count < text.utf8.count
                && text.hasPrefix(String(decoding: document.data, as: UTF8.self)))
        #expect(try content(document) == text)
        guard case .documents(let whole) = try await source.readWhole(after: nil) else { return }
        #expect(whole.first?.data == Data(text.utf8) && whole.first?.content == nil)
        guard case .unchanged = try await source.read(after: document.validators) else {
            Issue.record("read again")
            return
        }
    }

    @Test func `a file that fits into memory is read into it`() async throws {
        let source = FileSource(
            file: try folder.write("list", text), maxMemory: Int64(text.utf8.count))
        #expect(try await source.document()?.content == nil)
    }

    @Test func `a file that is changed while it is read is an error`() async throws {
        let file = try folder.write("list", text)
        let document = try #require(try await FileSource(file: file, maxMemory: 1000).document())
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("more\n".utf8))
        try handle.close()
        let error = #expect(throws: SourceError.self) { try document.piece(at: 0) }
        #expect(error?.description.contains("changed while it was read") == true)
        #expect(error?.remedy != nil)
    }

    @Test func `a large response is kept in a file without a name`() async throws {
        let document = try #require(try await http(Data(text.utf8)).document())
        #expect(document.content?.size == Int64(text.utf8.count))
        #expect(try content(document) == text)
        #expect(document.validators.entityTag == "\"1\"")
        let small = try await http(Data(text.utf8), maxMemory: 10 << 20).document()
        #expect(small?.content == nil && small?.data == Data(text.utf8))
    }

    @Test func `what is packed by gzip is unpacked into a file if it is large`() async throws {
        try folder.write("list", text)
        let packed = try folder.packed("list")
        for source: any Source in [
            FileSource(file: packed, maxMemory: 1000), try http(try Data(contentsOf: packed)),
            FileSource(file: packed, maxMemory: Int64(try Data(contentsOf: packed).count)),
        ] {
            let document = try #require(try await source.document())
            #expect(document.content?.size == Int64(text.utf8.count))
            #expect(try content(document) == text)
        }
        let limited = FileSource(file: packed, maxSize: 500_000, maxMemory: 1000)
        #expect(await limited.readingError()?.code == .tooLarge)
    }
}

extension TemporaryFolder {
    /// Packs a file with gzip; returns where the packed file is.
    fileprivate func packed(_ name: String) throws -> URL {
        try TestProgram.run("gzip", "-k", url.appending(path: name).path)
        return url.appending(path: name + ".gz")
    }
}
