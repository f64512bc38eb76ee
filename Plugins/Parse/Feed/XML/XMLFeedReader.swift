import CarrelBasics
import CarrelMarkup
import CarrelModel
import CarrelStages
import Foundation

/// Reads RSS and Atom event by event, and makes items of each entry when it ends.
///
/// Both are read with one set of names: feeds mix them freely.
struct XMLFeedReader {
    /// What the elements within an element are about.
    enum Scope {
        case document
        /// The root element of RSS.
        case root
        case feed, entry
        /// One of several forms of one thing, within an entry.
        case group
        /// One thing, within an entry.
        case media
        case person
        /// Nothing that is of use.
        case skipped
    }

    private struct Frame {
        let name: String
        var scope = Scope.skipped
        /// The base to go back to.
        var outerBase: URL?
    }

    /// What the feed says of itself.
    var head = FeedHead()
    /// The name of the root element, once it was read.
    private(set) var root: String?
    /// The entry that is being read.
    var entry = FeedEntry()
    /// The forms of one thing that were found within a group.
    var group: [Enclosure] = []
    let budget: CatalogBudget
    private let maker: EntryItems
    /// The items of the entries that are whole.
    private(set) var items: [Item] = []
    /// Entries that say nothing, and enclosures that cannot be used.
    private(set) var problems = ProblemList()
    private var frames: [Frame] = []
    private var text: TextConstruct?
    private var person = (text: "", name: String?.none)
    private var line = 0
    private var isForeign = false
    private var goesOn = true

    /// - Parameters:
    ///   - budget: resolves addresses, and says when to give up.
    ///   - maker: makes items of entries.
    init(_ budget: CatalogBudget, _ maker: EntryItems) { (self.budget, self.maker) = (budget, maker) }

    /// Whether the feed is Atom, whose texts say how they are written.
    var isAtom: Bool { root == "feed" }

    /// The scope of what is being read.
    var scope: Scope { frames.last?.scope ?? .document }

    /// Takes an event; whether to go on.
    mutating func read(_ event: MarkupEvent, line: Int) -> Bool {
        switch event {
        case .start(let name, let attributes): start(known(name), attributes, line)
        case .text(let part):
            if text != nil {
                text?.add(part)
            } else if scope == .person, person.text.utf8.count < 1024 {
                person.text += part
            }
        case .end(let name): end(known(name))
        }
        return goesOn && budget.goesOn()
    }

    /// The name in lower case; where the whole feed is in a namespace of nobody's, as if it were in none.
    private mutating func known(_ name: String) -> String {
        let lower = name.utf8.contains { (0x41...0x5A).contains($0) } ? name.lowercased() : name
        guard lower.hasPrefix("*:") else { return lower }
        if frames.isEmpty { isForeign = true }
        return isForeign ? String(lower.dropFirst(2)) : lower
    }

    // MARK: Elements

    private mutating func start(_ name: String, _ attributes: [String: String], _ line: Int) {
        closeUnended(before: name)
        if text != nil {
            text?.open(name)
            return
        }
        var frame = Frame(name: name)
        if let reference = attributes["xml:base"], let base = budget.resolve(reference).flatMap(URL.init) {
            frame.outerBase = budget.base
            budget.setBase(base)
        }
        if root == nil { root = name }
        switch scope {
        case .document:
            frame.scope =
                name == "feed" ? .feed : ["rss", "rdf:rdf", "rdf"].contains(name) ? .root : .skipped
        case .root where name == "channel": frame.scope = .feed
        case .root where name == "item", .feed where name == "item" || name == "entry":
            entry = FeedEntry()
            entry.id = attributes["rdf:about"].map(\.singleLine)
            self.line = line
            frame.scope = .entry
        case .feed, .entry, .group, .media: frame.scope = open(name, attributes)
        case .person: begin(name == "name" ? .personName : .ignored, attributes)
        case .root, .skipped: break
        }
        if frame.scope == .person { person = ("", nil) }
        frames.append(frame)
    }

    /// Ends the entry within which another one begins, because the end of something in it is missing: else one such
    /// mistake would take all entries behind it.
    private mutating func closeUnended(before name: String) {
        guard name == "item" || name == "entry",
            let open = frames.lastIndex(where: { $0.scope == .entry && $0.name == name })
        else { return }
        // What was gathered holds what stands behind the missing end.
        text = nil
        while frames.count > open { frames.removeLast().outerBase.map(budget.setBase) }
        takeEntry()
    }

    /// Begins to gather an element's text.
    mutating func begin(_ field: FeedField, _ attributes: [String: String]) {
        text = TextConstruct(field, field.isProse ? form(attributes) : .plain)
    }

    /// How a text is written, as its attributes and the feed's kind say.
    private func form(_ attributes: [String: String]) -> TextConstruct.Form {
        guard isAtom else { return .either }
        let type = attributes["type"]?.trimmed.lowercased() ?? "text"
        switch attributes["mode"]?.lowercased() {
        case "base64": return .base64
        // Atom 0.3: elements, where there are any.
        case "xml": return type.contains("html") ? .markup : .plain
        default: break
        }
        switch type {
        case "text", "text/plain", "": return .plain
        case "html", "text/html": return .html
        case "xhtml": return .markup
        case _ where type.hasSuffix("+xml") || type.hasSuffix("/xml"): return .markup
        case _ where type.hasPrefix("text/"): return .plain
        default: return .base64
        }
    }

    private mutating func end(_ name: String) {
        if let gathered = text {
            if text?.close(name) == true { return }
            text = nil
            frames.removeLast().outerBase.map(budget.setBase)
            if gathered.field == .personName { person.name = gathered.readable } else { store(gathered) }
            return
        }
        // Of what was ended before its time the end is still to come.
        guard let frame = frames.last, frame.name == name else { return }
        frames.removeLast()
        frame.outerBase.map(budget.setBase)
        switch frame.scope {
        case .entry: takeEntry()
        case .group: closeGroup()
        case .person: addAuthor(person.name ?? person.text)
        default: break
        }
    }

    private mutating func takeEntry() {
        entry.settlePage(budget)
        let made = maker.items(of: entry)
        if made.isEmpty {
            problems.add("line \(line)", EntryItems.nothing, gap: .lasting)
        } else if maker.documents != .pages {
            for address in entry.lostEnclosures { report(lost: address) }
        }
        for item in made where goesOn {
            goesOn = budget.takeItem()
            if goesOn { items.append(item) }
        }
    }

    private mutating func report(lost address: String) {
        let what = "an enclosure with the address “\(address)”, which cannot be used; left out"
        problems.add("line \(line)", what, gap: .lasting)
    }
}
