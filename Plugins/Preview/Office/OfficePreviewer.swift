import CarrelArchives
import CarrelBasics
import CarrelHTTP
import CarrelMarkup
import CarrelModel
import CarrelSheets
import CarrelStages
import Foundation

/// Shows documents, presentations and workbooks of OOXML and OpenDocument as Markdown.
///
/// Their archives are unpacked by bsdtar, in a child process with limits.
public struct OfficePreviewer: Previewer {
    private let archives: ArchiveReader
    private let grid: CellGrid.Limits

    /// Makes a previewer that runs its program with the given runner.
    public init(_ settings: Settings = Settings(), tools: any ToolRunner) {
        archives = ArchiveReader(tools: tools)
        grid = CellGrid.Limits(
            rows: settings[Self.maxRowsSetting], columns: settings[Self.maxColumnsSetting])
    }

    static let maxRowsSetting = Setting<Int>(
        "max-rows", default: 1000, constraint: .within(1...1_000_000),
        help: "The most rows to show of one sheet")
    static let maxColumnsSetting = Setting<Int>(
        "max-columns", default: 50, constraint: .within(1...16_384),
        help: "The most columns to show of one sheet")

    /// The plug-in.
    public static let plugin = Plugin<any Previewer>(
        "office", summary: "Reads documents, presentations and workbooks of Office and LibreOffice",
        settings: [maxRowsSetting, maxColumnsSetting], revision: 9,
        programs: { _, _ in [NeededProgram(ArchiveReader.tool, package: "libarchive-tools")] }
    ) { settings, context in OfficePreviewer(settings, tools: context.tools) }

    /// Reads the document.
    public func preview(
        _ document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> Preview {
        let clock = PreviewClock(file: document.file, timeout: limits.timeout)
        let (beginning, _) = try RegularFile.beginning(
            of: document.file, limit: max(8, min(limits.maxRead, 1 << 20)))
        try clock.check()
        let read: OfficeText
        if beginning.starts(with: OfficeFailure.containerMark) {
            throw OfficeFailure.container(document.file, beginning: beginning)
        } else if document.mediaType.essence == FlatWorkbook.mediaType {
            read = try flatWorkbook(document.file, limits, clock)
        } else if Self.isMarkup(beginning) {
            read = try await flatDocument(document.file, limits, clock)
        } else {
            read = try await packagedDocument(document.file, limits, clock)
        }
        try clock.check()
        return read.preview(document.mediaType, limits)
    }

    private static func isMarkup(_ beginning: Data) -> Bool {
        beginning.prefix(64).drop { $0 == 0xEF || $0 == 0xBB || $0 == 0xBF || $0 <= 0x20 }.first
            == UInt8(ascii: "<")
    }

    /// A document of OpenDocument in one file of XML.
    private func flatDocument(
        _ file: URL, _ limits: PreviewLimits, _ clock: PreviewClock
    ) async throws(PreviewError) -> OfficeText {
        let (data, isWhole) = try RegularFile.beginning(of: file, limit: limits.maxRead)
        // The objects in it are documents, too.
        let told = String(decoding: data.prefix(1 << 16), as: UTF8.self)
            .firstMatch(of: /office:mimetype="([^"]*)"/)?.output.1
        guard data.contains("opendocument:xmlns:office"),
            let kind = OpenDocumentKind(mediaType: String(told ?? ""), content: data)
        else {
            throw PreviewError.needsOtherProgram(file, "the file is XML, but no office document")
        }
        var meta: MarkupElement?
        _ = try? MarkupReader.readXMLParts(
            data, namespaces: OfficeNamespaces.openDocument, limits: OfficePackage.limits,
            isPart: { $0 == "office:meta" }
        ) { part in
            if case .element(let element) = part { meta = element }
            return meta == nil
        }
        let root = meta.map { MarkupElement("office:document", nodes: [.element($0)]) }
        var read = OfficeText(facts: OfficeFacts(openDocument: root), isCut: !isWhole, grid: grid)
        try read.read(openDocument: kind, data, package: nil, file, limits, clock)
        return read
    }

    /// A workbook of Excel in one file of XML.
    private func flatWorkbook(
        _ file: URL, _ limits: PreviewLimits, _ clock: PreviewClock
    ) throws(PreviewError) -> OfficeText {
        let (data, isWhole) = try RegularFile.beginning(of: file, limit: limits.maxRead)
        var read = OfficeText(facts: OfficeFacts(openDocument: nil), isCut: !isWhole, grid: grid)
        try read.read(workbook: data, file, limits, clock)
        return read
    }

    private func packagedDocument(
        _ file: URL, _ limits: PreviewLimits, _ clock: PreviewClock
    ) async throws(PreviewError) -> OfficeText {
        // Sheets are unpacked after the texts that they share; pictures and the like never are.
        var package = OfficePackage(
            try await unpack(
                file, ["*.xml", "*.rels", "mimetype"],
                excluding: [
                    "*/worksheets/*.xml", "*/theme/*", "customXml/*", "*/slideLayouts/*", "*/slideMasters/*",
                    "*/glossary/*",
                ], limits))
        try clock.check()
        if package.tree("META-INF/manifest.xml", OfficeNamespaces.openDocument)?
            .descendants(["manifest:encryption-data"]).isEmpty == false
        {
            throw PreviewError.locked(file)
        }
        guard let kind = OfficeKind(package) else {
            throw OfficeFailure.otherArchive(file, names: package.names)
        }
        if case .sheets = kind {
            package.add(try await unpack(file, ["*/worksheets/*.xml"], excluding: [], limits))
        }
        let facts =
            if case .openDocument = kind {
                OfficeFacts(openDocument: package.tree("meta.xml", OfficeNamespaces.openDocument))
            } else {
                OfficeFacts(openXML: package)
            }
        var read = OfficeText(facts: facts, isCut: package.isCut, grid: grid)
        try read.read(kind, package, file, limits, clock)
        return read
    }

    private func unpack(
        _ file: URL, _ patterns: [String], excluding: [String], _ limits: PreviewLimits
    ) async throws(PreviewError) -> ArchiveContents {
        do throws(ArchiveError) {
            return try await archives.contents(
                of: file, matching: patterns, excluding: excluding,
                limits: ArchiveLimits(
                    // XML is far smaller in its archive.
                    maxSize: max(0, min(limits.maxRead, 64 << 20)) * 4, timeout: limits.timeout))
        } catch {
            throw error.previewError(file, kind: OfficeFailure.kind)
        }
    }
}
