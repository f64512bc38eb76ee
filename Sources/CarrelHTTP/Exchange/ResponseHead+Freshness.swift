import CarrelBasics

/// How long a response stays current (RFC 9111 section 4.2).
extension ResponseHead {
    /// Whether its freshness is its own: a 304 that says nothing leaves that of the stored response (RFC 9111 section 4.3.4).
    public var saysFreshness: Bool { fields["Cache-Control"] != nil || fields["Expires"] != nil }

    /// The rest of its freshness lifetime; `nil` if the server gives none, or wants every use to be revalidated.
    public var freshness: Duration? {
        let directives = fields.list("Cache-Control")
        if directives.contains(where: { ["no-cache", "no-store"].contains($0) }) { return nil }
        let age = fields["Age"].flatMap { Int64($0) }.map { max(0, min($0, Self.mostAge)) } ?? 0
        if let maxAge = directives.lazy.compactMap(Self.maxAge).first {
            return maxAge > age ? .seconds(maxAge - age) : nil
        }
        // The server's clock may be wrong, but the difference of its two dates is right.
        guard let date = fields["Date"].flatMap({ HTTPDate.seconds($0, now: 0) }),
            let expires = fields["Expires"].flatMap({ HTTPDate.seconds($0, now: date) }), expires > date + age
        else { return nil }
        return .seconds(expires - date - age)
    }

    /// No cache counts further (RFC 9111 section 1.2.2).
    private static let mostAge: Int64 = 1 << 31

    private static func maxAge(_ directive: String) -> Int64? {
        guard directive.hasPrefix("max-age=") else { return nil }
        let digits = directive.dropFirst("max-age=".count).trimmingPrefix("\"").prefix {
            ("0"..."9").contains($0)
        }
        return digits.isEmpty ? nil : Int64(digits) ?? .max / 2
    }
}
