import CarrelCore
import CarrelStandard
import CarrelViews
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
            Workspace.refresh, Workspace.wait,
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
        let shared = try await workspace.open(.shared)
        let found = try await workspace.items([operand], shared).rows[0]
        let fetched = try await fetchedIfNeeded(found, shared, workspace)
        let (session, row) = (fetched.session, fetched.row)
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
        try? await session.pipeline.library.recordView(of: row.entry, at: Date())
    }

    /// An item that is to be looked at, and what fetching it came to.
    struct Fetched {
        var session: Workspace.Session
        var row: LibraryView.Row
        /// How many could not be fetched: 1 or none.
        var failed = 0
    }

    /// The item, downloaded first where it is not stored yet.
    static func fetchedIfNeeded(
        _ row: LibraryView.Row, _ session: Workspace.Session, _ workspace: Workspace
    ) async throws -> Fetched {
        guard row.status != .stored, row.status != .updateAvailable, row.item.url != nil, row.number > 0
        else {
            return Fetched(session: session, row: row)
        }
        let session = try await workspace.open(.exclusive, observer: FailurePrinter())
        let view = try await LibraryView(session.pipeline)
        let failed = try await Spinner.showing(workspace, waitingFor: row.item.title) {
            try await GetCommand.get(
                [row.key], view, session, RunReporter(workspace, root: session.pipeline.store.root))
        }
        let fresh = try await LibraryView(session.pipeline).row(of: row.entry)
        return Fetched(session: session, row: fresh ?? row, failed: failed)
    }

    private static func show(
        _ file: URL, name: String, declared: MediaType?, _ format: String, _ builder: StageBuilder,
        _ terminal: Terminal
    ) async throws {
        let stage = PreviewStage(builder, detector: try Standard.makeMediaTypeDetector())
        let result = try await Spinner.showing(terminal, waitingFor: name) {
            try await stage.preview(
                file, name: name, declared: declared, picture: format == "text" ? terminal.picture : nil)
        }
        let preview = result.preview
        switch format {
        case "json":
            JSONLine.write(PreviewRow(preview, file: file, previewer: result.previewer), showsAll: true)
        case "html": LineWriter.output.write(PreviewHTML.page(preview, name: name))
        default: LineWriter.output.write(PreviewText.text(preview, name: name, terminal))
        }
    }
}

/// Says why a download that a preview needs failed, and nothing else.
struct FailurePrinter: PipelineObserver {
    func receive(_ event: PipelineEvent) {
        switch event {
        case .failed(let item, let reason): write(item, reason)
        case .quarantined(let item, let reason):
            write(item, "set aside: \(reason)", hint: "; carrel quarantine list shows it")
        default: break
        }
    }

    private func write(_ item: ItemEvent, _ reason: String, hint: String = "") {
        LineWriter.error.line(
            "failed  " + "\(item.title): \(reason) (\(ShownText.of(item.url)))\(hint)".singleLine)
    }
}
