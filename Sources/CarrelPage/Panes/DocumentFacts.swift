import CarrelBasics
import CarrelHTML

/// What a document says of itself, in pairs of a label and a value.
struct DocumentFacts: Sendable {
    /// The facts, as the previewer names them.
    var metadata: [String: String]
    let locale: PageLocale

    // Nobody reads more.
    private static let most = 60
    // Those that count bytes.
    private static let sizes: Set = ["unpacked"]
    // The size of a document stands above it.
    private static let shownElsewhere: Set = ["bytes"]
    // As people say them.
    private static let first = ["width", "height"]

    /// The pairs: dimensions, then the others by label.
    var rows: [Markup] {
        metadata.filter { !Self.shownElsewhere.contains($0.key) }
            .map { (place: place($0.key), label: label($0.key), name: $0.key, text: $0.value) }
            .sorted { ($0.place, $0.label, $0.name) < ($1.place, $1.label, $1.name) }
            .prefix(Self.most).map { DetailMarkup.row($0.label, of: value($0.name, $0.text)) }
    }

    private func place(_ name: String) -> Int { Self.first.firstIndex(of: name) ?? Self.first.count }

    private func value(_ name: String, _ text: String) -> Markup {
        if Self.sizes.contains(name), let bytes = Int64(text) {
            return "\(locale.language.size(ByteCount(bytes)))"
        }
        return DateMarkup.markup(written: text, locale) ?? .isolated(text)
    }

    /// `page size` of `pageSize`, `bit rate` of `bit-rate`, in the language of the page.
    private func label(_ name: String) -> String {
        let words = name.replacing(/([a-z])([A-Z])/) { match in
            "\(match.output.1) \(match.output.2.lowercased())"
        }
        return FactNames.text(ofDocument: words.replacing("-", with: " "), locale.language)
    }
}
