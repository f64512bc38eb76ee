import CarrelCore
import CarrelViews

/// `carrel forget`: removes a catalogue from the library.
enum ForgetCommand {
    private static let keepFiles = OptionSpec(
        name: "--keep-files", help: "also with stored documents, whose files stay in the folder")

    static let spec = CommandSpec(
        name: "forget", operands: "CATALOGUE", summary: "Forget a catalogue that is read no more",
        discussion: """
            CATALOGUE is its name in the profile, its location as carrel list shows it, or what was given to carrel sync.
            Its listing goes, and with it which modules were chosen and what was tried and viewed. No file is removed:
            a catalogue with stored documents is forgotten with --keep-files only, and what was set aside is to be
            discarded or accepted first.
            """, options: [keepFiles, Workspace.wait], operandCount: 1...1
    ) { invocation in
        let workspace = Workspace(invocation)
        let desk = try await workspace.desk(.exclusive)
        let catalog = try find(invocation.operands[0], try await desk.view(), workspace)
        let outcome = try await desk.forget(
            catalog.location, leavesFiles: invocation.has(keepFiles.name))
        let name = catalog.name ?? catalog.location
        switch outcome {
        case .holdsDocuments(let count):
            throw refusal(
                """
                \(documents(count)) stored of \(name). Forget it with --keep-files: the files stay, and Carrel keeps \
                track of them no more
                """)
        case .holdsQuarantine(let count):
            throw refusal(
                """
                \(documents(count)) in the quarantine from \(name). See carrel quarantine list, and discard or accept \
                what is there
                """)
        case .forgotten(let files):
            if workspace.isJSON {
                JSONLine.write(ForgottenRow(catalog, files: files))
            } else if !workspace.isQuiet {
                let rest = files > 0 ? "; \(files) file\(files == 1 ? " stays" : "s stay") in the folder" : ""
                LineWriter.output.line("forgot \(name)\(rest)".singleLine)
            }
        }
        return .success
    }

    private static func find(
        _ text: String, _ view: LibraryView, _ workspace: Workspace
    ) throws -> LibraryView.CatalogView {
        // What names a source need not be its location: a relative path is none.
        let place = try? workspace.builder(.place(text)).catalogLocation
        let located = view.catalogs.filter {
            $0.location == text || $0.location == place || ShownText.of($0.location) == text
        }
        let matches =
            located.isEmpty
            ? view.catalogs.filter { $0.name?.lowercased() == text.lowercased() } : located
        guard let first = matches.first else {
            let known = view.catalogs.map {
                "\n  " + [$0.location, $0.name].compactMap(\.self).joined(separator: "  ")
            }
            throw refusal(
                "there is no catalogue “\(text.singleLine)” in the library"
                    + (known.isEmpty ? "" : ", which has" + known.joined()))
        }
        guard matches.count == 1 else {
            throw refusal(
                "“\(text.singleLine)” could be \(matches.count) catalogues; name one by its location"
                    + matches.map { "\n  " + $0.location }.joined())
        }
        return first
    }

    private static func documents(_ count: Int) -> String {
        count == 1 ? "1 document is" : "\(count) documents are"
    }

    private static func refusal(_ reason: String) -> CommandError {
        CommandError(status: .failedItems, message: "carrel forget: \(reason)")
    }
}
