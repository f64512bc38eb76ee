import CarrelArchives
import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import OfficePreviewing
import Testing

@Suite(.timeLimit(.minutes(1)), .enabled(if: TinyZip.canBeRead, "needs bsdtar of libarchive-tools"))
struct ArchiveReaderTests {
    private let tools = ProcessToolRunner()

    private func contents(
        _ archive: Data, _ patterns: [String] = ["*"], excluding: [String] = [],
        limits: ArchiveLimits = ArchiveLimits()
    ) async throws -> ArchiveContents {
        let folder = try TemporaryFolder()
        let file = try folder.write("archive @'%", archive)
        return try await ArchiveReader(tools: tools).contents(
            of: file, matching: patterns, excluding: excluding, limits: limits)
    }

    @Test func `the files that are asked for come, in the archive's order`() async throws {
        let archive = TinyZip.archive([
            ("b.xml", "<b/>"), ("[a] ü/名.xml", "<a/>"), ("c.png", "png"), ("d/e.xml", ""),
            ("../f.xml", "out"),
        ])
        let found = try await contents(archive, ["*.xml"], excluding: ["d/*"])
        #expect(found.entries.map(\.name) == ["b.xml", "[a] ü/名.xml", "../f.xml"])
        #expect(found["[a] ü/名.xml"] == Data("<a/>".utf8) && found["none"] == nil && !found.isCut)
    }

    @Test func `long names are left out, and so are files beyond the limit`() async throws {
        let archive = TinyZip.archive([
            (String(repeating: "n", count: 2000), "x"), ("a", "1"), ("b", "2"), ("c", "3"),
        ])
        let found = try await contents(archive, limits: ArchiveLimits(maxEntries: 2))
        #expect(found.entries.map(\.name) == ["a", "b"] && found.isCut)
    }

    @Test func `an archive that is larger than the limit is cut there`() async throws {
        let archive = TinyZip.archive([("a", "1234"), ("b", String(repeating: "x", count: 100_000))])
        let found = try await contents(archive, limits: ArchiveLimits(maxSize: 50_000))
        #expect(found.isCut && found.entries.map(\.name) == ["a", "b"])
        #expect((found["b"]?.count ?? 0) < 50_000)
    }

    @Test func `a small archive that unpacks to far more than itself is refused`() async throws {
        let folder = try TemporaryFolder()
        let zeros = try folder.write("document.xml", "")
        let handle = try FileHandle(forWritingTo: zeros)
        try handle.truncate(atOffset: 64 << 20)
        try handle.close()
        let archive = folder.url.appending(path: "bomb.docx")
        let made = try await tools.run(
            ToolInvocation(
                "bsdtar", ["--format=zip", "-cf", archive.path, "-C", folder.url.path, "document.xml"],
                timeout: .seconds(40), outputLimit: 1000))
        #expect(made.status == 0)
        #expect(try Data(contentsOf: archive).count < 200_000)
        let type = try #require(MediaType.forFileExtension("docx"))
        do throws(PreviewError) {
            _ = try await OfficePreviewer(tools: tools).preview(
                PreviewDocument(file: archive, mediaType: type), limits: PreviewLimits(maxRead: 4 << 20))
            Issue.record("it was shown")
        } catch {
            #expect(error.code == .malformed)
            #expect(
                error.reason == "the archive unpacks to more than 16.0 MiB, far more than its own size")
        }
    }

    @Test func `a file that is not there, a folder and other kinds of archives are told apart`() async throws
    {
        await #expect(throws: ArchiveError.notAnArchive) { try await contents(Data("words".utf8)) }
        await #expect(throws: ArchiveError.encrypted) {
            try await contents(TinyZip.archive([("a", Data("x".utf8))], flags: 1))
        }
        let missing = FileManager.default.temporaryDirectory.appending(path: "carrel-\(UUID().uuidString)")
        do throws(ArchiveError) {
            _ = try await ArchiveReader(tools: tools).contents(of: missing, matching: ["*"])
            Issue.record("it was read")
        } catch {
            #expect(error.previewError(missing, kind: "a book").code == .unreadable)
        }
    }
}
