/// The kinds of places where a catalogue can be.
///
/// A source says which kind it reads, so that the user need not name the source.
public enum CatalogPlace: Sendable, Hashable, CaseIterable {
    /// At a URL.
    case url
    /// In a file.
    case path
    /// On standard input.
    case standardInput

    /// The setting that holds the place; `nil` if none is needed.
    public var setting: String? {
        switch self {
        case .url: "url"
        case .path: "path"
        case .standardInput: nil
        }
    }

    /// The settings that say where a catalogue is.
    package static let settings = allCases.compactMap(\.setting)

    /// The kind of place that a text names: `-`, a URL or a path.
    public init(of text: String) {
        self = text == "-" ? .standardInput : text.contains("://") ? .url : .path
    }
}
