import CarrelHTTP

/// What the pages of a document are called.
public enum PageKind: String, Sendable, CaseIterable {
    case page, slide, sheet, chapter, message

    // Parts of the names of media types: many programs have one of their own for the same.
    private static let marks: [(kind: Self, parts: [String])] = [
        (.slide, ["presentation", "powerpoint", "impress", "keynote"]),
        (.sheet, ["spreadsheet", "excel", ".calc", ".numbers"]), (.chapter, ["epub", "fictionbook"]),
        (.message, ["application/mbox"]),
    ]

    /// What those of a document of a type are called; `page` unless the type is known for others.
    public init(_ mediaType: MediaType) {
        let name = mediaType.essence
        let mark = Self.marks.first { mark in mark.parts.contains { name.contains($0) } }
        self = mark?.kind ?? .page
    }

    /// Which one it is, such as `slide 3`.
    package func number(_ number: Int) -> String { "\(rawValue) \(number)" }
}

extension Preview {
    /// What its pages are called.
    public var pageKind: PageKind { PageKind(mediaType) }
}
