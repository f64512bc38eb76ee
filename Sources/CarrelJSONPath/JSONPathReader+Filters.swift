extension JSONPathReader {
    /// What a filter asks: alternatives, each a list of conditions.
    mutating func condition() throws(JSONPathSyntaxError) -> JSONPathCondition {
        try enter()
        var alternatives = [try conjunction()]
        while takeWord("||") {
            skipSpace()
            alternatives.append(try conjunction())
        }
        leave()
        return alternatives.count == 1 ? alternatives[0] : .any(alternatives)
    }

    private mutating func conjunction() throws(JSONPathSyntaxError) -> JSONPathCondition {
        var conditions = [try basicCondition()]
        while takeWord("&&") {
            skipSpace()
            conditions.append(try basicCondition())
        }
        return conditions.count == 1 ? conditions[0] : .all(conditions)
    }

    /// Steps over space and a word; if the word is not there, over nothing.
    private mutating func takeWord(_ word: String) -> Bool {
        let start = index
        skipSpace()
        let letters = Array(word.unicodeScalars)
        guard scalars[index...].starts(with: letters) else {
            index = start
            return false
        }
        index += letters.count
        return true
    }

    private mutating func basicCondition() throws(JSONPathSyntaxError) -> JSONPathCondition {
        let isNegated = take("!")
        if isNegated { skipSpace() }
        if take("(") {
            skipSpace()
            let inner = try condition()
            skipSpace()
            guard take(")") else { throw fault("\(found), expected && or || or )") }
            return isNegated ? .not(inner) : inner
        }
        let start = index
        let operand = try operand()
        let end = index
        skipSpace()
        guard !isNegated, let comparison = comparisonOperator() else {
            index = end
            let test = try test(operand, at: start)
            return isNegated ? .not(test) : test
        }
        try checkComparable(operand, at: start)
        skipSpace()
        let otherStart = index
        let other = try self.operand()
        try checkComparable(other, at: otherStart)
        return .comparison(operand, comparison, other)
    }

    private mutating func comparisonOperator() -> JSONPathOperator? {
        for candidate in JSONPathOperator.allCases {
            let letters = Array(candidate.rawValue.unicodeScalars)
            guard scalars[index...].starts(with: letters) else { continue }
            index += letters.count
            return candidate
        }
        return nil
    }

    private func test(_ operand: JSONPathOperand, at start: Int) throws(JSONPathSyntaxError)
        -> JSONPathCondition
    {
        switch operand {
        case .query(let query): return .exists(query)
        case .call(let call) where call.function.isLogical: return .test(call)
        case .call(let call):
            throw fault("\(call.function.rawValue)() gives a value, which must be compared", at: start)
        case .literal: throw fault("a value that is compared with nothing", at: start)
        }
    }

    private func checkComparable(_ operand: JSONPathOperand, at start: Int) throws(JSONPathSyntaxError) {
        switch operand {
        case .query(let query) where !query.isSingular:
            throw fault("a query that may select several values cannot be compared", at: start)
        case .call(let call) where call.function.isLogical:
            throw fault("\(call.function.rawValue)() says yes or no, which cannot be compared", at: start)
        default: return
        }
    }

    // MARK: Operands

    private mutating func operand() throws(JSONPathSyntaxError) -> JSONPathOperand {
        switch current {
        case "$", "@": return .query(try query())
        case "\"", "'": return .literal(.string(try string()))
        case "-": return .literal(try number())
        case let scalar? where isDigit(scalar): return .literal(try number())
        case let scalar? where isLetter(scalar): return try wordOrCall()
        default: throw fault("\(found), expected a value, @, $ or a function")
        }
    }

    private func isLetter(_ scalar: Unicode.Scalar) -> Bool { ("a"..."z").contains(scalar) }

    private mutating func wordOrCall() throws(JSONPathSyntaxError) -> JSONPathOperand {
        let start = index
        while let scalar = current, isLetter(scalar) || scalar == "_" || isDigit(scalar) {
            index += 1
        }
        let word = text(start..<index)
        guard take("(") else {
            switch word {
            case "true": return .literal(.boolean(true))
            case "false": return .literal(.boolean(false))
            case "null": return .literal(.null)
            default: throw fault("“\(word)”, expected true, false, null or a function", at: start)
            }
        }
        guard let function = JSONPathFunction(rawValue: word) else {
            let known = JSONPathFunction.allCases.map(\.rawValue).joined(separator: ", ")
            throw fault("there is no function “\(word)”, only \(known)", at: start)
        }
        return .call(try call(function, at: start))
    }

    private mutating func call(
        _ function: JSONPathFunction, at start: Int
    ) throws(JSONPathSyntaxError) -> JSONPathCall {
        try enter()
        var arguments: [JSONPathOperand] = []
        skipSpace()
        if current != ")" {
            repeat {
                skipSpace()
                arguments.append(try argument(of: function, arguments.count))
                skipSpace()
            } while take(",")
        }
        guard take(")") else { throw fault("\(found), expected a comma or )") }
        leave()
        let expected = function.takesNodes.count
        guard arguments.count == expected else {
            let count = "\(expected) argument\(expected == 1 ? "" : "s")"
            throw fault("\(function.rawValue)() takes \(count), not \(arguments.count)", at: start)
        }
        var call = JSONPathCall(function: function, arguments: arguments)
        if function.isLogical, case .literal(.string(let text)) = arguments[1] {
            call.pattern = JSONPathPattern(text, isWhole: function == .match)
        }
        return call
    }

    private mutating func argument(
        of function: JSONPathFunction, _ place: Int
    ) throws(JSONPathSyntaxError) -> JSONPathOperand {
        let start = index
        let operand = try operand()
        guard place < function.takesNodes.count else { return operand }
        if function.takesNodes[place] {
            guard case .query = operand else {
                throw fault("\(function.rawValue)() takes a query that begins with @ or $", at: start)
            }
        } else {
            switch operand {
            case .query(let query) where !query.isSingular:
                throw fault("\(function.rawValue)() takes a query of one value", at: start)
            case .call(let call) where call.function.isLogical:
                throw fault("\(function.rawValue)() takes a value, not yes or no", at: start)
            default: break
            }
        }
        return operand
    }
}
