import ArchivePreviewing
import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

private let zip = MediaType("application/zip") ?? .octetStream

/// Lists of what real archives hold.
@Suite(.timeLimit(.minutes(2)), .enabled(if: SampleArchive.canBeRead, "needs bsdtar of libarchive-tools"))
struct ArchivePreviewerTests {
    private let previewer = ArchivePreviewer(tools: ProcessToolRunner())

    @Test(arguments: [
        ("a.zip", "ZIP", nil), ("a.tar", "tar", nil), ("a.tar.gz", "tar", "gzip"), ("a.tar.xz", "tar", "xz"),
        ("a.tar.zst", "tar", "zstd"), ("a.tar.bz2", "tar", "bzip2"), ("a.7z", "7-Zip", nil),
        ("a.tar.lzma", "tar", "lzma"), ("a.cpio", "cpio", nil), ("a.iso", "ISO9660", nil),
    ])
    func `each kind of archive is listed with its totals`(name: String, format: String, compression: String?)
        async throws
    {
        let shown = try await preview(try SampleArchive.make(name), as: zip, with: previewer)
        #expect(
            shown.form == .markdown && shown.text.hasPrefix("| Name | Size | Date |\n| --- | --- | --- |\n"))
        #expect(shown.text.contains("notes/week 1.txt | 16 B | 2019-03-04 |"), "\(shown.text)")
        #expect(shown.text.contains("notes/génes\\|2.txt | 4.88 KiB | 2019-03-04 |"), "\(shown.text)")
        #expect(shown.text.contains("notes/latest → week 1.txt |  | "), "\(shown.text)")
        #expect(shown.metadata["files"] == "3" && shown.metadata["unpacked"] == "5016", "\(shown.metadata)")
        #expect(shown.metadata["compression"] == compression && shown.notes.isEmpty && !shown.isTruncated)
        #expect(shown.metadata["format"] == format)
        #expect(
            shown.summary?.hasPrefix(format) == true
                && shown.summary?.contains("3 files, 4.90 KiB unpacked") == true)
    }

    @Test func `what is locked by a password is said, and listed all the same`() async throws {
        let data = try SampleArchive.make(
            "a.zip", ["--options", "zip:encryption=zipcrypt", "--passphrase", "secret"])
        let shown = try await preview(data, as: zip, with: previewer)
        #expect(shown.text.contains("notes/week 1.txt"))
        #expect(shown.metadata["encrypted"] == "2", "\(shown.metadata)")
        #expect(shown.notes == ["Locked by a password: 2 of its files"])
    }

    @Test func `an incomplete archive shows what is there`() async throws {
        let data = try SampleArchive.make("a.tar", ["--format", "ustar"])
        let shown = try await preview(data.prefix(1536 + 700), as: zip, with: previewer)
        #expect(shown.text.contains("notes/"))
        #expect(
            shown.notes.contains { $0.hasPrefix("The archive is damaged or incomplete") }, "\(shown.notes)")
    }

    @Test func `a ZIP archive that is cut in its directory is incomplete, whatever is still in it`()
        async throws
    {
        let data = try SampleArchive.make("a.zip")
        let directory = try #require(data.range(of: Data([0x50, 0x4B, 1, 2]))).lowerBound
        let shown = try await preview(data.prefix(upTo: directory + 60), as: zip, with: previewer)
        #expect(shown.text.contains("notes/week 1.txt"))
        #expect(shown.notes == ["The archive is damaged or incomplete: files may be missing"])
    }

    @Test func `what stands behind a ZIP archive does not make it incomplete`() async throws {
        let data = try SampleArchive.make("a.zip")
        let shown = try await preview(data + Data(count: 100_000), as: zip, with: previewer)
        #expect(shown.text.contains("notes/week 1.txt") && shown.notes.isEmpty)
    }

    // bsdtar takes it for a list of files up to the last line.
    private static let longText = String(repeating: "abcd\n", count: 5) + "/abc\n"

    @Test(arguments: [
        ("hello\r\nyou\n", "hello\nyou\n"), (longText, longText),
        ("a\0b", "One file, compressed with gzip: notes.txt"),
        ("%PDF-1.4\n%%EOF\n", "One file, compressed with gzip: notes.txt"),
    ])
    func `of a single compressed file the text is shown, if it is one`(
        content: String, text: String
    ) async throws {
        let shown = try await preview(try compressed(content), as: zip, with: previewer)
        #expect(shown.text == text && shown.summary == "One file, compressed with gzip: notes.txt")
        #expect(shown.notes.isEmpty && !shown.isTruncated)
        #expect(shown.metadata == ["compression": "gzip", "name": "notes.txt"])
    }

    @Test func `of a compressed archive of the web the text is shown, and of an empty file that it is one`()
        async throws
    {
        let fields =
            "WARC-Date: 2026-11-30T21:40:54Z\r\nWARC-Record-ID: <urn:uuid:7f212abb-c60d-4850-bab7-0345422c8464>"
        let record = "WARC/1.0\r\nWARC-Type: warcinfo\r\n\(fields)\r\nContent-Length: 4\r\n\r\nabc\n\r\n\r\n"
        let shown = try await preview(try compressed(record), as: zip, with: previewer)
        #expect(shown.text.hasPrefix("WARC/1.0\nWARC-Type: warcinfo\n"), "\(shown.text)")
        let empty = try await preview(try compressed(""), as: zip, with: previewer)
        #expect(empty.text == "One file, compressed with gzip: notes.txt")
    }

    @Test func `a compressed text of many words is not taken for a long list of files`() async throws {
        let text = (1...150_000).map { "word\($0)\n" }.joined()
        let shown = try await preview(try compressed(text), as: zip, with: previewer)
        #expect(shown.text.hasPrefix("word1\nword2\n") && shown.isTruncated && shown.notes.isEmpty)
    }

    @Test func `of a short compressed text whose end is missing the rest is shown`() async throws {
        let data = try compressed((1...200).map { "word\($0)\n" }.joined())
        let shown = try await preview(data.dropLast(20), as: zip, with: previewer)
        #expect(shown.text.hasPrefix("word1\nword2\n") && shown.isTruncated)
        #expect(shown.notes == ["The file is damaged or incomplete: its end may be missing"])
    }

    private func compressed(_ content: String) throws -> Data {
        let folder = try TemporaryFolder()
        let file = try folder.write("notes.txt", content)
        try TestProgram.run("gzip", file.path)
        return try Data(contentsOf: file.appendingPathExtension("gz"))
    }

    @Test func `the list ends where the text does, at the end of a row`() async throws {
        let data = try SampleArchive.make("a.zip")
        let shown = try await preview(data, as: zip, with: previewer, limits: PreviewLimits(maxText: 90))
        #expect(shown.isTruncated && shown.text.hasSuffix("|") && shown.text.utf8.count <= 90)
    }
}
