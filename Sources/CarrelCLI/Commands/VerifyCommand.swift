import CarrelCore
import Foundation

/// `carrel verify`: re-hashes every stored document.
enum VerifyCommand {
    static let spec = CommandSpec(
        name: "verify", summary: "Read every stored document again and compare it with what was recorded",
        discussion: """
            Reports damaged and missing documents, and files in the folder that the library does not know.
            """,
        options: [
            OptionSpec(
                name: "--repair",
                help: "set damaged files aside, in .carrel/quarantine, and let the next sync fetch them anew")
        ]
    ) { invocation in
        let workspace = Workspace(invocation)
        let repairs = invocation.has("--repair")
        if let root = try workspace.builder().makeStore().root,
            !FileManager.default.fileExists(atPath: root.path)
        {
            throw CommandError(
                status: .library, message: "carrel: \(root.path): there is no library".terminalSafe)
        }
        let session = try await workspace.open(repairs ? .exclusive : .shared)
        var counts: [Verification.State: Int] = [:]
        try await Spinner.showing(workspace, waitingFor: "the documents to be read again") {
            try await session.pipeline.verify(repairs: repairs) { result in
                counts[result.state, default: 0] += 1
                if workspace.isJSON {
                    JSONLine.write(Row(result))
                } else if result.state != .intact || workspace.isVerbose {
                    LineWriter.output.line(line(result))
                }
            }
        }
        if !workspace.isJSON, !workspace.isQuiet {
            LineWriter.output.line(summary(counts))
            if !repairs, counts[.damaged] != nil {
                LineWriter.error.line(
                    "carrel verify --repair sets damaged files aside, and the next sync fetches them anew")
            }
        }
        return counts[.damaged] == nil && counts[.missing] == nil ? .success : .failedItems
    }

    private struct Row: Encodable {
        var name: String
        var state: String
        var collection: String?
        var item: String?
        var bytes: Int64?
        var sha256: String?
        var recordedBytes: Int64?
        var recordedSHA256: String?
        var isRepaired: Bool

        init(_ result: Verification) {
            (name, state, isRepaired) = (result.name, result.state.rawValue, result.isRepaired)
            (collection, item) = (result.key?.collection, result.key?.item)
            (bytes, sha256) = (result.found?.size, result.found?.sha256)
            (recordedBytes, recordedSHA256) = (result.recorded?.size, result.recorded?.sha256)
        }
    }

    private static func line(_ result: Verification) -> String {
        var text = "\(result.state.rawValue)  \(result.name)".singleLine
        if result.state == .damaged, let found = result.found, let recorded = result.recorded {
            text +=
                "  "
                + (found.size == recorded.size
                    ? "the content differs" : "\(found.size) bytes, recorded \(recorded.size)")
        }
        if result.isRepaired { text += "  (the next sync fetches it anew)" }
        return text
    }

    private static func summary(_ counts: [Verification.State: Int]) -> String {
        [
            (Verification.State.intact, "intact"), (.damaged, "damaged"), (.missing, "missing"),
            (.stray, "not of the library"),
        ]
        .filter { $0.0 == .intact || counts[$0.0] != nil }
        .map { "\(counts[$0.0, default: 0]) \($0.1)" }.joined(separator: ", ")
    }
}
