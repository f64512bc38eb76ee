/// A step of a query: selectors that are applied to children, or to all descendants.
struct JSONPathSegment: Sendable {
    /// Whether it looks at the value and everything below it (`..`).
    var isDescendant: Bool
    var selectors: [JSONPathSelector]

    /// The name of the member that it selects, if that is all.
    var member: String? {
        guard !isDescendant, selectors.count == 1, case .name(let name) = selectors[0] else { return nil }
        return name
    }
}

/// What chooses children of a value.
enum JSONPathSelector: Sendable {
    case name(String)
    case wildcard
    /// Counted from the end if negative.
    case index(Int)
    case slice(start: Int?, end: Int?, step: Int)
    case filter(JSONPathCondition)
}

/// What a filter asks of a child.
indirect enum JSONPathCondition: Sendable {
    case any([JSONPathCondition])
    case all([JSONPathCondition])
    case not(JSONPathCondition)
    case comparison(JSONPathOperand, JSONPathOperator, JSONPathOperand)
    /// Whether a query selects something.
    case exists(JSONPathSubquery)
    /// A function that says yes or no.
    case test(JSONPathCall)
}

/// How two values are compared.
enum JSONPathOperator: String, Sendable, CaseIterable {
    // Those that begin as another does stand before it.
    case equal = "=="
    case notEqual = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case less = "<"
    case greater = ">"
}

/// One side of a comparison, or an argument of a function.
indirect enum JSONPathOperand: Sendable {
    case literal(JSONPathLiteral)
    case query(JSONPathSubquery)
    case call(JSONPathCall)
}

/// A value that stands in the query itself.
enum JSONPathLiteral: Sendable, Equatable {
    case null
    case boolean(Bool)
    case number(Double)
    case integer(Int64)
    case string(String)
}

/// A query within a filter.
struct JSONPathSubquery: Sendable {
    /// Whether it begins at the child that the filter looks at (`@`).
    var isRelative: Bool
    var segments: [JSONPathSegment]

    /// Whether it selects one value at the most, judging by its form.
    var isSingular: Bool {
        segments.allSatisfy { segment in
            guard !segment.isDescendant, segment.selectors.count == 1 else { return false }
            switch segment.selectors[0] {
            case .name, .index: return true
            default: return false
            }
        }
    }
}

/// A call of one of RFC 9535's functions, whose arguments have been checked.
struct JSONPathCall: Sendable {
    var function: JSONPathFunction
    var arguments: [JSONPathOperand]
    /// The pattern of `match` and `search` where the query spells it out.
    var pattern: JSONPathPattern?
}

/// The functions of RFC 9535, section 2.4.
enum JSONPathFunction: String, Sendable, CaseIterable {
    case length, count, match, search, value

    /// Whether each parameter takes a list of nodes; the others take one value.
    var takesNodes: [Bool] {
        switch self {
        case .length: [false]
        case .count, .value: [true]
        case .match, .search: [false, false]
        }
    }

    /// Whether it says yes or no; the others give a value.
    var isLogical: Bool { self == .match || self == .search }
}
