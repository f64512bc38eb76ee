import CarrelBasics

/// What the user can do about a catalogue that cannot be read: a sentence in which names of settings are marked.
///
/// A source does not know whether its settings come from `[source]` or from the table of one of several documents. So
/// it gives only the key, as in `"Check \(setting: "url") and the network"`, and the table's name is added later.
public struct SourceRemedy: Sendable, Hashable, ExpressibleByStringInterpolation {
    fileprivate enum Part: Sendable, Hashable { case text(String), setting(String) }

    private var parts: [Part]

    /// Takes a text that is shown as it is.
    public init(_ text: String) { parts = [.text(text)] }

    public init(stringLiteral text: String) { self.init(text) }

    public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    /// The sentence with full names of settings.
    ///
    /// - Parameters:
    ///   - role: that of one of several documents.
    ///   - isOfOperand: whether the place of the catalogue is an operand, or stands in another catalogue, and no setting.
    /// - Returns: the sentence.
    func text(for role: String?, isOfOperand: Bool) -> String {
        let table = Self.table(of: role)
        return parts.map { part in
            switch part {
            case .text(let text): text
            case .setting("url") where isOfOperand && role == nil: "the URL"
            case .setting("path") where isOfOperand && role == nil: "the path"
            case .setting(let key): "\(table).\(key)"
            }
        }.joined()
    }

    /// The sentence with the command that gives a catalogue of the library another address, if it names the address.
    ///
    /// - Parameters:
    ///   - role: that of one of several documents.
    ///   - name: what the library calls the catalogue.
    func text(for role: String?, ofCatalog name: String) -> String {
        let sentence = text(for: role, isOfOperand: false)
        guard parts.contains(.setting("url")) else { return sentence }
        return "\(sentence): carrel set " + ShellWord.operands(name, "\(Self.table(of: role)).url=URL")
    }

    private static func table(of role: String?) -> String {
        ([PluginKind.source.rawValue] + [role].compactMap(\.self)).joined(separator: ".")
    }

    /// Collects the parts of the text.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds text.
        public mutating func appendLiteral(_ text: String) { parts.append(.text(text)) }

        /// Adds a value's text.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            parts.append(.text(value.description))
        }

        /// Adds a setting of the source's own table, by its key.
        public mutating func appendInterpolation(setting key: String) { parts.append(.setting(key)) }
    }
}
