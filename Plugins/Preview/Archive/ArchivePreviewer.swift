import CarrelArchives
import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelText
import Foundation

/// Lists what archives hold, with bsdtar in a locked room, where nothing of them is unpacked, and shows the text of single
/// files that are compressed.
public struct ArchivePreviewer: Previewer {
    private let tools: any ToolRunner
    private let now: @Sendable () -> Date
    private let maxEntries: Int

    /// Makes a previewer that runs its program with the given runner.
    public init(tools: any ToolRunner) { self.init(Settings(), PluginContext(tools: tools)) }

    init(_ settings: Settings, _ context: PluginContext) {
        (tools, now) = (context.tools, context.now)
        maxEntries = settings[Self.maxEntriesSetting]
    }

    static let maxEntriesSetting = Setting<Int>(
        "max-entries", default: 10_000, constraint: .within(1...1_000_000),
        help: "The most files and folders of an archive that are listed")

    /// The plug-in.
    public static let plugin = Plugin<any Previewer>(
        "archive", summary: "Lists what ZIP, tar, 7-Zip, RAR and other archives hold, with bsdtar",
        settings: [maxEntriesSetting],
        features: Set(["zip", "gzip", "zstd"].map(PluginFeature.readsSuffix)), revision: 9,
        programs: { _, _ in [NeededProgram(ArchiveReader.tool, package: "libarchive-tools")] }
    ) { settings, context in ArchivePreviewer(settings, context) }

    // A line has the entry's path: at most 4 KiB, mostly far less.
    private static let lineLength = 512

    /// Lists the archive.
    public func preview(
        _ document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> Preview {
        let file = document.file
        let (data, isWhole) = try RegularFile.beginning(of: file, limit: ArchiveShape.reach)
        let beginning = Array(data)
        try document.checkCancelled()
        guard !beginning.isEmpty else { throw PreviewError.empty(file) }
        if isWhole, document.mediaType.essence == "application/x-tar", ArchiveShape.isEmptyTar(beginning) {
            return emptyTar(document, limits)
        }
        // bsdtar takes any text for a list of files.
        guard let shape = ArchiveShape(beginning: beginning) else {
            throw PreviewError.wrongKind(file, "the file is not an archive")
        }
        let output = try await tools.run(
            ToolInvocation(
                ArchiveReader.tool, ["-tvvf", file.roomPath], timeout: limits.timeout,
                outputLimit: min(maxEntries, 1 << 20) * Self.lineLength + 4096, reads: [file],
                // It writes dates by the clock of whoever runs it.
                environment: ProcessEnvironment.variables.filter { $0.key == "TZ" }),
            on: file, package: "libarchive-tools")
        let said = ArchiveMessages(errors: output.errorText, output: output.output)
        if let compression = shape.compression {
            let packed = PackedFile(beginning, compression)
            if said.isOneFile {
                let content = try await unpacked(file, by: "bsdcat", limits)
                return packed.preview(document, limits, content: content)
            }
            // bsdtar and bsdcat read nothing of a short file whose end is missing.
            if compression == "gzip", output.status != 0, output.output.isEmpty,
                let content = try await unpacked(file, by: "gzip", with: ["-dcf"], limits),
                PackedFile.isText(content.output)
            {
                return packed.preview(document, limits, content: content)
            }
        }
        return try preview(document, output, said, shape, limits)
    }

    /// The beginning of what was compressed; nothing goes wrong without it.
    private func unpacked(
        _ file: URL, by tool: String, with options: [String] = [], _ limits: PreviewLimits
    ) async throws(PreviewError) -> ToolOutput? {
        do throws(ToolError) {
            return try await tools.run(
                ToolInvocation(
                    tool, options + [file.roomPath], timeout: limits.timeout,
                    outputLimit: limits.usefulRead(), reads: [file]))
        } catch {
            if case .cancelled = error { throw PreviewError.cancelled(file) }
            return nil
        }
    }

    /// No mark tells such an archive from any zeros, so that it is known by its name or its server alone.
    private func emptyTar(_ document: PreviewDocument, _ limits: PreviewLimits) -> Preview {
        ArchiveView(
            list: ArchiveList(maxEntries: maxEntries, now: now(), encoding: nil),
            messages: ArchiveMessages(format: "tar"), lockedEntries: nil, isDamaged: false, isUncounted: false
        ).preview(document, limits)
    }

    private func preview(
        _ document: PreviewDocument, _ output: ToolOutput, _ said: ArchiveMessages, _ shape: ArchiveShape,
        _ limits: PreviewLimits
    ) throws(PreviewError) -> Preview {
        let lines = output.output.split(separator: 0x0A)
        let encoding = NameEncoding.encoding(in: lines) ?? (shape.isZip ? TextEncoding(codePage: 437) : nil)
        var list = ArchiveList(maxEntries: maxEntries, now: now(), encoding: encoding)
        for line in lines { list.add(Array(line)) }
        guard !list.entries.isEmpty || output.status == 0 else { throw failure(said, output, document.file) }
        let directory = shape.isZip ? ZipDirectory(of: document.file) : nil
        let view = ArchiveView(
            list: list, messages: said, lockedEntries: directory?.lockedEntries,
            isDamaged: output.status != 0 || directory?.isThere == false,
            isUncounted: output.isTruncated)
        return view.preview(document, limits)
    }

    private func failure(_ said: ArchiveMessages, _ output: ToolOutput, _ file: URL) -> PreviewError {
        if said.isLocked {
            return PreviewError(
                .encrypted, file: file, reason: "the archive is locked by a password, its list of files, too",
                remedy: "Open it with a program that asks for the password")
        }
        let why = output.isCrash ? "\(ArchiveReader.tool) crashed on it" : said.complaint
        return .damaged(file, "the archive is damaged or incomplete" + (why.map { ": \($0)" } ?? ""))
    }
}
