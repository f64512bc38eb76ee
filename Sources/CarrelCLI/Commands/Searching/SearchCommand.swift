import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages
import CarrelViews
import Foundation

/// `carrel search`: finds documents by the words in them.
enum SearchCommand {
    private static let standardLimit = 20
    private static let maxLimit = 1000

    static let spec = CommandSpec(
        name: "search", operands: "WORDS …", summary: "Find stored documents by what is inside them",
        discussion: """
            Finds the documents that hold all of the words, in their text, titles, collections or facts such as the author;
            the best come first, with the page. "a phrase" in quotation marks is found as it stands (quote it once more for
            the shell), begin* by its beginning, NEAR(a b, 5) close to each other; a OR b takes either, -word leaves out.
            title: author: collection: catalogue: type: status: after: before: with a value narrow the search, such as
            type:pdf or after:2026-03; -type:pdf is everything else. status: takes the states of carrel list --status
            (carrel help addresses). Accents and case do not matter.

            A search that finds nothing says so and ends with status 0.

            New documents are looked into first; --as-is searches what was indexed before. What you wrote into a document
            since is found after carrel index. The number before a hit names
            it for the next command, such as carrel open 2.
            """,
        options: [
            OptionSpec(
                name: "--limit", value: "N", help: "how many documents at most (\(standardLimit) unless told)"
            ),
            OptionSpec(name: "--open", help: "open the best one with the desktop's viewer"),
            OptionSpec(name: "--as-is", help: "do not look into new documents first"),
        ], operandCount: 1...1000, takesDashedWords: true,
        completes: [
            [
                .words([
                    "title:", "author:", "collection:", "catalogue:", "type:", "status:", "after:", "before:",
                    "OR",
                ])
            ]
        ]
    ) { invocation in
        let workspace = try Workspace(invocation)
        let query = try query(invocation.operands)
        let limit = try invocation.number("--limit", in: 1...maxLimit) ?? standardLimit
        let desk = try await workspace.desk(previews: true)
        let outdated = Locked<String?>(nil)
        let results = try await IndexCommand.showingProgress(workspace) { progress in
            try await desk.search(
                query, limit: invocation.has("--open") ? 1 : limit, asIs: invocation.has("--as-is"),
                progress: progress
            ) { error in
                let reason = Failure(error, workspace.hints).reason
                outdated.withLock { $0 = reason }
            }
        }
        // Only now: a search that fails by the same says it itself.
        if let reason = outdated.value {
            LineWriter.error.line("carrel: what is new is not searched: \(reason)")
        }
        if invocation.has("--open"), let best = results.first {
            try await DesktopViewer.open(best.document, desk)
            // What was opened may be the version before, while the document waits for its name.
            if (try? await desk.recorded(best.hit.item.key))?.isChanging != true {
                await desk.noteView(of: best.hit.item.key)
            }
        }
        try await show(results, of: query, desk, workspace)
        return .success
    }

    private static func query(_ operands: [String]) throws -> SearchQuery {
        do throws(SearchError) {
            return try SearchQuery(text(of: operands))
        } catch {
            throw CommandError.usage("search", error.description)
        }
    }

    /// Joins the operands to a search; an operand with spaces was quoted in the shell, so it is a phrase.
    private static func text(of operands: [String]) -> String {
        operands.count == 1
            ? operands[0]
            : operands.map { word in
                let isPlain =
                    !word.contains(where: \.isWhitespace) || word.contains(":\"") || word.hasPrefix("NEAR(")
                return isPlain || word.contains("\"") ? word : "\"\(word)\""
            }.joined(separator: " ")
    }

    private static func show(
        _ results: [SearchResult], of query: SearchQuery, _ desk: Desk, _ workspace: Workspace
    ) async throws {
        if workspace.isJSON {
            for result in results { JSONLine.write(SearchRow(result, root: desk.documents.root)) }
            return
        }
        guard !results.isEmpty else {
            LineWriter.error.line("nothing found")
            for note in try await desk.unknownTypes(in: query) { LineWriter.error.line(note.terminalSafe) }
            // Whatever is not sought by words is known of all of a document.
            if query.expression != nil, let note = try await IndexCommand.noteOnParts(desk, workspace) {
                LineWriter.error.line(note)
            }
            return
        }
        let printed = zip(1..., results).map { (number: $0, entry: $1.hit.item.key) }
        let hasNumbers = await workspace.notePrinted(printed, desk)
        var finder: ItemFinder?
        if !hasNumbers { finder = try await workspace.view(desk).finder }
        for (row, result) in zip(printed, results) {
            let name = finder.map { Self.name(of: row.entry, $0) } ?? "\(row.number)"
            for line in SearchText.lines(result, named: name, workspace.terminal) {
                LineWriter.output.line(line)
            }
        }
    }
}

extension SearchCommand {
    /// What names an item where numbers would not.
    private static func name(of key: ItemKey, _ finder: ItemFinder) -> String {
        finder.row(of: key).map { ShellWord.text(finder.address(of: $0)) } ?? "-"
    }
}

extension String {
    /// The text with one space for each stretch of white space.
    fileprivate var oneSpaced: String {
        var result = ""
        for character in self {
            guard character.isWhitespace else {
                result.append(character)
                continue
            }
            if result.last != " " { result.append(" ") }
        }
        return result
    }
}

/// Prints a hit on a terminal.
enum SearchText {
    /// The title with its collection and catalogue, then the words around the best passage.
    static func lines(_ result: SearchResult, named name: String, _ terminal: Terminal) -> [String] {
        let item = result.hit.item
        var facts = [item.collection, item.catalog].filter { !$0.isEmpty && $0 != item.title }
        if facts.count == 2, facts[0] == facts[1] { facts.removeLast() }
        if let pages = pages(result) { facts.append(pages) }
        let title = terminal.styled(item.title.singleLine, .bold)
        let head = (["\(name)  \(title)"] + facts.map(\.singleLine)).joined(separator: " · ")
        // Marks of tables and lists at the beginning of a line are left out.
        let words = result.hit.snippet.map { part in
            let text = part.text.oneSpaced.terminalSafe
            return part.isFound ? terminal.styled(text, .yellow) : text
        }.joined()
        let indent = String(repeating: " ", count: min(name.count, 4) + 2)
        return words.isEmpty ? [head] : [head, indent + words]
    }

    private static func pages(_ result: SearchResult) -> String? {
        guard let place = result.place else { return nil }
        let others = result.hit.pages.filter { $0 != result.hit.page }
        guard !others.isEmpty else { return place }
        let shown = others.prefix(5).map(String.init).joined(separator: ", ")
        return "\(place), also \(shown)" + (others.count > 5 ? " …" : "")
    }
}
