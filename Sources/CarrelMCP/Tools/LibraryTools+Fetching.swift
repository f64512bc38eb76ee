import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelInterface
import CarrelModel
import CarrelStages
import CarrelViews
import Foundation

extension LibraryTools {
    private static let mostItems = 50

    /// Downloads items.
    var get: Tool {
        var parameters = Self.itemParameters
        parameters[0].isRequired = false
        parameters.append(
            Parameter(
                name: "items", kind: .texts(Self.mostItems, of: []),
                help: "Instead of item: several texts, each as on the command line, such as COMP304/3."))
        return Tool(
            name: "get", title: "Download items",
            summary: """
                Downloads items that a catalogue of the library lists, and gives their state afterwards. A stored document is \
                fetched again only if it changed. Nothing else can be fetched: no other URL, no file.
                """,
            parameters: parameters, effect: .fetches, result: .lists([("items", "item")], hasPages: false)
        ) { call in
            let desk = try await queries.library.desk()
            let rows = try self.rows(call, NamedItems(try await queries.library.current().view))
            try await fetch(rows, desk, call.progress)
            let library = try await queries.library.latest()
            let after = rows.map { library.row(of: $0.entry) ?? $0 }
            let root = desk.documents.root
            let lines = after.compactMap { JSONForm.line(ItemRow($0, root: root)) }
            var object = JSONObjectText()
            object.add("items", json: "[\(lines.joined(separator: ","))]")
            return ToolResult(json: object.text, trouble: Self.trouble(after))
        }
    }

    private func rows(_ call: ToolCall, _ names: NamedItems) throws -> [LibraryView.Row] {
        let texts = call.texts("items")
        guard texts.isEmpty != (call.text("item") == nil) else {
            throw InterfaceError(.wrong, "give “item”, or “items”, and not both")
        }
        let rows =
            texts.isEmpty
            ? [try names.item(call.itemName)] : try texts.map { try names.item(ItemName(item: $0)) }
        for row in rows {
            guard let refusal = row.fetchRefusal else { continue }
            throw InterfaceError(
                .wrong, "\(row.item.title.singleLine) is \(refusal.words)\(Self.remark(refusal, row))")
        }
        return rows
    }

    private static func remark(_ refusal: FetchRefusal, _ row: LibraryView.Row) -> String {
        switch refusal {
        case .unlisted, .leftOut: row.isStored ? "; the stored document stays" : ""
        case .ignored: "; a person can change that with carrel unignore"
        case .notAvailable: ": the catalogue lists it without an address"
        }
    }

    /// Fetches items, and tells how far that is.
    private func fetch(_ rows: [LibraryView.Row], _ desk: Desk, _ progress: ToolProgress) async throws {
        let keys = rows.map(\.fetchKey)
        // Whoever called wants the documents now or not at all: what is cancelled is not for the workers.
        let posting = PostingOptions {
            false
        } noteWorkers: { count in
            guard count == 0 else { return }
            progress.remark("no machine works on this library; start one with: carrel work", of: keys.count)
        }
        guard progress.isWanted else {
            _ = try await desk.request(keys, for: Reader(), posting: posting)
            return
        }
        let events = desk.events()
        let telling = Task {
            var sum = FetchProgress(keys)
            for await event in events where sum.receive(event) {
                progress.tell(sum.done, of: sum.total, sum.message)
            }
        }
        defer { telling.cancel() }
        _ = try await desk.request(keys, for: Reader(), posting: posting)
    }

    private static func trouble(_ rows: [LibraryView.Row]) -> String? {
        let failed = rows.filter { !$0.isStored || $0.trouble != nil }
        guard !failed.isEmpty else { return nil }
        return failed.prefix(5).map { row in
            "\(row.item.title): \((row.trouble ?? row.status).words)".singleLine
        }.joined(separator: "\n") + (failed.count > 5 ? "\nand \(failed.count - 5) more" : "")
    }

    /// Reads the catalogue that lists a collection's items.
    var open: Tool {
        Tool(
            name: "open", title: "Open a collection",
            summary: """
                Reads the catalogue that lists the items of a collection whose isOpened is false, so that list shows them. \
                Gives the collection afterwards. Any other collection stays as it is.
                """,
            parameters: [
                Parameter(
                    name: "collection", kind: .text(Parameter.textLimit),
                    help: "The collection: its identity, its title, or CATALOGUE/COLLECTION.",
                    isRequired: true),
                Self.catalogParameter,
            ], effect: .fetches, result: .row("collection")
        ) { call in
            let desk = try await queries.library.desk()
            let row = try NamedItems(try await queries.library.current().view).collection(call.itemName)
            if row.collection.further != nil { _ = try await desk.open(row) }
            return ToolResult(
                json: try await queries.collection(
                    ItemName(catalog: row.key.catalog, collection: row.key.collection)))
        }
    }
}

/// How far the fetching of some items is: one for each that ended, and parts of the others.
struct FetchProgress {
    private var parts: [ItemKey: Double]
    /// The last thing to say.
    private(set) var message = ""

    init(_ keys: [ItemKey]) { parts = Dictionary(keys.map { ($0, 0) }) { first, _ in first } }

    /// How much there is.
    var total: Double { Double(parts.count) }

    /// The sum of the parts.
    var done: Double { parts.values.reduce(0, +) }

    /// Takes an event.
    ///
    /// - Returns: whether it is about one of the items.
    mutating func receive(_ event: PipelineEvent) -> Bool {
        switch event {
        // What is parked is not done.
        case .started(let item), .parked(let item, _): note(item, nil)
        case .progress(let item, let bytes, let total):
            note(item, total.map { $0 > 0 ? min(0.99, Double(bytes) / Double($0)) : 0 })
        case .stored(let item, _, _), .unchanged(let item), .failed(let item, _), .quarantined(let item, _):
            note(item, 1)
        default: false
        }
    }

    private mutating func note(_ item: ItemEvent, _ part: Double?) -> Bool {
        guard let known = parts[item.key] else { return false }
        if let part { parts[item.key] = max(known, part) }
        message = item.label.singleLine
        return true
    }
}
