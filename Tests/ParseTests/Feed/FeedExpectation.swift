import CarrelMarkup
import CarrelModel
import Foundation

/// What a case of a Python feed reader's tests expects: `not bozo and entries[0]['title'] == 'A'` and the like.
struct FeedExpectation {
    /// One comparison: what is looked at, and the value that it must have.
    struct Clause {
        var subject: String
        var value: String
    }

    /// What is compared; none if the expectation is of another form.
    var clauses: [Clause] = []
    /// Whether the document must be found to be well-formed.
    var isWellFormed = false

    /// Reads the expectation in a case's comment; `nil` if it has none that can be read.
    init?(_ text: String) {
        guard let line = text.split(separator: "\n").first(where: { $0.contains("Expect:") }),
            let start = line.range(of: "Expect:")?.upperBound
        else { return nil }
        for part in line[start...].components(separatedBy: " and ") {
            let part = part.trimmingCharacters(in: CharacterSet(charactersIn: " ()"))
            if part == "not bozo" {
                isWellFormed = true
                continue
            }
            let sides = part.components(separatedBy: " == ")
            guard sides.count == 2 else { return nil }
            var subject = sides[0]
            var value = sides[1]
            if value.hasPrefix("u'") { value.removeFirst() }
            if let quote = value.first, quote == "'" || quote == "\"", value.last == quote, value.count > 1 {
                value = Self.unescaped(String(value.dropFirst().dropLast()))
            } else if value.first?.isNumber == true, subject.hasSuffix("_parsed']") {
                value = Self.moment("(" + value + ")") ?? value
            } else {
                return nil
            }
            subject = subject.replacing(/\['(\w+)_detail'\]\['value'\]/) { "['\($0.1)']" }
            clauses.append(Clause(subject: subject, value: value))
        }
    }

    private static func unescaped(_ text: String) -> String {
        text.replacing("\\n", with: "\n").replacing("\\'", with: "'").replacing(/\\[ux]([0-9a-fA-F]{2,4})/) {
            match in
            UInt32(match.1, radix: 16).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? ""
        }
    }

    /// A tuple of year, month, day, hour, minute and second as the text that the parser shows, without `UTC`.
    private static func moment(_ tuple: String) -> String? {
        let numbers = tuple.split { !$0.isNumber }.compactMap { Int($0) }
        guard numbers.count == 9 else { return nil }
        let parts = numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(parts[0])-\(parts[1])-\(parts[2]) \(parts[3]):\(parts[4]):\(parts[5])"
    }
}

extension FeedExpectation.Clause {
    /// The detail of the first item, or of the collection, that says the same.
    private static let details: [String: String] = [
        "entries[0]['link']": "Page", "entries[0]['links'][0]['href']": "Page",
        "entries[0]['summary']": "Summary", "entries[0]['description']": "Summary",
        "entries[0]['content'][0]['value']": "Content", "entries[0]['author']": "Author",
        "entries[0]['author_detail']['name']": "Author", "entries[0]['authors'][0]['name']": "Author",
        "entries[0]['authors'][1]['name']": "Author", "entries[0]['published_parsed']": "Published",
        "entries[0]['updated_parsed']": "Updated", "entries[0]['tags'][0]['term']": "Categories",
        "entries[0]['tags'][1]['term']": "Categories", "entries[0]['tags'][2]['term']": "Categories",
        "entries[0]['enclosures'][0]['type']": "Type", "entries[0]['image']['href']": "Picture",
        "feed['link']": "Web page", "feed['links'][0]['href']": "Web page", "feed['subtitle']": "Description",
        "feed['tagline']": "Description", "feed['description']": "Description", "feed['info']": "Description",
        "feed['author']": "Author", "feed['author_detail']['name']": "Author",
        "feed['authors'][0]['name']": "Author", "feed['authors'][1]['name']": "Author",
        "feed['copyright']": "Rights", "feed['rights']": "Rights",
    ]

    /// Whether it is about something that a catalogue has.
    var isOfCatalog: Bool {
        Self.details[subject] != nil
            || ["feed['title']", "entries[0]['title']", "entries[0]['id']", "entries[0]['guid']"].contains(
                subject)
    }

    /// Whether the catalogue has the value: markup as the text that a reader sees of it.
    func holds(of catalog: Catalog) -> Bool {
        let collection = catalog.collections.first
        let item = collection?.items.first
        // What is expected may be HTML, or plain text as it stands.
        let expected = [Self.plain(HTMLFragment.text(value)), Self.plain(value)]
        switch subject {
        case "feed['title']": return catalog.title.map { expected.contains(Self.plain($0)) } == true
        case "entries[0]['title']": return item.map { expected.contains(Self.plain($0.title)) } == true
        case "entries[0]['id']", "entries[0]['guid']": return item?.id == value
        default: break
        }
        let facts = (subject.hasPrefix("feed") ? collection?.details : item?.details) ?? []
        guard let fact = facts.first(where: { $0.label == Self.details[subject] }) else { return false }
        // The reader takes a time that names no zone for UTC, which the parser does not say of it.
        let isMoment = subject.hasSuffix("_parsed']")
        // Of several, each is expected for itself.
        let isListed = ["Author", "Categories"].contains(fact.label)
        return isListed
            ? fact.value.components(separatedBy: ", ").contains(value)
            : expected.contains(Self.plain(isMoment ? fact.value.replacing(" UTC", with: "") : fact.value))
    }

    private static func plain(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
