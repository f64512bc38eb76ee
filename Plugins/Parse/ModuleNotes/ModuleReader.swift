import CarrelBasics
import CarrelHTTP
import CarrelJSON
import CarrelJSONReading
import CarrelModel
import CarrelStages
import Foundation

/// Reads modules one by one and gathers what could not be used.
struct ModuleReader {
    private let fields: NoteFields
    private let budget: CatalogBudget
    private var collections: [ItemCollection] = []
    private var places: [String: (index: Int, node: JSONNode)] = [:]
    private var problems = ProblemList()
    /// Whether the root held no entry at all.
    private(set) var isEmpty = true
    /// Whether something had one of the fields that tell a module.
    private(set) var hasModules = false

    init(fields: NoteFields, budget: CatalogBudget) {
        self.fields = fields
        self.budget = budget
    }

    /// What was read, with repeated documents marked.
    var catalog: Catalog {
        var collections = collections
        for index in collections.indices { collections[index].markDuplicates() }
        let left = budget.addressProblem.map { [$0] } ?? []
        return Catalog(collections: collections, problems: problems.problems + left)
    }

    mutating func read(list: JSONNode) {
        guard let elements = list.elements else { return }
        for node in elements {
            guard budget.goesOn() else { break }
            read(module: node, key: nil)
        }
    }

    mutating func read(object: JSONNode) {
        if object[fields.module.code]?.plainText != nil {
            read(module: object, key: nil)
        } else if let members = object.members {
            for (key, node) in members {
                guard budget.goesOn() else { break }
                read(module: node, key: key)
            }
        }
    }

    private mutating func read(module: JSONNode, key: String?) {
        isEmpty = false
        guard budget.takeItem() else { return }
        let notes = module[fields.notes]
        if notes != nil || module[fields.module.code] != nil { hasModules = true }
        guard
            var collection = fields.module.collection(
                of: module, key: key, budget: budget, problems: &problems)
        else { return }
        if let notes = notes?.present {
            collection.items = items(notes)
        } else {
            collection.saysNothing = true
        }
        add(collection, from: module)
    }

    /// Two modules of one code are one collection: no note is lost, and the repetition is reported.
    private mutating func add(_ collection: ItemCollection, from module: JSONNode) {
        guard let first = places[collection.id] else {
            places[collection.id] = (collections.count, module)
            collections.append(collection)
            return
        }
        problems.add(
            module.path.description,
            "the code \(collection.id) is that of \(first.node.path) too, expected each once; its notes are added there"
        )
        let known = Set(collections[first.index].details.map(\.label))
        collections[first.index].details += collection.details.filter { !known.contains($0.label) }
        collections[first.index].items += collection.items
        if !collection.saysNothing { collections[first.index].saysNothing = false }
    }

    private mutating func items(_ notes: JSONNode) -> [Item] {
        var items: [Item] = []
        if notes.kind == .object {
            add(dictionary: notes, to: &items)
        } else if let elements = notes.elements {
            items.reserveCapacity(elements.count)
            for note in elements {
                guard budget.goesOn() else { break }
                add(note: note, to: &items)
            }
        } else {
            problems.add(notes, expected: "the notes as an array or an object", gap: .lasting)
        }
        return items
    }

    private mutating func add(note: JSONNode, to items: inout [Item]) {
        guard let members = note.members else {
            problems.add(note, expected: "a note as an object {title: URL}", gap: .lasting)
            return
        }
        if members.isEmpty {
            problems.add(note, expected: "a note's title and URL", gap: .lasting)
        } else if isRecord(note) {
            if let item = item(record: note) { items.append(item) }
        } else {
            add(dictionary: note, to: &items)
        }
    }

    private mutating func add(dictionary: JSONNode, to items: inout [Item]) {
        guard let members = dictionary.members else { return }
        for (title, node) in members {
            guard budget.goesOn() else { break }

            if let item = item(title: title, urlNode: node) { items.append(item) }
        }
    }

    /// Whether a note has a field for each fact; the field of titles alone is a title unless it holds a URL.
    private func isRecord(_ note: JSONNode) -> Bool {
        guard let title = note[fields.noteTitle] else { return false }
        guard note[fields.noteURL] == nil, note.members?.count == 1 else { return true }
        return title.string?.contains("://") != true
    }

    private mutating func item(record: JSONNode) -> Item? {
        guard let titleNode = record[fields.noteTitle], let title = titleNode.string else {
            problems.add(
                record[fields.noteTitle] ?? record, expected: "a note's title as a string", gap: .lasting)
            return nil
        }
        guard let urlNode = record[fields.noteURL] else {
            return item(title: title, url: nil, from: record)
        }
        var item = item(title: title, urlNode: urlNode)
        item?.size = size(record[fields.noteSize])
        item?.digest = digest(record[fields.noteSHA256])
        return item
    }

    /// What is promised wrongly is not promised; the note itself can be used.
    private mutating func size(_ node: JSONNode?) -> Int64? {
        guard let node = node?.present else { return nil }
        if let size = node.integer ?? node.string.flatMap(Int64.init), size >= 0 { return size }
        problems.add(node, expected: "a size in bytes")
        return nil
    }

    private mutating func digest(_ node: JSONNode?) -> ExpectedDigest? {
        guard let node = node?.present else { return nil }
        if let hex = node.string, let digest = ExpectedDigest(.sha256, hex: hex, origin: .catalog) {
            return digest
        }
        problems.add(node, expected: "a SHA-256 as 64 hexadecimal digits")
        return nil
    }

    private mutating func item(title: String, urlNode: JSONNode) -> Item? {
        switch urlNode.kind {
        case .null: return item(title: title, url: nil, from: urlNode)
        case .string:
            let reference = (urlNode.string ?? "").addressText
            if reference.isEmpty { return item(title: title, url: nil, from: urlNode) }
            guard let url = budget.resolve(reference) else {
                problems.add(urlNode, expected: "a URL", gap: .lasting)
                return nil
            }
            return item(title: title, url: url, from: urlNode)
        default:
            problems.add(urlNode, expected: "a URL as a string, or null while there is none", gap: .lasting)
            return nil
        }
    }

    private mutating func item(title: String, url: String?, from node: JSONNode) -> Item? {
        var title = title.titleText
        if title.isEmpty { title = url.map(URLReference.title) ?? "" }
        guard !title.isEmpty else {
            problems.add(
                node.path.description, "a note without title and URL, expected at least one of them",
                gap: .lasting)
            return nil
        }
        guard budget.takeItem() else { return nil }
        return Item(title: title, url: url)
    }
}
