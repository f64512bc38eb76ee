import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelModel
import CarrelOpening
import CarrelStages
import CarrelStandard
import CarrelViews
import Foundation

/// `carrel map`: tries a mapping on a document, or proposes one.
enum MapCommand {
    static let spec = CommandSpec(
        name: "map", operands: "test|suggest [CATALOGUE]",
        summary: "Try a mapping on a catalogue, or let one be proposed",
        discussion: """
            test reads CATALOGUE, a path or a URL, with the mapping of the profile and shows what each field matches and
            misses; without CATALOGUE it reads the one that the profile names. A catalogue of the library, or one that a
            profile lists, goes by its name and is read with its own mapping. It changes nothing.

            suggest looks at the shape of a document in JSON, XML, HTML or CSV and prints a profile for it. Save that as a
            file, try it with test, and correct what is wrong: docs/Mapping.md.
            """,
        options: [
            OptionSpec(
                name: "--limit", value: "N", help: "how many items to show of each collection (3 unless told)"
            )
        ], operandCount: 1...2, completes: [[.words(["test", "suggest"])], [.catalog, .file]]
    ) { invocation in
        let workspace = try Workspace(invocation)
        let operand = invocation.operands.dropFirst().first
        switch invocation.operands[0] {
        case "test": return try await test(try await choice(operand, workspace), workspace)
        case "suggest":
            guard let operand else { throw usage("suggest needs a path, a URL or the name of a catalogue") }
            try await suggest(operand, try await choice(operand, workspace), workspace)
            return .success
        default:
            throw usage("“\(invocation.operands[0].singleLine)”: expected test or suggest")
        }
    }

    private static func usage(_ problem: String) -> CommandError {
        CommandError.usage("map", "\(problem)\nusage: carrel map \(spec.operands)")
    }

    /// What an operand names: a place or, where there is no such file, a catalogue by its name.
    private static func choice(_ operand: String?, _ workspace: Workspace) async throws -> CatalogChoice {
        guard let operand else { return .profile }
        let isPath = CatalogPlace(of: operand) == .path
        guard isPath, !FileManager.default.fileExists(atPath: operand) else { return .place(operand) }
        return try await workspace.opener.choices([operand]).first ?? .place(operand)
    }

    private static func documents(
        _ choice: CatalogChoice, _ builder: PluginBuilder, _ workspace: Workspace
    ) async throws -> [CatalogDocument] {
        let sources = builder.sources(fetchingWith: try builder.makeFetcher(libraryFolder: nil))
        guard let source = try sources.makeSource() else {
            throw OpeningError.noSource(choice, builder)
        }
        let reading = try await Spinner.showing(workspace, waitingFor: "the catalogue") {
            do throws(SourceError) {
                return try await source.readWhole(after: nil)
            } catch {
                if case .place = choice { throw PipelineError(error.ofOperand) }
                throw PipelineError(error)
            }
        }
        guard case .documents(let documents) = reading else { return [] }
        return documents
    }

    /// Ends as a sync does that cannot parse its catalogue.
    private static func parsing<Result>(_ body: () throws(ParseError) -> Result) throws(PipelineError)
        -> Result
    {
        do throws(ParseError) {
            return try body()
        } catch {
            throw PipelineError(error)
        }
    }

    // MARK: suggest

    private static func suggest(
        _ operand: String, _ choice: CatalogChoice, _ workspace: Workspace
    ) async throws {
        let builder = try workspace.opener.builder(choice)
        guard let document = try await documents(choice, builder, workspace).catalog else {
            throw OpeningError.noSource(choice, builder)
        }
        let parsers = Standard.registry.parsers.plugins.lazy.compactMap { plugin in
            (try? plugin.make(Settings(), Standard.makeContext())) as? any MappingParser
        }
        guard let parser = parsers.first else { throw usage("there is no parser by a mapping") }
        if let name = ownParser(of: document) {
            let notice = "warning: the parser \(name) reads this without a mapping: carrel sync "
            LineWriter.error.line(
                LibraryHints(workspace.invocation).completing(notice + ShellWord.operands(operand))
                    .terminalSafe
            )
        }
        let location = Self.location(of: choice, named: operand, builder)
        let profile = try parsing { () throws(ParseError) in
            try parser.suggestion(for: document, at: location)
        }
        LineWriter.output.line(
            profile.trimmed.split(separator: "\n", omittingEmptySubsequences: false)
                .map { String($0).terminalSafe }.joined(separator: "\n"))
    }

    /// Where a proposed profile finds the document.
    private static func location(
        of choice: CatalogChoice, named operand: String, _ builder: PluginBuilder
    ) -> String {
        if case .place = choice {
            return CatalogPlace(of: operand) == .path ? URL(filePath: operand).path : operand
        }
        let location = builder.catalogLocation ?? operand
        return URL(string: location).flatMap { $0.isFileURL ? $0.path : nil } ?? location
    }

    /// The parser whose own kind a document is: it knows more of that than a mapping can say.
    private static func ownParser(of document: CatalogDocument) -> String? {
        Standard.registry.parsers.plugins.first { plugin in
            guard let parser = try? plugin.make(Settings(), Standard.makeContext()),
                !(parser is any MappingParser), !parser.readsAnyPage
            else { return false }
            return parser.recognition(of: [document]) == .certain
        }?.name
    }

    // MARK: test

    private static func test(_ choice: CatalogChoice, _ workspace: Workspace) async throws -> ExitStatus {
        let limit = try workspace.invocation.number("--limit", in: 0...1_000_000) ?? 3
        let builder = try workspace.opener.builder(choice)
        let parsers = try builder.makeParsers()
        guard parsers.count == 1, let parser = parsers[0].parser as? any MappingParser else {
            let needed = Standard.registry.parsers.first(.followsMapping).map {
                "; it needs parse.use = \"\($0.name)\""
            }
            throw CommandError(
                of: "map", "the profile does not read catalogues by a mapping" + (needed ?? ""),
                status: .configuration)
        }
        var documents = try await documents(choice, builder, workspace)
        if case .place = choice {
            // It may be the list behind a collection, which may be empty.
            for index in documents.indices { documents[index].isBehindCollection = true }
        }
        let trace = try parsing { () throws(ParseError) in try parser.trace(documents) }
        if workspace.isJSON {
            for field in trace.fields { JSONLine.write(MappingFieldRow(field)) }
        } else {
            show(trace, limit: limit)
        }
        for problem in trace.catalog.problems { LineWriter.error.line(problem.warning) }
        let isEmpty = trace.catalog.collections.allSatisfy { $0.items.isEmpty && $0.further == nil }
        let isUnusable = isEmpty && !trace.catalog.problems.isEmpty
        return isUnusable || trace.fields.contains { $0.asked > 0 && $0.matched == 0 }
            ? .failedItems : .success
    }

    private static func show(_ trace: MappingTrace, limit: Int) {
        var table = TextTable()
        for field in trace.fields {
            let count = field.matched == 0 ? "nothing" : "\(field.matched) of \(field.asked)"
            table.add(field.name, "matches \(count)", field.example.map { "such as “\($0)”" } ?? "")
        }
        LineWriter.output.line(table.text)
        for collection in trace.catalog.collections {
            let count = collection.items.count
            LineWriter.output.line(
                "\n\(collection.label) (\(collection.id)): \(Counted.text(count, "item"))".terminalSafe
            )
            for item in collection.items.prefix(limit) {
                LineWriter.output.line("  \(item.title)  \(item.url ?? "no address yet")".terminalSafe)
            }
            if count > limit { LineWriter.output.line("  and \(count - limit) more") }
            if let further = collection.further {
                LineWriter.output.line("  from \(further.url)".terminalSafe)
            }
        }
        for next in trace.catalog.pages { LineWriter.output.line("\nnext page: \(next.url)".terminalSafe) }
    }
}
