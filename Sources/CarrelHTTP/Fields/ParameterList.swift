import CarrelBasics

/// The parameters of a field value, such as `charset=utf-8`, read as leniently as browsers do; names are in lower case.
package struct ParameterList: Sequence, IteratorProtocol {
    private var rest: Substring.UnicodeScalarView
    private var isFirst = true

    package init(_ value: String) { rest = value.unicodeScalars[...] }

    package mutating func next() -> (name: String, value: String)? {
        while !rest.isEmpty {
            let name = read { $0 == ";" || $0 == "=" }
            let isType = isFirst && rest.first != "="
            isFirst = false
            guard rest.first == "=" else {
                rest = rest.dropFirst()
                // The disposition type, or a parameter without a value.
                if isType || !rest.isEmpty { continue }
                return nil
            }
            rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
            let value = rest.first == "\"" ? quoted() : read { $0 == ";" }
            rest = rest.drop { $0 != ";" }.dropFirst()
            return (name.lowercased(), value)
        }
        return nil
    }

    private mutating func read(until isEnd: (Unicode.Scalar) -> Bool) -> String {
        let text = rest.prefix { !isEnd($0) }
        rest = rest[text.endIndex...]
        return String(text).withoutBlankEnds
    }

    /// Reads a quoted string (RFC 9110 section 5.6.4), up to the end of the value if the quote is not closed.
    private mutating func quoted() -> String {
        var text = String.UnicodeScalarView()
        rest = rest.dropFirst()
        while let scalar = rest.popFirst(), scalar != "\"" {
            text.append(scalar == "\\" ? rest.popFirst() ?? scalar : scalar)
        }
        return String(text)
    }
}
