import CarrelBasics
import CarrelHTTP
import CarrelJSON
import CarrelModel
import CarrelStages

/// Reads the fields of one line; a field of a wrong kind is a problem, and is left out.
struct CatalogFormFields {
    private static let maxDetails = 100
    private static let maxDetail = 16 << 10
    private static let maxID = 2048

    private let budget: CatalogBudget
    /// The number of the line that is read.
    var line = 1
    /// What could not be used, and what the program reported.
    private(set) var problems = ProblemList()
    /// The first entry that could not be used.
    private(set) var firstMistake: CatalogProblem?

    init(budget: CatalogBudget) { self.budget = budget }

    // MARK: Problems

    /// Adds what is wrong with the line.
    mutating func add(_ reason: String, gap: CatalogProblem.Gap? = nil) {
        add(at: "line \(line)", reason, gap: gap)
    }

    /// Adds what is wrong with a field.
    mutating func add(_ name: String, _ reason: String, gap: CatalogProblem.Gap? = nil) {
        add(at: "line \(line): $.\(name)", reason, gap: gap)
    }

    /// Adds what the program itself reports that it could not list.
    mutating func report(_ place: String?, _ reason: String) {
        problems.add(place ?? "line \(line)", reason, gap: .lasting)
    }

    private mutating func add(at place: String, _ reason: String, gap: CatalogProblem.Gap? = nil) {
        if firstMistake == nil { firstMistake = CatalogProblem(place: place, reason: reason.singleLine) }
        problems.add(place, reason, gap: gap)
    }

    private mutating func wrong(
        _ name: String, _ node: JSONNode, _ expected: String, gap: CatalogProblem.Gap? = nil
    ) {
        add(name, "\(node.summary), expected \(expected)", gap: gap)
    }

    // MARK: Values: a key that is missing or null says nothing

    mutating func string(_ name: String, of node: JSONNode, gap: CatalogProblem.Gap? = nil) -> String? {
        guard let value = node[name]?.present else { return nil }
        guard let text = value.string ?? value.integer.map(String.init) else {
            wrong(name, value, "a string", gap: gap)
            return nil
        }
        return text
    }

    /// A text on one line, within the length of a title; `nil` if it is empty.
    mutating func title(_ name: String, of node: JSONNode) -> String? {
        string(name, of: node)?.titleText.nonEmpty
    }

    mutating func boolean(_ name: String, of node: JSONNode) -> Bool? {
        guard let value = node[name]?.present else { return nil }
        if value.boolean == nil { wrong(name, value, "true or false") }
        return value.boolean
    }

    mutating func integer(_ name: String, of node: JSONNode, _ range: ClosedRange<Int64>) -> Int64? {
        guard let value = node[name]?.present else { return nil }
        guard let number = value.integer, range.contains(number) else {
            wrong(name, value, "a whole number from \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return number
    }

    mutating func id(of node: JSONNode) -> String? {
        string("id", of: node)?.prefix(utf8: Self.maxID).text.singleLine.nonEmpty
    }

    /// An absolute URL where something may be read, resolved against the catalogue's base.
    ///
    /// Without it, what is there is not listed.
    mutating func url(_ name: String, of node: JSONNode) -> String? {
        guard let reference = string(name, of: node, gap: .lasting)?.addressText, !reference.isEmpty else {
            return nil
        }
        guard let url = budget.fetchable(reference) else {
            add(name, "“\(reference.titleText)”, expected an http or https URL", gap: .lasting)
            return nil
        }
        return url
    }

    // MARK: Items

    /// An item; `nil` if it cannot be used.
    mutating func item(_ node: JSONNode) -> Item? {
        // An item with a wrong URL is not one without a URL: it would seem not to be available yet.
        let isListed = (node["url"]?.present).map { $0.string?.addressText.isEmpty != true } ?? false
        let url = url("url", of: node)
        if isListed, url == nil { return nil }
        guard let title = title("title", of: node) ?? url.map(URLReference.title) else {
            add("an item without title and URL, expected at least one of them", gap: .lasting)
            return nil
        }
        return Item(
            id: id(of: node), title: title, subtitle: self.title("subtitle", of: node),
            details: rank(of: node) + details(of: node) + facts(of: node), url: url,
            size: integer("size", of: node, 0...Int64.max), digest: digest(of: node))
    }

    private mutating func rank(of node: JSONNode) -> [Detail] {
        integer("rank", of: node, 1...1 << 31).map { [Detail("Rank", String($0), key: .rank)] } ?? []
    }

    /// What Carrel itself uses beside showing it.
    private mutating func facts(of node: JSONNode) -> [Detail] {
        var facts: [Detail] = []
        if let date = title("modified", of: node) {
            facts.append(Detail("Last modified", date, key: .lastModified))
        }
        let path = string("path", of: node)?.prefix(utf8: DocumentName.maxPathLength).text.singleLine
        if let path = path?.nonEmpty { facts.append(Detail("Path", path, key: .path)) }
        return facts
    }

    private mutating func digest(of node: JSONNode) -> ExpectedDigest? {
        for (name, algorithm) in [("sha512", DigestAlgorithm.sha512), ("sha256", .sha256)] {
            guard let hex = string(name, of: node) else { continue }
            if let digest = ExpectedDigest(algorithm, hex: hex, origin: .catalog) { return digest }
            add(name, "“\(hex.titleText)”, expected \(algorithm.length * 2) hexadecimal digits")
        }
        return nil
    }

    /// Labelled facts: an object of strings, numbers, or lists of them.
    mutating func details(of node: JSONNode) -> [Detail] {
        guard let value = node["details"]?.present else { return [] }
        guard let members = value.members else {
            wrong("details", value, "an object such as {\"Author\": \"Ada\"}")
            return []
        }
        var details: [Detail] = []
        for (label, value) in members where details.count < Self.maxDetails {
            let label = label.titleText
            guard let text = text(of: value) else {
                if value.kind != .null { wrong("details", value, "a string or a number as \(label)") }
                continue
            }
            let shown = text.trimmed.prefix(utf8: Self.maxDetail).text.readable
            guard !label.isEmpty, !shown.isEmpty else { continue }
            details.append(Detail(label, shown))
        }
        return details
    }

    private func text(of value: JSONNode) -> String? {
        if let elements = value.elements {
            let texts = elements.prefix(Self.maxDetails).map(plain)
            return texts.contains(nil) ? nil : texts.compactMap(\.self).joined(separator: ", ")
        }
        return plain(value)
    }

    private func plain(_ value: JSONNode) -> String? {
        value.string ?? value.wholeNumber ?? value.number.map { "\($0)" }
    }

    // MARK: The timetable

    mutating func day(of node: JSONNode) -> Weekday? {
        guard let text = string("day", of: node) else {
            add("a meeting without a day")
            return nil
        }
        let day = Weekday.allCases.first { $0.name.lowercased() == text.lowercased() }
        if day == nil { add("day", "“\(text.titleText)”, expected a day such as monday") }
        return day
    }

    mutating func time(of node: JSONNode) -> TimeOfDay? {
        guard let text = string("time", of: node) else {
            add("a meeting without a time")
            return nil
        }
        let time = TimeOfDay(text: text)
        if time == nil { add("time", "“\(text.titleText)”, expected a time such as 09:00") }
        return time
    }

    mutating func coordinates(of node: JSONNode) -> Coordinates? {
        guard let latitude = degrees("latitude", of: node), let longitude = degrees("longitude", of: node)
        else { return nil }
        let point = Coordinates(latitude: latitude, longitude: longitude)
        if point == nil { add("latitude -90 to 90 and longitude -180 to 180 are expected") }
        return point
    }

    private mutating func degrees(_ name: String, of node: JSONNode) -> Double? {
        guard let value = node[name]?.present else { return nil }
        if value.number == nil { wrong(name, value, "degrees as a number") }
        return value.number
    }
}
