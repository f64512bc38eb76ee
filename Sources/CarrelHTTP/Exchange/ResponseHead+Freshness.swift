import CarrelBasics

/// For how long a response stays current, as its server says (RFC 9111 section 4.2).
extension ResponseHead {
    /// The time that is left of its freshness lifetime; `nil` if the server says nothing of it, or that each use is
    /// to be checked.
    public var freshness: Duration? {
        let directives = fields.values("Cache-Control").joined(separator: ",").lowercased()
            .split(separator: ",").map { String($0).trimmed }
        if directives.contains(where: { ["no-cache", "no-store"].contains($0) }) { return nil }
        let age = fields["Age"].flatMap { Int64($0) } ?? 0
        if let maxAge = directives.lazy.compactMap(Self.maxAge).first {
            return maxAge > age ? .seconds(maxAge - max(0, age)) : nil
        }
        // A date alone may be of a clock that is wrong: the two dates of one server are not.
        guard let date = fields["Date"].flatMap({ HTTPDate.seconds($0, now: 0) }),
            let expires = fields["Expires"].flatMap({ HTTPDate.seconds($0, now: date) }), expires > date + age
        else { return nil }
        return .seconds(expires - date - age)
    }

    private static func maxAge(_ directive: String) -> Int64? {
        guard directive.hasPrefix("max-age=") else { return nil }
        let digits = directive.dropFirst("max-age=".count).trimmingPrefix("\"").prefix {
            ("0"..."9").contains($0)
        }
        return digits.isEmpty ? nil : Int64(digits) ?? .max / 2
    }
}
