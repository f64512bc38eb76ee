import CarrelBasics
import CarrelCore
import CarrelStages
import CarrelViews
import Foundation

/// `carrel index`: indexes the library's documents for searching.
enum IndexCommand {
    static let spec = CommandSpec(
        name: "index", summary: "Look into new and edited documents, so that carrel search finds them",
        discussion: """
            carrel search does this itself for what is new, not for what you wrote into. The index is a file in the
            library's folder .carrel, which may be deleted: it is made again from the documents. preview.when = "stored"
            has carrel sync look into documents as they come.
            """,
        options: [OptionSpec(name: "--rebuild", help: "forget the index and look into every document again")],
        operandCount: 0...0
    ) { invocation in
        let workspace = try Workspace(invocation)
        let desk = try await workspace.desk(previews: true)
        let extent: IndexExtent = invocation.has("--rebuild") ? .rebuild : .files
        let progress = try await showingProgress(workspace) { try await desk.updateIndex(extent, $0) }
        let count = try await desk.indexedCount()
        if workspace.isJSON {
            JSONLine.write(IndexRow(progress, documents: count, inPart: try await desk.countIndexedInPart()))
        } else if !workspace.isQuiet {
            if workspace.isVerbose {
                for failure in progress.failures {
                    let (item, reason) = (failure.item, failure.reason)
                    LineWriter.error.line("\(item.collection): \(item.title): \(reason)".singleLine)
                }
            }
            let looked = progress.done == 0 ? "" : "; looked into \(progress.done)"
            LineWriter.output.line(
                "\(Counted.text(count, "document")) can be searched\(looked)\(failed(progress, workspace))")
            if let note = try await noteOnParts(desk, workspace) { LineWriter.error.line(note) }
        }
        return .success
    }

    /// Says how many documents could not be read, and how to learn which; later runs leave them out.
    private static func failed(_ progress: IndexProgress, _ workspace: Workspace) -> String {
        guard progress.failed > 0 else { return "" }
        let hint = workspace.hints.completing("carrel index --rebuild -v")
        return ", but could not read \(progress.failed)" + (workspace.isVerbose ? "" : " (\(hint))")
    }

    /// Says how many documents can be searched only in part; `nil` if there is none.
    static func noteOnParts(_ desk: Desk, _ workspace: Workspace) async throws -> String? {
        let count = try await desk.countIndexedInPart()
        guard count > 0 else { return nil }
        let documents = count == 1 ? "1 document is" : "\(count) documents are"
        let hint = workspace.hints.completing("carrel index --rebuild")
        // What is damaged, or nested too deeply, is read in part, too.
        let remedy = "if long texts are cut, raise preview.index-text in the profile, then: \(hint)"
        return "\(documents) indexed only in part; \(remedy)"
    }

    /// Shows on the terminal how far the looking into documents is, while something has it done.
    static func showingProgress<Value>(
        _ workspace: Workspace,
        _ looking: (_ progress: @escaping @Sendable (IndexProgress) -> Void) async throws -> Value
    ) async throws -> Value {
        let isShown = workspace.terminal.drawsProgress && !workspace.isQuiet
        defer { if isShown { StatusLine.clear() } }
        return try await looking { progress in
            guard isShown, progress.total > 0, Terminal.isInForeground else { return }
            StatusLine.show("looking into documents: \(progress.done) of \(progress.total)")
        }
    }
}
