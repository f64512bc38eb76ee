import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import SourcePlugins

@Suite(.timeLimit(.minutes(1)))
struct FileSourceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a file is read whole and named by its URL`() async throws {
        let text = String(repeating: "0123456789abcdef", count: 200_000)
        let file = try folder.write("with space.json", text)
        let source = try FileSource.plugin.make(["path": file.path])
        let document = try #require(try await source.document())
        #expect(document.data == Data(text.utf8))
        #expect(document.url == file)
        #expect(source.location == file.absoluteString)
        #expect(source.location.hasSuffix("/with%20space.json"))
    }

    @Test func `a change of the same size is noticed`() async throws {
        let file = try folder.write("notes.json", "[1]")
        let source = FileSource(file: file)
        let validators = try #require(try await source.document()?.validators)
        try Data("[2]".utf8).write(to: file, options: .atomic)
        #expect(try await source.text(after: validators) == "[2]")
    }

    @Test func `a configured media type is passed on`() async throws {
        let file = try folder.write("notes", "x")
        let source = try FileSource.plugin.make(["path": file.path, "media-type": "text/html; charset=utf-8"])
        #expect(try await source.document()?.mediaType == MediaType("text/html; charset=utf-8"))
    }

    @Test func `a relative path starts at the working directory`() throws {
        var context = PluginContext.test()
        context.workingDirectory = URL(filePath: "/srv/courses", directoryHint: .isDirectory)
        let source = try FileSource.plugin.make(["path": "./autumn/../notes.json"], context)
        #expect(source.location == "file:///srv/courses/notes.json")
    }

    @Test func `a file larger than the limit is refused`() async throws {
        let file = try folder.write("notes.json", "12345")
        let error = try #require(await FileSource(file: file, maxSize: 4).readingError())
        #expect(error.code == .tooLarge)
        #expect(error.remedy == "Raise source.max-size, now 4 B")
        #expect(try await FileSource(file: file, maxSize: 5).text() == "12345")
    }

    @Test func `a folder and a missing file are told apart`() async throws {
        let folderError = await FileSource(file: folder.url).readingError()
        #expect(folderError?.code == .unreadable)
        #expect(folderError?.reason.contains("folder") == true)
        let missing = await FileSource(file: folder.url.appending(path: "absent.json")).readingError()
        #expect(missing?.code == .notFound)
    }

    @Test func `a named pipe is refused without waiting for a writer`() async throws {
        let pipe = folder.url.appending(path: "pipe")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        #expect(await FileSource(file: pipe).readingError()?.code == .unreadable)
    }

    @Test func `what is packed by gzip is unpacked, within the limit`() async throws {
        let packed = try #require(Data(base64Encoded: "H4sIAAAAAAACA4s2jAUAuDIvTAMAAAA="))
        let file = folder.url.appending(path: "notes.json.gz")
        try packed.write(to: file)
        #expect(try await FileSource(file: file).text() == "[1]")
        try (packed + packed).write(to: file)
        #expect(try await FileSource(file: file).text() == "[1][1]")
        try packed.dropLast(9).write(to: file)
        #expect(
            await FileSource(file: file).readingError()?.reason
                == "it is packed by gzip, and its end is missing")
        try (packed.prefix(10) + Data(repeating: 0xFF, count: 20)).write(to: file)
        #expect(await FileSource(file: file).readingError()?.reason == "it is packed by gzip, and damaged")
    }

    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
    func `JSON in UTF-16 is read as UTF-8, and other text is left to its parser`(
        encoding: String.Encoding
    ) async throws {
        let mark: [UInt8] = encoding == .utf16BigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
        let file = folder.url.appending(path: "notes.json")
        func write(_ text: String) throws -> Data {
            let units = try #require(text.data(using: encoding))
            let bytes = Data(mark) + units
            try bytes.write(to: file)
            return bytes
        }
        _ = try write("\r\n[\"Übung\"]")
        #expect(try await FileSource(file: file).document()?.data == Data("\u{FEFF}\r\n[\"Übung\"]".utf8))
        let list = try write("https://example.org/a.pdf\r\n")
        #expect(try await FileSource(file: file).document()?.data == list)
    }

    @Test func `a small packed file does not unpack to more than the limit`() async throws {
        let zeros = "H4sIAAAAAAACA+3BMQEAAADCoPVPbQwfoAAAAAAAAAAAAAAAAAAAAIC3AYbSVKsAQAAA"
        let file = folder.url.appending(path: "bomb.gz")
        try #require(Data(base64Encoded: zeros)).write(to: file)
        let error = try #require(await FileSource(file: file, maxSize: 1024).readingError())
        #expect(error.code == .tooLarge && error.remedy?.hasPrefix("Raise source.max-size") == true)
        #expect(try await FileSource(file: file).document()?.data.count == 16384)
    }

    @Test func `without a path there is no source`() {
        #expect(throws: PluginError.self) { try FileSource.plugin.make([:]) }
    }
}
