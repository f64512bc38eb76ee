import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelModel
import CarrelOpening
import CarrelStages
import CarrelViews
import Foundation

/// `carrel verify`: re-hashes every stored document.
enum VerifyCommand {
    static let spec = CommandSpec(
        name: "verify", summary: "Read every stored document again and compare it with what was recorded",
        discussion: """
            Reports damaged, missing and unreadable documents, and files beside them that the library does not know. It
            also reports files that Carrel left in the quarantine without listing them, and adds them to the list. A sync
            may run at the same time.

            With --fast, documents of the recorded size and time are not read; a bucket's service also says which
            content it has. That finds what somebody wrote or removed, but no damage of a disk.

            With --repair, what nothing could fetch again stays as it is: documents of items that are no longer listed,
            or that are ignored. Where such a document is missing, carrel prune removes its record. A file that you may
            not read stays, too: it may be as it was stored, or have your notes in it.
            """,
        options: [
            OptionSpec(
                name: "--repair",
                help: "set damaged files aside, to be fetched again"),
            OptionSpec(name: "--fast", help: "read only documents whose size or time differs"),
            Workspace.wait,
        ]
    ) { invocation in
        let workspace = try Workspace(invocation)
        let (repairs, isFast) = (invocation.has("--repair"), invocation.has("--fast"))
        if !repairs { try await workspace.checkIsThere() }
        let desk = try await workspace.desk(repairs ? .exclusive : .shared)
        let finder = repairs ? ItemFinder(try await desk.view(), selection: nil) : nil
        let root = try workspace.opener.libraryFolder()
        let seen = Locked((counts: [Verification.State: Int](), hasFaults: false, mayRepair: false))
        try await Spinner.showing(workspace, waitingFor: "the documents") {
            try await desk.verify(repairs: repairs, isFast: isFast) { result in
                seen.withLock { seen in
                    seen.counts[result.state, default: 0] += 1
                    seen.hasFaults = seen.hasFaults || result.isFault
                    seen.mayRepair = seen.mayRepair || result.isRepairable && result.state != .missing
                }
                if workspace.isJSON {
                    JSONLine.write(VerificationRow(result))
                } else if result.state != .intact || workspace.isVerbose {
                    LineWriter.output.line(line(result, finder, workspace.hints, root))
                }
            }
        }
        let (counts, hasFaults, mayRepair) = seen.value
        if workspace.tells {
            LineWriter.output.line(summary(counts) + (isFast ? ", without reading them" : ""))
            if !repairs, mayRepair {
                LineWriter.error.line(
                    workspace.hints.completing("carrel verify --repair")
                        + " sets damaged files aside, to be fetched again")
            }
            if !repairs, counts[.missing] != nil {
                let (sync, get, prune) = ("carrel sync", "carrel get ITEM", "carrel prune")
                LineWriter.error.line(
                    """
                    what is missing is fetched again by \(workspace.hints.completing(sync)), or \
                    \(workspace.hints.completing(get)); of what is no longer listed or is ignored, \
                    \(workspace.hints.completing(prune)) removes the record
                    """)
            }
        }
        return hasFaults ? .failedItems : .success
    }

    private static func line(
        _ result: Verification, _ finder: ItemFinder?, _ hints: LibraryHints, _ root: URL?
    ) -> String {
        var text = "\(words(result.state))  \(result.name)".singleLine
        if result.state == .damaged, let found = result.found, let recorded = result.recorded {
            text +=
                "  "
                + (found.size == recorded.size
                    ? "the content differs" : "\(found.size) bytes, recorded \(recorded.size)")
        }
        switch (result.state, result.isRepaired) {
        case (.unlisted, _):
            text += "  (in the quarantine, see \(hints.completing("carrel quarantine list")))"
        case (.moved, true): text += "  (recorded by its new name)"
        case (.moved, _): text += "  (the next sync knows it by its new name)"
        case (_, true) where result.isFetchedOnRequest:
            guard let row = result.key.flatMap({ finder?.row(of: $0) }), let finder else { break }
            let command = "carrel get \(ShellWord.operands(finder.address(of: row)))"
            return text + "  " + "(\(hints.completing(command)) fetches it again)".singleLine
        case (_, true): text += "  (the next sync fetches it again)"
        case (.missing, _):
            if let other = root.flatMap({ inItsPlace($0.appending(path: result.name)) }) {
                text += "  (\(other) has its name; move it away)"
            }
        case (.changing, _) where result.reason == nil: text += "  (another process is replacing it)"
        default: break
        }
        if let reason = result.reason?.singleLine {
            text += "  " + (result.isFault ? hints.completing(reason) : reason)
        }
        return text
    }

    /// What has the name of a document that is missing; `nil` for nothing.
    private static func inItsPlace(_ file: URL) -> String? {
        var status = stat()
        guard lstat(file.path, &status) == 0 else { return nil }
        return status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "something else"
    }

    private static func words(_ state: Verification.State) -> String {
        state == .edited ? "changed on disk" : state.rawValue
    }

    private static func summary(_ counts: [Verification.State: Int]) -> String {
        [
            (Verification.State.intact, "intact"), (.edited, "changed on disk"), (.damaged, "damaged"),
            (.missing, "missing"), (.moved, "moved"),
            (.unreadable, "unreadable"), (.changing, "being replaced"), (.stray, "not in the library"),
            (.unlisted, "found in the quarantine"),
        ]
        .filter { $0.0 == .intact || counts[$0.0] != nil }
        .map { "\(counts[$0.0, default: 0]) \($0.1)" }.joined(separator: ", ")
    }
}
