import CarrelCore
import CarrelStandard
import Foundation

/// `carrel preview`: what is inside a document.
enum PreviewCommand {
    static let spec = CommandSpec(
        name: "preview", operands: "ITEM_OR_FILE", summary: "Show what is inside a library item or any file",
        discussion: "An item that is not stored yet is downloaded first. What is a path of a file is a file.",
        options: [
            OptionSpec(
                name: "--format", value: "FORMAT", help: "text (the default), json or html",
                choices: ["text", "json", "html"]),
            Workspace.refresh,
        ], operandCount: 1...1
    ) { invocation in
        let workspace = Workspace(invocation)
        let operand = invocation.operands[0]
        let format = invocation.value("--format") ?? (workspace.isJSON ? "json" : "text")
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: operand, isDirectory: &isFolder) {
            guard !isFolder.boolValue else {
                throw CommandError(
                    status: .failedItems, message: "carrel preview: \(operand.singleLine) is a folder")
            }
            let file = URL(filePath: operand)
            try await show(
                file, name: file.lastPathComponent, declared: nil, format, try workspace.builder(),
                workspace.terminal)
            return .success
        }
        try await showItem(operand, format, workspace)
        return .success
    }

    private static func showItem(_ operand: String, _ format: String, _ workspace: Workspace) async throws {
        var session = try await workspace.open(.shared)
        var row = try await workspace.items([operand], session).rows[0]
        (session, row) = try await fetchedIfNeeded(row, session, workspace)
        guard let document = row.document else {
            throw CommandError(
                status: .failedItems,
                message: "carrel preview: \(row.item.title): \(row.status.label)".terminalSafe)
        }
        let file = try await session.pipeline.store.file(named: document.name)
        try await show(
            file, name: document.name, declared: document.mediaType, format, session.builder,
            workspace.terminal)
        // A library that cannot be written to can still be looked at.
        try? await session.pipeline.library.recordView(of: row.key, at: Date())
    }

    /// The item, downloaded first where it is not stored yet.
    static func fetchedIfNeeded(
        _ row: LibraryView.Row, _ session: Workspace.Session, _ workspace: Workspace
    ) async throws -> (Workspace.Session, LibraryView.Row) {
        guard row.status != .stored, row.status != .updateAvailable, row.item.url != nil, row.number > 0
        else {
            return (session, row)
        }
        let session = try await workspace.open(.exclusive, observer: FailurePrinter())
        let view = try await LibraryView(session.pipeline)
        try await Spinner.showing(workspace, waitingFor: row.item.title) {
            _ = try await GetCommand.get(
                [row.key], view, session, RunReporter(workspace, root: session.pipeline.store.root))
        }
        let fresh = try await LibraryView(session.pipeline).allRows.first { $0.key == row.key }
        return (session, fresh ?? row)
    }

    private static func show(
        _ file: URL, name: String, declared: MediaType?, _ format: String, _ builder: PipelineBuilder,
        _ terminal: Terminal
    ) async throws {
        let mediaType = try await Standard.makeMediaTypeDetector().mediaType(
            of: file, name: name, declared: declared)
        guard let choice = try builder.makePreviewer(for: mediaType) else {
            throw PreviewError(
                .unsupported, file: file, reason: "no previewer is configured for \(mediaType.essence)",
                remedy: "Name one in the [preview] table, or look at it with carrel open")
        }
        var limits = builder.previewLimits
        if format == "text" { limits.picture = terminal.picture }
        let preview = try await Spinner.showing(terminal, waitingFor: name) { [limits] in
            try await choice.previewer.preview(
                PreviewDocument(file: file, mediaType: mediaType), limits: limits)
        }
        switch format {
        case "json": JSONLine.write(PreviewRow(preview, file: file, previewer: choice.name))
        case "html": LineWriter.output.write(PreviewHTML.page(preview, name: name))
        default: LineWriter.output.write(PreviewText.text(preview, name: name, depth: terminal.depth))
        }
    }
}

/// Says why a download that a preview needs failed, and nothing else.
struct FailurePrinter: PipelineObserver {
    func receive(_ event: PipelineEvent) {
        guard case .failed(let item, let reason) = event else { return }
        LineWriter.error.line("failed  " + "\(item.title): \(reason) (\(item.url))".singleLine)
    }
}
