import CarrelBasics
import CarrelHTTP
import CarrelJSON
import CarrelModel
import CarrelStages
import Foundation

/// Gathers a catalogue line by line: a section holds the collections after it, a collection the items after it.
struct CatalogFormReader {
    /// The key of the first line, whose value is the version of the form.
    static let mark = "carrel"
    private static let fallback = "items"
    private static let maxInterval: Int64 = 366 * 24 * 3600

    private let budget: CatalogBudget
    private var fields: CatalogFormFields
    private var title: String?
    private var latestOnly = false
    private var interval: Duration?
    private var next: CatalogPage?
    private var sections = [CatalogSection(collections: [])]
    private var section = 0
    private var sectionNamed: [String: Int] = [:]
    // Collections are gathered apart and put into their sections at the end.
    private var collections: [ItemCollection] = []
    private var sectionOf: [Int] = []
    /// The number of items that each collection gave away with earlier parts.
    private var given: [Int] = []
    /// The collections that the next part has something of.
    private var touched: Set<Int> = []
    /// The number of items that the next part has.
    private(set) var count = 0
    /// Whether a collection has a further catalogue.
    private var hasFurther = false
    private var placeOf: [String: Int] = [:]
    private var current: Int?
    private var meetings: [(meeting: Schedule.Meeting, line: Int)] = []
    private var places: [String: Schedule.Place] = [:]
    private var hasSchedule = false

    init(budget: CatalogBudget) {
        self.budget = budget
        fields = CatalogFormFields(budget: budget)
    }

    /// The first line that could not be used, apart from problems that the program itself reports.
    var firstMistake: CatalogProblem? { fields.firstMistake }

    /// Whether only a whole catalogue can have what was read.
    var needsWhole: Bool { hasSchedule || hasFurther || next != nil }

    /// Takes out the items that were read since the last call, with their collections.
    mutating func takePart() -> CatalogPart {
        let portions = touched.sorted().map { index in
            let portion = CatalogPart.Portion(
                collections[index], at: index, firstItem: given[index],
                section: sections[sectionOf[index]].title, sectionPlace: sectionOf[index])
            collections[index].items = []
            given[index] += portion.collection.items.count
            return portion
        }
        (touched, count) = ([], 0)
        return CatalogPart(portions)
    }

    /// What was read, without the collections.
    var head: Catalog {
        var catalog = Catalog(
            title: title, sections: [],
            problems: fields.problems.problems + (budget.addressProblem.map { [$0] } ?? []))
        catalog.listsLatestOnly = latestOnly
        catalog.interval = interval
        return catalog
    }

    /// Whether nothing was read that can be used.
    var isEmpty: Bool { collections.isEmpty }

    /// What was read.
    var catalog: Catalog {
        var problems = fields.problems
        var sections = sections
        for (index, collection) in collections.enumerated() {
            var collection = collection
            collection.markDuplicates()
            sections[sectionOf[index]].collections.append(collection)
        }
        var known: [Schedule.Meeting] = []
        for (meeting, line) in meetings {
            if placeOf[meeting.collection] == nil {
                problems.add(
                    "line \(line)", "a meeting of \(meeting.collection), which no line lists as a collection")
            } else {
                known.append(meeting)
            }
        }
        sections.removeAll(where: \.collections.isEmpty)
        var catalog = Catalog(
            title: title, sections: sections.isEmpty ? [CatalogSection(collections: [])] : sections,
            schedule: hasSchedule ? Schedule(meetings: known, places: places) : nil,
            problems: problems.problems + (budget.addressProblem.map { [$0] } ?? []))
        catalog.listsLatestOnly = latestOnly
        catalog.interval = interval
        catalog.pages = [next].compactMap(\.self)
        return catalog
    }

    // MARK: Lines

    /// Reads the first line.
    mutating func readHead(_ head: JSONNode) {
        fields.line = 1
        if let base = fields.string("base", of: head) {
            do throws(FetchError) {
                budget.setBase(try RequestTarget.check(base))
            } catch {
                fields.add("base", error.reason, gap: .lasting)
            }
        }
        title = fields.title("title", of: head)
        latestOnly = fields.boolean("latestOnly", of: head) ?? false
        interval = fields.integer("interval", of: head, 1...Self.maxInterval).map { .seconds($0) }
        next = fields.url("next", of: head).map { CatalogPage(url: $0, isNext: true) }
    }

    /// Reports a line that is longer than its limit.
    mutating func skipLongLine(number: Int) {
        fields.line = number
        fields.add("a line of more than \(ByteCount(Int64(CatalogLines.limit)))", gap: .lasting)
    }

    /// Reads any other line; `isCut` if nothing ends it.
    mutating func read(_ line: Data, number: Int, isCut: Bool = false) {
        fields.line = number
        let node: JSONNode
        do throws(JSONSyntaxError) {
            node = try JSONDocument(line).root
        } catch {
            let reason = "not JSON: column \(error.column): \(error.reason)"
            fields.add(isCut ? "the list was cut: \(reason)" : reason, gap: isCut ? .passing : .lasting)
            return
        }
        guard node.kind == .object, let type = fields.string("type", of: node) else {
            fields.add("\(node.summary), expected an object with a type", gap: .lasting)
            return
        }
        switch type {
        case "section": readSection(node)
        case "collection": readCollection(node)
        case "item": readItem(node)
        case "meeting": readMeeting(node)
        case "place": readPlace(node)
        case "problem": readProblem(node)
        default:
            fields.add(
                "the type “\(type.titleText)”, expected section, collection, item, meeting, place or problem",
                gap: .lasting)
        }
    }

    private mutating func readSection(_ node: JSONNode) {
        guard let title = fields.title("title", of: node) else {
            return fields.add("a section without a title", gap: .lasting)
        }
        current = nil
        if let known = sectionNamed[title] {
            section = known
        } else if budget.takeItem() {
            section = sections.count
            sectionNamed[title] = section
            sections.append(CatalogSection(title: title, collections: []))
        }
    }

    private mutating func readCollection(_ node: JSONNode) {
        let title = fields.title("title", of: node)
        guard let id = fields.id(of: node) ?? title else {
            return fields.add(
                "a collection without id and title, expected at least one of them", gap: .lasting)
        }
        // A line of the same collection goes on with it.
        if let known = placeOf[id] {
            current = known
            return
        }
        guard budget.takeItem() else { return }
        var collection = ItemCollection(
            id: id, title: title ?? id, subtitle: fields.title("subtitle", of: node),
            details: fields.details(of: node))
        collection.further = fields.url("further", of: node).map { FurtherCatalog(url: $0) }
        open(collection)
    }

    private mutating func open(_ collection: ItemCollection) {
        placeOf[collection.id] = collections.count
        current = collections.count
        touched.insert(collections.count)
        collections.append(collection)
        sectionOf.append(section)
        given.append(0)
        if collection.further != nil { hasFurther = true }
    }

    private mutating func readItem(_ node: JSONNode) {
        guard let item = fields.item(node), budget.takeItem() else { return }
        if current == nil {
            // Items of a section, or of the whole catalogue, make a collection of its title.
            let name = sections[section].title
            let id = name ?? Self.fallback
            if let known = placeOf[id] {
                current = known
            } else {
                open(ItemCollection(id: id, title: name ?? title ?? "Items"))
            }
        }
        guard let current else { return }
        if collections[current].items.isEmpty { touched.insert(current) }
        collections[current].items.append(item)
        count += 1
    }

    // MARK: The timetable

    private mutating func readMeeting(_ node: JSONNode) {
        guard let day = fields.day(of: node), let time = fields.time(of: node) else { return }
        guard let id = fields.title("collection", of: node) ?? current.map({ collections[$0].id }) else {
            return fields.add("a meeting without a collection")
        }
        guard budget.takeItem() else { return }
        hasSchedule = true
        let meeting = Schedule.Meeting(
            day: day, time: time, collection: id, place: fields.title("place", of: node),
            kind: fields.title("kind", of: node))
        meetings.append((meeting, fields.line))
    }

    private mutating func readPlace(_ node: JSONNode) {
        guard let id = fields.id(of: node) else { return fields.add("a place without an id") }
        guard places[id] == nil else { return fields.add("the place \(id) a second time; the first counts") }
        guard budget.takeItem() else { return }
        hasSchedule = true
        places[id] = Schedule.Place(
            name: fields.title("name", of: node), coordinates: fields.coordinates(of: node))
    }

    private mutating func readProblem(_ node: JSONNode) {
        guard let reason = fields.title("reason", of: node) else {
            return fields.add("a problem without a reason", gap: .lasting)
        }
        fields.report(fields.title("at", of: node), reason)
    }
}
