import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import ArchivePreviewing

private let tar = MediaType("application/x-tar") ?? .octetStream

/// What bsdtar's lines are taken for, without bsdtar.
@Suite(.timeLimit(.minutes(1)))
struct ArchiveListTests {
    // 2026-02-10
    private let now = Date(timeIntervalSince1970: 1_770_681_600)
    // An empty ZIP archive.
    private let archive = Data("PK\u{5}\u{6}".utf8) + Data(count: 18)

    private func shown(
        _ lines: String, _ errors: String = "", status: Int32 = 0, settings: Settings = Settings()
    ) async throws -> Preview {
        let text = lines + "\nArchive Format: GNU tar format,  Compression: none\n"
        let output = ToolOutput(output: Data(text.utf8), status: status, errorText: errors)
        let now = now
        var context = PluginContext(tools: ScriptedToolRunner(["bsdtar": .output(output)]))
        context.now = { now }
        return try await preview(archive, as: tar, with: ArchivePreviewer(settings, context))
    }

    @Test func `the listing runs in a room of its own, on an absolute path`() async throws {
        let tools = ScriptedToolRunner(["bsdtar": .output(ToolOutput(output: Data()))])
        _ = try await preview(
            archive, as: tar, with: ArchivePreviewer(tools: tools),
            limits: PreviewLimits(timeout: .seconds(3)))
        let invocation = try #require(tools.invocations.first)
        #expect(invocation.arguments.count == 2 && invocation.arguments[0] == "-tvvf")
        #expect(invocation.arguments[1].hasPrefix("/") && invocation.reads?.count == 1)
        #expect(invocation.processes == 1 && invocation.timeout == .seconds(3))
    }

    @Test func `names with signs that Markdown knows are shown as they are`() async throws {
        let text = try await shown("-rw-r--r--  0 u g 1 Jan  1  1970 pkg/__init__.py").text
        #expect(text.contains("| pkg/\\_\\_init\\_\\_.py | 1 B |"), "\(text)")
    }

    @Test func `dates without a year are of the nearest one`() async throws {
        let text = try await shown(
            """
            -rw-r--r--  0 u g 1 Feb 10 09:08 a
            -rw-r--r--  0 u g 1 Dec 31 23:59 b
            -rw-r--r--  0 u g 1 Jul  4 00:00 c
            -rw-r--r--  0 u g 1 Jan  1  1970 d
            -rw-r--r--  0 u g 1 Aug 13 10:00 e
            """
        ).text
        for row in [
            "a | 1 B | 2026-02-10 09:08", "b | 1 B | 2025-12-31 23:59", "c | 1 B | 2026-07-04 00:00",
            "d | 1 B | 1970-01-01", "e | 1 B | 2025-08-13 10:00",
        ] {
            #expect(text.contains("| \(row) |"), "\(text)")
        }
    }

    @Test func `names are shown as they are, whatever they are`() async throws {
        let shown = try await shown(
            #"""
            -rw-r--r--  0 some one a group 12 Jan  2  2020 Jan  3  2021 x
            -rw-r--r--  0 0 0 7 Jan  2  2020 a\033[31m\\b\n\303\251
            crw-r--r--  0 0 0 1,3 Jan  2  2020 null
            hrw-r--r--  0 0 0 0 Jan  2  2020 hard link to first
            no such line
            -rw-r--r--  0 0 0 9999999999999999999999 Jan  2  2020 huge
            """#)
        for row in [
            "Jan  3  2021 x | 12 B", #"a[31m\b é | 7 B"#, "null |  |", "hard → first | 0 B", "huge |  |",
        ] {
            #expect(shown.text.contains("| \(row)".replacing("  3  ", with: " 3 ")), "\(shown.text)")
        }
        #expect(shown.metadata["files"] == "5" && shown.metadata["unpacked"] == "19")
    }

    @Test func `a name that is not UTF-8 is in the code page of DOS, as ZIP prescribes`() async throws {
        let shown = try await shown(
            #"""
            -rw-r--r--  0 0 0 7 Jan  2  2020 \201bungen.pdf
            -rw-r--r--  0 0 0 7 Jan  2  2020 L\303\266sungen.pdf
            """#)
        #expect(shown.text.contains("| übungen.pdf |") && shown.text.contains("| Lösungen.pdf |"))
    }

    @Test(arguments: [
        (
            [
                #"\216\221\227\277/\221\3461\211\361 \215\327\226E\220\266\225\250\212w.pdf"#,
                #"\225\134\216\206.txt"#,
            ],
            ["資料/第1回 細胞生物学.pdf", "表紙.txt"]
        ),
        (
            [
                #"\213\245\252\346\250\250/\213\245\252\346\250\357 1.pdf"#,
                #"\207\240\244\240\255\250\245.docx"#,
            ],
            ["Лекции/Лекция 1.pdf", "Задание.docx"]
        ),
    ])
    func `names of East Asia and Russia that are not UTF-8 are read as such`(
        written: [String], names: [String]
    ) async throws {
        let lines = written.map { "-rw-r--r--  0 0 0 7 Jan  2  2020 \($0)" }
        let text = try await shown(lines.joined(separator: "\n")).text
        for name in names { #expect(text.contains("| \(name) |"), "\(text)") }
    }

    @Test func `names that lead out of the folder are said`() async throws {
        let shown = try await shown(
            """
            -rw-r--r--  0 0 0 1 Jan  2  2020 ../../etc/passwd
            -rw-r--r--  0 0 0 1 Jan  2  2020 /abs
            -rw-r--r--  0 0 0 1 Jan  2  2020 ../\u{301}a
            -rw-r--r--  0 0 0 1 Jan  2  2020 a..b/c..
            """)
        #expect(shown.notes == ["Names that lead out of the folder in which it would be unpacked: 3"])
    }

    @Test func `there is a limit of entries, and it is said`() async throws {
        var settings = Settings()
        settings[ArchivePreviewer.maxEntriesSetting] = 2
        let lines = (0..<5).map { "-rw-r--r--  0 0 0 1 Jan  2  2020 f\($0)" }.joined(separator: "\n")
        let shown = try await shown(lines, settings: settings)
        #expect(shown.isTruncated && shown.notes == ["There are more: the list ends after 2"])
        #expect(!shown.text.contains("f2"))
    }

    @Test func `the totals are those of all files, also of those beyond the limit`() async throws {
        var settings = Settings()
        settings[ArchivePreviewer.maxEntriesSetting] = 2
        let lines =
            (0..<5).map { "-rw-r--r--  0 0 0 3 Jan  2  2020 ../f\($0)" } + [
                "drwxr-xr-x  0 0 0 0 Jan  2  2020 d/"
            ]
        let shown = try await shown(lines.joined(separator: "\n"), settings: settings)
        #expect(shown.metadata["files"] == "5" && shown.metadata["folders"] == "1")
        #expect(
            shown.metadata["unpacked"] == "15" && shown.summary?.hasSuffix(": 5 files, 15 B unpacked") == true
        )
        #expect(shown.notes.contains { $0.hasSuffix("would be unpacked: 5") })
    }

    @Test func `an archive that lists more than is read has no totals`() async throws {
        let line = "-rw-r--r--  0 0 0 3 Jan  2  2020 f\n"
        let output = ToolOutput(output: Data(line.utf8), isTruncated: true)
        let tools = ScriptedToolRunner(["bsdtar": .output(output)])
        let shown = try await preview(archive, as: tar, with: ArchivePreviewer(tools: tools))
        #expect(shown.isTruncated && shown.summary?.hasSuffix(": more than 1 file") == true)
        #expect(shown.metadata["files"] == nil && shown.metadata["unpacked"] == nil)
    }

    @Test func `an archive whose list is locked is encrypted, one without any entry is damaged`() async throws
    {
        func code(_ errors: String) async -> PreviewError? {
            do {
                _ = try await shown("", errors, status: 1)
                return nil
            } catch { return error as? PreviewError }
        }
        let locked = await code("bsdtar: The archive header is encrypted, but currently not supported\n")
        #expect(locked?.code == .encrypted)
        let damaged = await code(
            "bsdtar: (null)\nbsdtar: Truncated ZIP file header\nbsdtar: Error exit delayed\n")
        #expect(
            damaged?.code == .malformed
                && damaged?.reason.hasSuffix("incomplete: Truncated ZIP file header") == true)
    }

    @Test(arguments: ["", "hello, this is text\n", "%PDF-1.4\n"])
    func `what is not an archive is not given to bsdtar`(text: String) async {
        let tools = ScriptedToolRunner([:])
        let error = await previewError(Data(text.utf8), as: tar, with: ArchivePreviewer(tools: tools))
        #expect(error?.code == .malformed && tools.invocations.isEmpty)
    }

    @Test
    func `a tar archive of nothing but its end is empty, and other zeros are not an archive`() async throws {
        let previewer = ArchivePreviewer(tools: ScriptedToolRunner([:]))
        let shown = try await preview(Data(count: 10_240), as: tar, with: previewer)
        #expect(shown.summary?.hasPrefix("tar: 0 files") == true && shown.metadata["files"] == "0")
        #expect(shown.text.isEmpty && shown.notes.isEmpty)
        let zip = try #require(MediaType("application/zip"))
        for (data, type) in [(Data(count: 10_241), tar), (Data(count: 512), tar), (Data(count: 1024), zip)] {
            #expect(await previewError(data, as: type, with: previewer)?.code == .malformed)
        }
    }

    @Test func `without bsdtar the package is named`() async {
        let error = await previewError(
            archive, as: tar, with: ArchivePreviewer(tools: ScriptedToolRunner([:])))
        #expect(
            error?.code == .toolMissing && error?.remedy?.contains("apt-get install libarchive-tools") == true
        )
    }
}
