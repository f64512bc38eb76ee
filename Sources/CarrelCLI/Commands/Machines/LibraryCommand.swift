import CarrelBasics
import CarrelCopy
import CarrelStages
import Foundation

/// `carrel library`: copies a library to another place.
enum LibraryCommand {
    static let spec = CommandSpec(
        name: "library", operands: "copy FROM TO",
        summary: "Copy a library to another folder, bucket or database",
        discussion: """
            FROM and TO are profiles, whose [store] and [library] say where the two libraries are, or plain folders. A word
            is a profile if there is one of that name, and so is a file that ends in .toml; ./NAME is a folder. Records,
            documents, earlier versions and what was set aside go over. TO must be empty. Then both are compared; FROM stays
            as it is.

            Whatever ends it, the same command goes on from there; if all was done, it compares once more. Until then
            nothing opens TO as a library. It ends with status 1 if documents of FROM are damaged, missing or cannot be
            read. docs/ManyMachines.md tells what to do before and after.
            """,
        options: [
            OptionSpec(
                name: fast,
                help: "compare sizes, times and what a bucket's service says, without reading the copy"),
            Workspace.wait,
        ], operandCount: 0...10_000, goesOn: true, completes: [[.words(["copy"])], [.profile, .folder]]
    ) { invocation in
        guard let first = invocation.operands.first else { throw usage("expected copy FROM TO") }
        guard first == "copy" else { throw usage("“\(first.singleLine)”: expected copy FROM TO") }
        guard invocation.operands.count == 3 else { throw usage("copy takes two libraries: copy FROM TO") }
        for option in ["--profile", "--config", "--library"] where invocation.has(option) {
            throw usage("FROM and TO name the libraries: leave out \(option)")
        }
        return try await copy(
            from: try NamedLibrary(invocation.operands[1], invocation),
            to: try NamedLibrary(invocation.operands[2], invocation), try Workspace(invocation))
    }

    private static let fast = "--fast"

    private static func usage(_ problem: String) -> CommandError {
        CommandError.usage("library", "\(problem)\nusage: carrel library \(spec.operands)")
    }

    private static func copy(
        from: NamedLibrary, to: NamedLibrary, _ workspace: Workspace
    ) async throws -> ExitStatus {
        let display = CopyDisplay(workspace)
        let clock = ContinuousClock()
        let began = clock.now
        let copy = LibraryCopy(
            from: try from.side(), to: try to.side(), isFast: workspace.invocation.has(fast)
        ) { (library: any Library) async throws(StoreError) in
            try await from.recover(library)
        } renamed: { (library: any Library) async throws(StoreError) in
            try await from.renamed(library)
        } report: { progress in
            display.show(progress)
        }
        let summary: CopySummary
        do {
            defer { display.end() }
            summary = try await copy.run()
        }
        if summary.isFinished { await to.takeOverTrust(from: from) }
        CopyReport(workspace, from: from, to: to).write(summary, (clock.now - began).seconds)
        guard summary.isFinished else {
            let count = summary.troubles[.unreadable] ?? 0
            throw CommandError(
                status: .failedItems,
                message: """
                    carrel: \(from.title): \(Counted.text(count, "document")) could not be copied, so \
                    \(to.title) is not a library yet. Make them readable, or move away what it has in their place, then run \
                    the same command again
                    """.terminalSafe)
        }
        return summary.hasFaults ? .failedItems : .success
    }
}
