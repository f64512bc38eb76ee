import CarrelJSON

/// Reads the text of a query by the grammar of RFC 9535.
struct JSONPathReader {
    let scalars: [Unicode.Scalar]
    var index = 0
    private var depth = 0
    private let isTooLong: Bool

    init(_ text: String) {
        isTooLong = text.utf8.count > JSONPathQuery.maxLength
        scalars = isTooLong ? [] : Array(text.unicodeScalars)
    }

    /// The whole text as a query.
    mutating func wholeQuery(allowsRelative: Bool) throws(JSONPathSyntaxError) -> JSONPathSubquery {
        if isTooLong { throw fault("the query is longer than \(JSONPathQuery.maxLength) bytes") }
        guard current == "$" || (allowsRelative && current == "@") else {
            throw fault("\(found), expected \(allowsRelative ? "$ or @" : "$")")
        }
        let query = try query()
        guard current == nil else { throw fault("\(found), expected ., .., [ or the end") }
        return query
    }

    /// A query that begins here with `$` or `@`.
    mutating func query() throws(JSONPathSyntaxError) -> JSONPathSubquery {
        let isRelative = current == "@"
        index += 1
        var segments: [JSONPathSegment] = []
        while true {
            let start = index
            skipSpace()
            guard let segment = try segment() else {
                index = start
                return JSONPathSubquery(isRelative: isRelative, segments: segments)
            }
            segments.append(segment)
        }
    }

    private mutating func segment() throws(JSONPathSyntaxError) -> JSONPathSegment? {
        if current == "[" { return JSONPathSegment(isDescendant: false, selectors: try brackets()) }
        guard take(".") else { return nil }
        let isDescendant = take(".")
        if isDescendant, current == "[" {
            return JSONPathSegment(isDescendant: true, selectors: try brackets())
        }
        if take("*") { return JSONPathSegment(isDescendant: isDescendant, selectors: [.wildcard]) }
        let start = index
        while let scalar = current, isNamePart(scalar, isFirst: index == start) { index += 1 }
        guard index > start else { throw fault("\(found), expected a name or *") }
        return JSONPathSegment(isDescendant: isDescendant, selectors: [.name(text(start..<index))])
    }

    private mutating func brackets() throws(JSONPathSyntaxError) -> [JSONPathSelector] {
        try enter()
        index += 1
        var selectors: [JSONPathSelector] = []
        repeat {
            skipSpace()
            selectors.append(try selector())
            skipSpace()
        } while take(",")
        guard take("]") else { throw fault("\(found), expected a comma or ]") }
        leave()
        return selectors
    }

    private mutating func selector() throws(JSONPathSyntaxError) -> JSONPathSelector {
        switch current {
        case "\"", "'": return .name(try string())
        case "*":
            index += 1
            return .wildcard
        case "?":
            index += 1
            skipSpace()
            return .filter(try condition())
        default: return try indexOrSlice()
        }
    }

    private mutating func indexOrSlice() throws(JSONPathSyntaxError) -> JSONPathSelector {
        let start = current == ":" ? nil : try integer()
        let end = index
        skipSpace()
        guard take(":") else {
            index = end
            guard let start else { throw fault("\(found), expected a selector") }
            return .index(start)
        }
        skipSpace()
        var bounds: [Int?] = [nil, nil]
        if current == "-" || isDigit(current) { bounds[0] = try integer() }
        let beforeStep = index
        skipSpace()
        if take(":") {
            let afterColon = index
            skipSpace()
            if current == "-" || isDigit(current) { bounds[1] = try integer() } else { index = afterColon }
        } else {
            index = beforeStep
        }
        return .slice(start: start, end: bounds[0], step: bounds[1] ?? 1)
    }

    // MARK: Nesting

    mutating func enter() throws(JSONPathSyntaxError) {
        depth += 1
        if depth > JSONPathQuery.maxDepth {
            throw fault("nested deeper than \(JSONPathQuery.maxDepth) levels")
        }
    }

    mutating func leave() { depth -= 1 }

    // MARK: Characters

    var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard current == scalar else { return false }
        index += 1
        return true
    }

    mutating func skipSpace() {
        while let scalar = current, scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r" {
            index += 1
        }
    }

    func text(_ range: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[range])
        return String(text)
    }

    func isDigit(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { ("0"..."9").contains($0) } ?? false }

    private func isNamePart(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "_": true
        case "0"..."9": !isFirst
        default: scalar.value >= 0x80
        }
    }

    /// What stands at the current place, for messages.
    var found: String {
        guard let scalar = current else { return "the query ends" }
        return scalar.value < 0x20 || scalar.value == 0x7F ? "a control character" : "“\(scalar)”"
    }

    func fault(_ reason: String, at place: Int? = nil) -> JSONPathSyntaxError {
        JSONPathSyntaxError(column: (place ?? index) + 1, reason: reason)
    }
}
