import CarrelJSON

extension JSONPathEvaluation {
    /// Whether a child is what a filter asks for.
    mutating func holds(
        _ condition: JSONPathCondition, for child: JSONNode
    ) throws(JSONPathStop) -> Bool {
        switch condition {
        case .any(let conditions):
            for condition in conditions where try holds(condition, for: child) { return true }
            return false
        case .all(let conditions):
            for condition in conditions where try !holds(condition, for: child) { return false }
            return true
        case .not(let condition): return try !holds(condition, for: child)
        case .exists(let query): return try !nodes(query, from: child).isEmpty
        case .test(let call): return try matches(call, for: child)
        case .comparison(let left, let comparison, let right):
            let (left, right) = (try value(of: left, for: child), try value(of: right, for: child))
            switch comparison {
            case .equal: return try areEqual(left, right)
            case .notEqual: return try !areEqual(left, right)
            case .less: return left.isLess(than: right)
            case .greater: return right.isLess(than: left)
            case .lessOrEqual: return left.isLess(than: right) ? true : try areEqual(left, right)
            case .greaterOrEqual: return right.isLess(than: left) ? true : try areEqual(left, right)
            }
        }
    }

    private mutating func value(
        of operand: JSONPathOperand, for child: JSONNode
    ) throws(JSONPathStop) -> JSONPathValue {
        switch operand {
        case .literal(let literal): return JSONPathValue(literal)
        case .query(let query): return try nodes(query, from: child).first.map(JSONPathValue.init) ?? .nothing
        case .call(let call): return try value(of: call, for: child)
        }
    }

    private mutating func value(
        of call: JSONPathCall, for child: JSONNode
    ) throws(JSONPathStop) -> JSONPathValue {
        let argument = call.arguments[0]
        guard call.function == .length else {
            guard case .query(let query) = argument else { return .nothing }
            let found = try nodes(query, from: child)
            if call.function == .count { return .integer(Int64(found.count)) }
            return found.count == 1 ? JSONPathValue(found[0]) : .nothing
        }
        switch try value(of: argument, for: child) {
        case .string(let text): return .integer(Int64(text.unicodeScalars.count))
        case .container(let node): return .integer(Int64(node.children.count))
        default: return .nothing
        }
    }

    private mutating func matches(_ call: JSONPathCall, for child: JSONNode) throws(JSONPathStop) -> Bool {
        guard case .string(let text) = try value(of: call.arguments[0], for: child) else { return false }
        if let pattern = call.pattern { return pattern.matches(text) }
        guard case .string(let written) = try value(of: call.arguments[1], for: child) else { return false }
        let isWhole = call.function == .match
        if let last = lastPattern, last.isWhole == isWhole, last.text.utf8.elementsEqual(written.utf8) {
            return last.pattern.matches(text)
        }
        let pattern = JSONPathPattern(written, isWhole: isWhole)
        lastPattern = (written, isWhole, pattern)
        return pattern.matches(text)
    }

    // MARK: Comparison

    private mutating func areEqual(
        _ left: JSONPathValue, _ right: JSONPathValue
    ) throws(JSONPathStop) -> Bool {
        try step()
        switch (left, right) {
        case (.nothing, .nothing), (.null, .null): return true
        case (.boolean(let left), .boolean(let right)): return left == right
        case (.string(let left), .string(let right)): return left.utf8.elementsEqual(right.utf8)
        case (.container(let left), .container(let right)): return try areEqual(left, right)
        case (.integer(let left), .integer(let right)): return left == right
        default:
            guard let left = left.double, let right = right.double else { return false }
            return left == right
        }
    }

    // Documents nest 512 levels at the most, so that this may call itself.
    private mutating func areEqual(_ left: JSONNode, _ right: JSONNode) throws(JSONPathStop) -> Bool {
        if let elements = left.elements {
            guard let others = right.elements, elements.count == others.count else { return false }
            for (element, other) in zip(elements, others)
            where try !areEqual(JSONPathValue(element), JSONPathValue(other)) {
                return false
            }
            return true
        }
        guard let members = left.members, let others = right.members, members.count == others.count else {
            return false
        }
        for (name, member) in members {
            guard let other = try self.member(name, of: right),
                try areEqual(JSONPathValue(member), JSONPathValue(other))
            else { return false }
        }
        return true
    }
}

/// What a filter compares.
enum JSONPathValue {
    /// What a query that selects nothing gives.
    case nothing
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    /// An array or an object.
    case container(JSONNode)

    init(_ literal: JSONPathLiteral) {
        switch literal {
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .integer(value)
        case .number(let value): self = .number(value)
        case .string(let text): self = .string(text)
        }
    }

    init(_ node: JSONNode) {
        switch node.kind {
        case .null: self = .null
        case .boolean: self = .boolean(node.boolean ?? false)
        case .number: self = node.integer.map(Self.integer) ?? .number(node.number ?? 0)
        case .string: self = .string(node.string ?? "")
        case .array, .object: self = .container(node)
        }
    }

    var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// Whether it comes before another: only numbers and strings do, strings by their code points.
    func isLess(than other: JSONPathValue) -> Bool {
        switch (self, other) {
        case (.string(let left), .string(let right)): return left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.integer(let left), .integer(let right)): return left < right
        default:
            guard let left = double, let right = other.double else { return false }
            return left < right
        }
    }
}
