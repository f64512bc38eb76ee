import CarrelHTTP

/// Which part of a representation a request asks for (RFC 9110 section 14).
package enum ByteRange: Sendable, Equatable {
    /// All of it: no range, one that is not understood, several, or another version than `If-Range` names.
    case whole
    /// 206: these bytes.
    case part(ClosedRange<Int64>)
    /// 416: none of its bytes.
    case unsatisfiable

    /// Reads `Range` and `If-Range`.
    ///
    /// - Parameters:
    ///   - fields: the request's field lines.
    ///   - length: the length of the representation.
    ///   - validators: the current version's entity tag and date.
    package init(_ fields: HTTPFields, length: Int64, validators: Validators) {
        guard let range = fields["Range"], fields.values("Range").count == 1 else {
            self = .whole
            return
        }
        if let wanted = fields["If-Range"] {
            let current = wanted.hasPrefix("\"") ? validators.strongEntityTag : validators.lastModified
            guard current == wanted else {
                self = .whole
                return
            }
        }
        self = Self.parse(range, length: length) ?? .whole
    }

    private static func parse(_ field: String, length: Int64) -> ByteRange? {
        let halves = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, halves[0].lowercased() == "bytes" else { return nil }
        let ends = halves[1].split(separator: "-", omittingEmptySubsequences: false).map { end in
            String(end.drop { $0 == " " || $0 == "\t" })
        }
        guard ends.count == 2 else { return nil }
        if ends[0].isEmpty {
            guard let count = number(ends[1]) else { return nil }
            return count > 0 && length > 0 ? .part(max(0, length - count)...(length - 1)) : .unsatisfiable
        }
        guard let first = number(ends[0]), let last = ends[1].isEmpty ? Int64.max : number(ends[1]),
            first <= last
        else { return nil }
        return first < length ? .part(first...min(last, length - 1)) : .unsatisfiable
    }

    /// A number of digits only; one that is too large counts as the largest.
    private static func number(_ text: String) -> Int64? {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard !text.isEmpty, text.utf8.allSatisfy(digits.contains) else { return nil }
        return Int64(text) ?? .max
    }
}
