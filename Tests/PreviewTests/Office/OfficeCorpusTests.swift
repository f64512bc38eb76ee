import BookPreviewing
import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import LegacyOfficePreviewing
import OfficePreviewing
import RTFPreviewing
import Testing

/// Office documents and books of other projects' tests, and pandoc's reading of them.
@Suite(
    .serialized, .timeLimit(.minutes(3)),
    .enabled(if: OfficeCorpus.isPresent, "needs the folder ../shared/corpora and bsdtar of libarchive-tools"))
struct OfficeCorpusTests {
    @Test func `every document is shown, or the error says why not`() async throws {
        for file in OfficeCorpus.files {
            do throws(PreviewError) {
                let preview = try await OfficeCorpus.preview(file)
                #expect(preview.form == .markdown && preview.text == preview.text.terminalSafe)
            } catch {
                // One is locked, one older than the others, and catdoc may be missing.
                let expected: [PreviewError.Code] = [.encrypted, .malformed, .toolMissing]
                #expect(expected.contains(error.code), "\(file.lastPathComponent): \(error)")
                #expect(
                    error.code == .toolMissing
                        || ["protected_normal_case.docx", "testEXCEL_4.xls"].contains(file.lastPathComponent))
            }
        }
    }

    @Test(
        .enabled(if: OfficeCorpus.hasPandoc, "needs pandoc"),
        arguments: [("docx", 1.0), ("odt", 0.99), ("epub", 1.0), ("fb2", 0.98)])
    func `the words that pandoc reads are there`(kind: String, floor: Double) async throws {
        var (found, expected) = (0, 0)
        for file in OfficeCorpus.files where file.pathExtension == kind {
            let words = try await OfficeCorpus.pandocWords(file)
            guard !words.isEmpty else { continue }
            let preview = try await OfficeCorpus.preview(file)
            var ours: [String: Int] = [:]
            for word in OfficeCorpus.words(preview.text) { ours[word, default: 0] += 1 }
            for word in words {
                expected += 1
                if let count = ours[word], count > 0 {
                    found += 1
                    ours[word] = count - 1
                }
            }
        }
        let recall = Double(found) / Double(max(1, expected))
        #expect(expected > 0 && recall >= floor, "\(kind): \(found) of \(expected) words")
    }
}

enum OfficeCorpus {
    private static let folder = Project.folder.deletingLastPathComponent()
        .appending(path: "shared/corpora/documents")

    static let isPresent = TinyZip.canBeRead && !files.isEmpty
    static let hasPandoc = FileManager.default.isExecutableFile(atPath: "/usr/bin/pandoc")

    private static let tools = ProcessToolRunner()
    private static let previewers: [String: any Previewer] = [
        "doc": LegacyOfficePreviewer(tools: tools), "ppt": LegacyOfficePreviewer(tools: tools),
        "xls": LegacyOfficePreviewer(tools: tools), "docx": OfficePreviewer(tools: tools),
        "pptx": OfficePreviewer(tools: tools), "xlsx": OfficePreviewer(tools: tools),
        "odt": OfficePreviewer(tools: tools), "odp": OfficePreviewer(tools: tools),
        "epub": BookPreviewer(tools: tools), "fb2": BookPreviewer(tools: tools), "rtf": RTFPreviewer(),
    ]

    static let files: [URL] = {
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let found = (all?.allObjects ?? []).compactMap { $0 as? URL }
        return found.filter { previewers[$0.pathExtension] != nil }.sorted { $0.path < $1.path }
    }()

    static func preview(_ file: URL) async throws(PreviewError) -> Preview {
        guard let previewer = previewers[file.pathExtension] else {
            throw PreviewError(.unsupported, file: file, reason: "no previewer")
        }
        return try await previewer.preview(
            PreviewDocument(file: file, mediaType: .octetStream), limits: PreviewLimits(maxText: 1 << 20))
    }

    /// The words of a text: runs of letters and digits.
    static func words(_ text: String) -> [String] {
        text.precomposedStringWithCanonicalMapping.lowercased().split { !$0.isLetter && !$0.isNumber }
            .map { String($0) }
    }

    static func pandocWords(_ file: URL) async throws -> [String] {
        let output = try await tools.run(
            ToolInvocation(
                "/usr/bin/pandoc", [file.path, "-t", "plain", "--wrap=none"], timeout: .seconds(60),
                outputLimit: 8 << 20,
                memoryLimit: 8 << 30))
        return words(String(decoding: output.output, as: UTF8.self))
    }
}
