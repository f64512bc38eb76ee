import CarrelBasics
import CarrelCore
import CarrelExport
import CarrelModel
import CarrelStages
import CarrelStandard
import CarrelViews
import Foundation

/// `carrel export`: writes the library out in a form that other programs read.
enum ExportCommand {
    private static let names = ExportFormats.all.map { type(of: $0).name }

    static let spec = CommandSpec(
        name: "export", operands: "FORMAT DESTINATION [COLLECTION …]",
        summary: "Write the library, or collections, in a form that other programs read",
        discussion: """
            FORMAT is one of these:

            \(ExportFormats.all.map { "  \(padded(type(of: $0).name))  \(type(of: $0).summary)" }.joined(separator: "\n"))

            DESTINATION is a new or empty folder for bagit, ro-crate, opds and site, and a file for the others; - is
            standard output. It appears only when it is whole. A collection or a catalogue, or several of them, may be named
            behind it; otherwise all is written. docs/Export.md shows what comes out.
            """,
        options: [OptionSpec(name: "--force", help: "replace a file that is there")],
        operandCount: 2...10_000, completes: [[.words(names)], [.file], [.catalog, .collection]]
    ) { invocation in
        let workspace = try Workspace(invocation)
        guard let format = ExportFormats.named(invocation.operands[0]) else {
            let help =
                NearestName.question(invocation.operands[0], among: names)
                ?? "; there are \(names.joined(separator: ", "))"
            throw CommandError.usage(
                "export", "“\(invocation.operands[0].singleLine)” is not a format\(help)")
        }
        guard !invocation.operands[1].isEmpty else {
            throw CommandError.usage("export", "the destination is empty; name a file or a folder")
        }
        try await workspace.checkIsThere()
        let takesPreviews = (format as? any FolderFormat).map { type(of: $0).takesPreviews } ?? false
        let desk = try await workspace.desk(previews: takesPreviews)
        var library = try await chosen(Array(invocation.operands.dropFirst(2)), desk, workspace)
        if takesPreviews { library.previews = { await look(into: $0, desk) } }
        let destination = invocation.operands[1]
        try await workspace.checkOutput(destination, desk)
        var leftOut: [ExportFolder.LeftOut] = []
        if let format = format as? any ListFormat {
            try write(format, library, to: destination, replaces: invocation.has("--force"))
        } else if let format = format as? any FolderFormat {
            (library, leftOut) = try await write(format, library, into: destination, desk, workspace)
        }
        if library.holdsSecrets(in: type(of: format).addresses) {
            LineWriter.error.line(
                "warning: the export holds addresses with a key or a token in them; keep it to yourself")
        }
        if destination != "-" { report(library, format, destination, leftOut, workspace) }
        for document in leftOut {
            let reason = workspace.hints.completing(Self.reason(document))
            LineWriter.error.line("carrel: \(document.name): left out\(reason)".singleLine)
        }
        return leftOut.isEmpty ? .success : .failedItems
    }

    /// Why a document was left out, and what helps; the rest of a sentence.
    private static func reason(_ leftOut: ExportFolder.LeftOut) -> String {
        switch leftOut.cause {
        case .failed(let message): return ": \(message.reason)\(message.remedy.map { ". \($0)" } ?? "")"
        case .other: return ", because it is damaged or was edited. Look at it: carrel verify"
        case .gone:
            guard let refusal = leftOut.document.row.fetchRefusal else {
                return ", because its file is gone. Run carrel sync"
            }
            return ", because its file is gone, and it is \(refusal.words): \(refusal.remedyOfMissing)"
        }
    }

    private static func padded(_ name: String) -> String {
        name + String(repeating: " ", count: max(0, 8 - name.count))
    }

    /// The collections that are named, or all.
    private static func chosen(
        _ operands: [String], _ desk: Desk, _ workspace: Workspace
    ) async throws -> ExportedLibrary {
        let (view, finder) = try await workspace.view(desk)
        let rows =
            try operands.isEmpty
            ? nil : operands.flatMap { try finder.wholeCollections($0) ?? [try finder.collection($0)] }
        return ExportedLibrary(
            view, collections: rows, date: Standard.makeContext().now(),
            generator: "carrel \(CarrelVersion.text)")
    }

    // MARK: Writing

    private static func write(
        _ format: any ListFormat, _ library: ExportedLibrary, to path: String, replaces: Bool
    ) throws {
        if path == "-" {
            format.write(library) { LineWriter.output.write($0) }
            return
        }
        var text = Data()
        format.write(library) { text.append(contentsOf: $0.utf8) }
        try ExportFile.write(text, to: URL(filePath: path), replaces: replaces)
    }

    private static func write(
        _ format: any FolderFormat, _ library: ExportedLibrary, into path: String, _ desk: Desk,
        _ workspace: Workspace
    ) async throws -> (ExportedLibrary, leftOut: [ExportFolder.LeftOut]) {
        guard path != "-" else {
            throw CommandError.usage(
                "export", "\(type(of: format).name) is a folder; name one that is new or empty")
        }
        let folder = try ExportFolder(URL(filePath: path), of: desk.documents) { try await desk.recorded($0) }
        do {
            try await Spinner.showing(workspace, waitingFor: "the documents to be copied") {
                try await format.write(library, into: folder)
            }
            try await folder.finish()
            return (await library.asCopied(into: folder), await folder.leftOut)
        } catch {
            await folder.abandon()
            throw error
        }
    }

    /// The most text of a document that a page shows, in bytes.
    private static let maxText = 256 << 10

    private static func look(into document: ExportedLibrary.Document, _ desk: Desk) async
        -> ExportedLibrary.Look
    {
        let key = document.row.documentKey
        do {
            let preview = try await desk.preview(key, PreviewWish(maxText: maxText)).preview
            // Pictures are shown themselves.
            let isPaged = preview.pages != nil
            let picture = isPaged ? try? await desk.thumbnail(of: key, ThumbnailRequest(size: 800)) : nil
            return ExportedLibrary.Look(preview: preview, picture: picture)
        } catch let error as any StageError {
            return ExportedLibrary.Look(reason: error.reason)
        } catch {
            return ExportedLibrary.Look(reason: "There is no preview")
        }
    }

    private static func report(
        _ library: ExportedLibrary, _ format: any ExportFormat, _ path: String,
        _ leftOut: [ExportFolder.LeftOut], _ workspace: Workspace
    ) {
        let documents = type(of: format).listsDocuments ? library.documents : []
        let bytes = documents.reduce(0) { $0 + $1.stored.size }
        if workspace.isJSON {
            JSONLine.write(
                ExportRow(
                    format: type(of: format).name, path: path, collections: library.groups.count,
                    documents: documents.count, bytes: bytes, leftOut: leftOut.map(\.name)))
        } else if !workspace.isQuiet {
            let catalogs = Set(library.groups.map(\.catalog)).count
            let (count, what) =
                type(of: format).listsDocuments ? (documents.count, "document") : (catalogs, "catalogue")
            let size = type(of: format).listsDocuments ? ", \(ByteCount(bytes))" : ""
            LineWriter.output.line("\(path): \(Counted.text(count, what))\(size)".singleLine)
        }
    }
}
