import CarrelHTTP

extension AttemptExchange: Codable {
    /// The members of the JSON form.
    ///
    /// What is missing was not there; `redirects` and `digests` are then empty.
    private enum CodingKeys: String, CodingKey {
        case asked, offset, overlap, redirects, url, status, entityTag, lastModified, mediaType, content,
            length, digests
        case retryAfter, decision, reason
    }

    /// Reads the JSON form, and that of earlier versions.
    public init(from decoder: any Decoder) throws {
        let form = try decoder.container(keyedBy: CodingKeys.self)
        asked = Asked(
            try form.decode(String.self, forKey: .asked),
            offset: try form.decodeIfPresent(Int64.self, forKey: .offset) ?? 0,
            overlap: try form.decodeIfPresent(Int.self, forKey: .overlap) ?? 0)
        redirects = try form.decodeIfPresent([String].self, forKey: .redirects) ?? []
        url = try form.decode(String.self, forKey: .url)
        status = try form.decodeIfPresent(Int.self, forKey: .status)
        entityTag = try form.decodeIfPresent(String.self, forKey: .entityTag)
        lastModified = try form.decodeIfPresent(String.self, forKey: .lastModified)
        mediaType = try form.decodeIfPresent(String.self, forKey: .mediaType)
        content = try form.decodeIfPresent(String.self, forKey: .content)
        length = try form.decodeIfPresent(Int64.self, forKey: .length)
        digests = (try form.decodeIfPresent([String].self, forKey: .digests) ?? [])
            .compactMap(ExpectedDigest.init(textWithOrigin:))
        retryAfter = try form.decodeIfPresent(String.self, forKey: .retryAfter)
        decision = Decision(
            try form.decode(String.self, forKey: .decision),
            reason: try form.decodeIfPresent(String.self, forKey: .reason))
    }

    /// Writes the JSON form.
    public func encode(to encoder: any Encoder) throws {
        var form = encoder.container(keyedBy: CodingKeys.self)
        try form.encode(asked.name, forKey: .asked)
        try form.encodeIfPresent(asked.offset, forKey: .offset)
        try form.encodeIfPresent(asked.overlap, forKey: .overlap)
        if !redirects.isEmpty { try form.encode(redirects, forKey: .redirects) }
        try form.encode(url, forKey: .url)
        try form.encodeIfPresent(status, forKey: .status)
        try form.encodeIfPresent(entityTag, forKey: .entityTag)
        try form.encodeIfPresent(lastModified, forKey: .lastModified)
        try form.encodeIfPresent(mediaType, forKey: .mediaType)
        try form.encodeIfPresent(content, forKey: .content)
        try form.encodeIfPresent(length, forKey: .length)
        if !digests.isEmpty { try form.encode(digests.map(\.textWithOrigin), forKey: .digests) }
        try form.encodeIfPresent(retryAfter, forKey: .retryAfter)
        try form.encode(decision.name, forKey: .decision)
        try form.encodeIfPresent(decision.reason, forKey: .reason)
    }
}

extension AttemptExchange.Asked {
    fileprivate init(_ name: String, offset: Int64, overlap: Int) {
        self =
            switch name {
            case "whole": .whole
            case "unlessUnchanged": .unlessUnchanged
            case "rest": .rest(offset: offset, overlap: overlap)
            case "proven": .proven(offset: offset)
            case "confirmation": .confirmation
            default: .worded(name)
            }
    }

    /// Its name in JSON; what an earlier version wrote stays as it is.
    public var name: String {
        switch self {
        case .whole: "whole"
        case .unlessUnchanged: "unlessUnchanged"
        case .rest: "rest"
        case .proven: "proven"
        case .confirmation: "confirmation"
        case .worded(let words): words
        }
    }

    /// Where the bytes begin that were asked for, if not all were.
    public var offset: Int64? {
        switch self {
        case .rest(let offset, _), .proven(let offset): offset
        default: nil
        }
    }

    /// How many bytes before the offset were asked for, too, if any.
    public var overlap: Int? {
        if case .rest(_, let overlap) = self, overlap > 0 { overlap } else { nil }
    }
}

extension AttemptExchange.Decision {
    fileprivate init(_ name: String, reason: String?) {
        self =
            switch name {
            case "take": .take
            case "keep": .keep
            case "setAside": .setAside(reason: reason ?? "")
            case "giveUp": .giveUp(reason: reason ?? "")
            case "tryAgain": .tryAgain(reason: reason ?? "")
            case "stop": .stop(reason: reason)
            case "startOver": .startOver
            case "confirm": .confirm
            default: .worded(name)
            }
    }

    /// Its name in JSON; what an earlier version wrote stays as it is.
    public var name: String {
        switch self {
        case .take: "take"
        case .keep: "keep"
        case .setAside: "setAside"
        case .giveUp: "giveUp"
        case .tryAgain: "tryAgain"
        case .stop: "stop"
        case .startOver: "startOver"
        case .confirm: "confirm"
        case .worded(let words): words
        }
    }

    /// Why, if that is to be said.
    public var reason: String? {
        switch self {
        case .setAside(let reason), .giveUp(let reason), .tryAgain(let reason): reason
        case .stop(let reason): reason
        case .take, .keep, .startOver, .confirm, .worded: nil
        }
    }
}

extension ExpectedDigest {
    /// The digest with who promised it: `sha-256=HEX (Repr-Digest)`.
    public var textWithOrigin: String { "\(text) (\(origin.rawValue))" }

    /// Reads what `textWithOrigin` gives; `nil` for anything else.
    public init?(textWithOrigin words: String) {
        let parts = words.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[1].hasPrefix("("), parts[1].hasSuffix(")"),
            let origin = Origin(rawValue: String(parts[1].dropFirst().dropLast()))
        else { return nil }
        self.init(text: String(parts[0]), origin: origin)
    }
}
