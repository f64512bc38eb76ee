import CarrelBasics
import CarrelCore
import CarrelViews
import Foundation

/// `carrel index`: indexes the library's documents for searching.
enum IndexCommand {
    static let spec = CommandSpec(
        name: "index", summary: "Look into new documents, so that carrel search finds them",
        discussion: """
            carrel search does this itself for what is new. The index is a file in the library's folder .carrel, which may be
            deleted: it is made again from the documents. preview.when = "stored" has carrel sync look into documents as
            they come.
            """,
        options: [OptionSpec(name: "--rebuild", help: "forget the index and look into every document again")],
        operandCount: 0...0
    ) { invocation in
        let workspace = try Workspace(invocation)
        let desk = try await workspace.desk(previews: true)
        let progress = try await update(desk, workspace, rebuilds: invocation.has("--rebuild"))
        let count = try await desk.indexedCount()
        if workspace.isJSON {
            JSONLine.write(IndexRow(progress, documents: count))
        } else if !workspace.isQuiet {
            let failed = progress.failed == 0 ? "" : ", but could not read \(progress.failed)"
            let looked = progress.done == 0 ? "" : "; looked into \(progress.done)\(failed)"
            LineWriter.output.line("\(count) documents can be searched\(looked)")
        }
        return .success
    }

    /// Brings the index up to date, and shows the progress if it takes long.
    @discardableResult
    static func update(
        _ desk: Desk, _ workspace: Workspace, rebuilds: Bool = false
    ) async throws -> IndexProgress {
        let isShown = workspace.terminal.drawsProgress && !workspace.isQuiet
        defer { if isShown { StatusLine.clear() } }
        return try await desk.updateIndex(rebuilds: rebuilds) { progress in
            guard isShown, progress.total > 0, Terminal.isInForeground else { return }
            StatusLine.show("looking into documents: \(progress.done) of \(progress.total)")
        }
    }
}
