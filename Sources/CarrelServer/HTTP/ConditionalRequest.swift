import CarrelHTTP

/// The preconditions of a GET or HEAD request (RFC 9110 section 13).
package struct ConditionalRequest {
    /// What follows from the preconditions.
    package enum Outcome: Sendable {
        /// Answer as if there were none.
        case proceed
        /// 304: the client has the current version.
        case notModified
        /// 412: the current version is not the one that the client wants.
        case failed
    }

    /// The request's field lines.
    package let fields: HTTPFields

    package init(fields: HTTPFields) { self.fields = fields }

    /// Compares with the current version, in the order of RFC 9110 section 13.2.2.
    ///
    /// - Parameters:
    ///   - entityTag: the current version's strong entity tag, quotes included.
    ///   - modified: when it was last modified, in seconds since 1970.
    /// - Returns: what follows.
    package func evaluate(entityTag: String, modified: Int64) -> Outcome {
        if let wanted = tags("If-Match") {
            guard wanted.contains("*") || wanted.contains(entityTag) else { return .failed }
        } else if let date = date("If-Unmodified-Since"), modified > date {
            return .failed
        }
        if let known = tags("If-None-Match") {
            return known.contains { $0 == "*" || $0.opaqueTag == entityTag } ? .notModified : .proceed
        }
        if let date = date("If-Modified-Since"), modified <= date { return .notModified }
        return .proceed
    }

    private func date(_ name: String) -> Int64? { fields[name].flatMap { HTTPDate.seconds($0) } }

    /// The entity tags of a field, or `nil` if the request has no such field.
    private func tags(_ name: String) -> [String]? {
        let lines = fields.values(name)
        return lines.isEmpty ? nil : lines.flatMap(Self.tags)
    }

    /// The elements of a list of entity tags; a comma within quotes belongs to the tag.
    static func tags(_ list: String) -> [String] {
        var tags: [String] = []
        var current = ""
        var isQuoted = false
        for character in list {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted {
                tags.append(current)
                current = ""
            } else if isQuoted || !(character == " " || character == "\t") {
                current.append(character)
            }
        }
        return (tags + [current]).filter { !$0.isEmpty }
    }
}
