import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelExport
import CarrelHTTP
import CarrelModel
import CarrelOpening
import CarrelStages
import CarrelStandard
import CarrelTerminal
import CarrelViews
import Foundation

/// `carrel preview`: shows what is inside a document.
enum PreviewCommand {
    static let spec = CommandSpec(
        name: "preview", operands: "ITEM_OR_FILE …",
        summary: "Show what is inside library items or any files",
        discussion: """
            An item that is not stored yet is downloaded first. ITEM_OR_FILE may also be the path of a file, a URL, which is
            fetched and not stored, or - for standard input. On a terminal, lines are broken between words, and long text is
            shown page by page, with $PAGER or less.
            \(SelectionOptions.discussion)
            """,
        options: [
            OptionSpec(
                name: "--format", value: "FORMAT", help: "text, markdown, json or html (text unless told)",
                choices: ["text", "markdown", "json", "html"]),
            OptionSpec(
                name: "--pages", value: "N-M",
                help: "only these pages, slides, sheets or chapters, such as 3-5 or 7-"),
            OptionSpec(
                name: "--image", value: "FILE",
                help: "write a picture of it, or of the page of --pages, as PNG; - is standard output",
                completes: [.file]),
            OptionSpec(
                name: "--size", value: "PIXELS", help: "the longer side of that picture (512 unless told)"),
            OptionSpec(name: "--width", value: "COLUMNS", help: "break longer lines (text and markdown)"),
            OptionSpec(
                name: "--version", value: "N",
                help: "an earlier version, by the number that carrel versions shows"),
        ] + SelectionOptions.filters + [Workspace.refresh, Workspace.wait],
        operandCount: 0...10_000, completes: [[.item, .file]]
    ) { invocation in
        let workspace = try Workspace(invocation)
        let asked = try AskedPreview(invocation, isJSON: workspace.isJSON)
        // Only items have versions, whatever files there are.
        func placeNamed(_ operand: String) -> PreviewedPlace? {
            asked.version == nil ? PreviewedPlace(operand) : nil
        }
        let isAlone = invocation.operands.count < 2
        var (rest, status) = (invocation.operands[...], ExitStatus.success)
        repeat {
            if let operand = rest.first, let place = placeNamed(operand) {
                rest = rest.dropFirst()
                let shown: Void? = try await showing(isAlone: isAlone, workspace) {
                    try await show(place, operand, asked, workspace)
                }
                if shown == nil { status = .failedItems }
            } else {
                let items = rest.prefix { placeNamed($0) == nil }
                rest = rest.dropFirst(items.count)
                let ofItems = try await showItems(Array(items), isAlone: isAlone, asked, workspace)
                if ofItems != .success { status = ofItems }
            }
        } while !rest.isEmpty
        return status
    }

    /// Shows or finds something, and says why where that fails.
    ///
    /// - Returns: what was found; `nil` if it failed.
    /// - Throws: the error if nothing else is to be shown, or it does not concern this alone.
    private static func showing<Value>(
        isAlone: Bool, _ workspace: Workspace, _ show: () async throws -> Value
    ) async throws -> Value? {
        do {
            return try await show()
        } catch {
            let failure = Failure(error, workspace.hints)
            guard !isAlone, failure.status == .failedItems else { throw error }
            LineWriter.error.line(failure.message)
            return nil
        }
    }

    private static func show(
        _ place: PreviewedPlace, _ operand: String, _ asked: AskedPreview, _ workspace: Workspace
    ) async throws {
        switch place {
        case .file: try await showFile(operand, asked, workspace)
        case .input(let path):
            try await PreviewedInput.withFile(of: path, workspace) { file in
                try await showFile(
                    file, named: PreviewedInput.name(of: path), declared: nil, isCopy: true, asked, workspace)
            }
        case .url:
            try await PreviewedURL.withFile(operand, workspace) { file, type in
                try await showFile(file, named: operand, declared: type, isCopy: true, asked, workspace)
            }
        }
    }

    private static func showFile(_ path: String, _ asked: AskedPreview, _ workspace: Workspace) async throws {
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        guard !isFolder.boolValue else {
            throw CommandError(of: "preview", "\(path.singleLine) is a folder; name a file in it")
        }
        let file = URL(filePath: path)
        try await showFile(file, named: file.lastPathComponent, declared: nil, asked, workspace)
    }

    private static func showFile(
        _ file: URL, named name: String, declared: MediaType?, isCopy: Bool = false, _ asked: AskedPreview,
        _ workspace: Workspace
    ) async throws {
        let stage = PreviewStage(try workspace.opener.builder(), detector: Standard.makeMediaTypeDetector())
        // A copy is named by where it came from: nobody finds it later.
        func naming<Value>(_ make: () async throws -> Value) async throws -> Value {
            do {
                return try await make()
            } catch let error as PreviewError where isCopy {
                throw PreviewError(error, of: ShownText.of(name))
            }
        }
        if let image = asked.image {
            try await workspace.checkOutput(image, reading: file)
            let picture = try await naming {
                try await stage.thumbnail(of: file, name: name, declared: declared, asked.thumbnail)
            }
            return try write(picture, to: image)
        }
        try await show(name, isCopy ? nil : file, declared: declared, asked, workspace) { wish in
            try await naming { try await stage.preview(file, name: name, declared: declared, wish) }
        }
    }

    private static func showItems(
        _ operands: [String], isAlone: Bool, _ asked: AskedPreview, _ workspace: Workspace
    ) async throws -> ExitStatus {
        let desk = try await workspace.desk(previews: true, observer: FailurePrinter(hints: workspace.hints))
        let found = try await found(operands, isAlone: isAlone, desk, workspace)
        var status = found.allSatisfy { $0 != nil } ? ExitStatus.success : .failedItems
        var rows = found.flatMap { $0 ?? [] }
        if rows.isEmpty, status == .success { LineWriter.error.line("there is none") }
        let isOnly = isAlone && rows.count == 1
        if rows.count > 1 {
            if let option = asked.optionForOne {
                throw CommandError.usage("preview", "\(option) takes one document; name one item")
            }
            rows.removeAll { $0.item.url == nil && $0.document == nil }
        }
        for row in rows {
            let shown: Void? = try await showing(isAlone: isOnly, workspace) {
                try await show(row, asked, desk, workspace)
            }
            if shown == nil { status = .failedItems }
        }
        return status
    }

    /// The items that operands name, looked for at once or, where one is not found, each by itself.
    ///
    /// - Returns: the items; `nil` for what was not found, which was said.
    private static func found(
        _ operands: [String], isAlone: Bool, _ desk: Desk, _ workspace: Workspace
    ) async throws -> [[LibraryView.Row]?] {
        guard operands.count > 1 else {
            return [
                try await showing(isAlone: isAlone, workspace) {
                    try await Self.rows(workspace.selection(operands), desk, workspace)
                }
            ]
        }
        do {
            return [try await workspace.items(workspace.selection(operands), desk).rows]
        } catch is FindError {
            var all: [[LibraryView.Row]?] = []
            for operand in operands {
                all += try await found([operand], isAlone: isAlone, desk, workspace)
            }
            return all
        }
    }

    /// The items of a selection; the error for any other text says that it is neither an item nor a file.
    private static func rows(
        _ selection: ItemSelection, _ desk: Desk, _ workspace: Workspace
    ) async throws -> [LibraryView.Row] {
        do {
            return try await workspace.items(selection, desk).rows
        } catch let error as FindError {
            guard let text = selection.texts.first else { throw error }
            throw PreviewedPlace.refusal(of: text, error)
        }
    }

    private static func show(
        _ found: LibraryView.Row, _ asked: AskedPreview, _ desk: Desk, _ workspace: Workspace
    ) async throws {
        let row = try await FetchedItem(ifNeeded: found, desk, workspace).row
        guard let document = row.document else {
            let help = row.isSetAside ? try await workspace.fetching(row, desk) : ""
            throw CommandError(of: "preview", "\(row.item.title): \(row.status.words)\(help)")
        }
        if let version = asked.version { try await workspace.check(version: version, of: row, desk) }
        if let image = asked.image {
            try await workspace.checkOutput(image, desk)
            let picture = try await desk.thumbnail(
                of: row.documentKey, version: asked.version, asked.thumbnail)
            return try write(picture, to: image)
        }
        let file = desk.documents.root?.appending(path: document.name)
        try await show(document.name, file, declared: document.mediaType, asked, workspace) { wish in
            try await desk.preview(row.documentKey, version: asked.version, wish)
        }
        if asked.version == nil { workspace.tellUnnamed(row) }
        await desk.noteView(of: row)
    }

    /// Writes a picture where `--image` says.
    private static func write(_ picture: Data, to path: String) throws(ExportError) {
        guard path != "-" else { return LineWriter.output.write(picture) }
        try ExportFile.write(picture, to: URL(filePath: path), replaces: true)
    }

    /// Makes a preview and shows it.
    private static func show(
        _ name: String, _ file: URL?, declared: MediaType?, _ asked: AskedPreview, _ workspace: Workspace,
        _ make: (PreviewWish) async throws -> PreviewStage.Result
    ) async throws {
        let terminal = workspace.terminal
        let form = try await pictureForm(name, declared, asked, workspace)
        let picture = asked.format == "text" ? terminal.picture(form) : nil
        let result = try await Spinner.showing(terminal, waitingFor: { name }) {
            try await make(PreviewWish(picture: picture, pictureForm: form, pages: asked.pages))
        }
        let preview = result.preview
        if let absence = PageRange.absence(of: asked.pages, in: preview) {
            throw CommandError(of: "preview", "\(name): \(absence)")
        }
        switch asked.format {
        case "json":
            JSONLine.write(
                PreviewRow(preview, path: file?.path ?? name, previewer: result.previewer), showsAll: true)
        case "html": LineWriter.output.write(PreviewPage.page(of: preview, name: name))
        case "markdown":
            let text = PreviewText.broken(PreviewText.markdown(preview, name: name), asked.width)
            try await Pager.show(text, inputIsRead: asked.readsInput)
        default:
            if asked.isFurther() { LineWriter.output.line("") }
            let text = PreviewText.text(
                preview, name: name, terminal, width: asked.width ?? Terminal.outputWidth)
            guard let graphic = preview.graphic else {
                return try await Pager.show(text, inputIsRead: asked.readsInput)
            }
            // No pager shows pictures.
            LineWriter.output.write(text + "\n" + GraphicText.text(graphic, cell: Terminal.cell))
        }
    }

    /// The form of pictures on this terminal, which is asked only where there is a picture to show.
    private static func pictureForm(
        _ name: String, _ declared: MediaType?, _ asked: AskedPreview, _ workspace: Workspace
    ) async throws -> PictureForm {
        let types = [declared, MediaType.forFileExtension(URL(filePath: name).pathExtension)]
        guard asked.format == "text", workspace.terminal.hasColour,
            types.contains(where: { $0?.essence.hasPrefix("image/") == true })
        else { return .blocks }
        return try await workspace.pictureForm()
    }
}

/// Prints only failures of downloads that a preview needs, and problems of catalogues.
struct FailurePrinter: PipelineObserver {
    /// Completes the commands that lines name.
    let hints: LibraryHints

    func receive(_ event: PipelineEvent) {
        switch event {
        case .failed(let item, let reason): write(item, reason)
        case .quarantined(let item, let reason):
            write(
                item, "set aside: \(reason)", hint: "; \(hints.completing("carrel quarantine list")) shows it"
            )
        default: NoticePrinter().receive(event)
        }
    }

    private func write(_ item: ItemEvent, _ reason: String, hint: String = "") {
        LineWriter.error.line(
            "failed  " + "\(item.title): \(reason) (\(ShownText.of(item.url)))\(hint)".singleLine)
    }
}
