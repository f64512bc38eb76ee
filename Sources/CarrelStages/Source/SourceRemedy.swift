/// What the user can do about a catalogue that cannot be read: a sentence that knows which of its words are settings.
///
/// A source does not know the table that it was made from: `[source]`, or that of one document among several. So it names
/// what has a place in either by its key alone, as in `"Check \(setting: "url") and the network"`.
public struct SourceRemedy: Sendable, Hashable, ExpressibleByStringInterpolation {
    fileprivate enum Part: Sendable, Hashable { case text(String), setting(String) }

    private var parts: [Part]

    /// Makes a remedy of a text that is shown as it is.
    public init(_ text: String) { parts = [.text(text)] }

    /// Makes a remedy of a text that is shown as it is.
    public init(stringLiteral text: String) { self.init(text) }

    /// Makes a remedy of a text with settings.
    public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    /// The sentence, with the settings where they stand; `role` is the document, where a catalogue is several.
    func text(for role: String?) -> String {
        let table = ([PluginKind.source.rawValue] + [role].compactMap(\.self)).joined(separator: ".")
        return parts.map { part in
            switch part {
            case .text(let text): text
            case .setting(let key): "\(table).\(key)"
            }
        }.joined()
    }

    /// Takes the text apart.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        /// Makes an empty text.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds text.
        public mutating func appendLiteral(_ text: String) { parts.append(.text(text)) }

        /// Adds a value's text.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            parts.append(.text(value.description))
        }

        /// Adds a setting that each document of a catalogue has of its own, by its key.
        public mutating func appendInterpolation(setting key: String) { parts.append(.setting(key)) }
    }
}
