/// Where a catalogue can be.
///
/// A plug-in says which of them it reads, so that the place alone says which source reads it.
public enum CatalogPlace: Sendable, Hashable, CaseIterable {
    /// At a URL.
    case url
    /// In a file.
    case path
    /// In what comes over standard input.
    case standardInput

    /// The setting that holds the place; `nil` if there is nothing to say.
    public var setting: String? {
        switch self {
        case .url: "url"
        case .path: "path"
        case .standardInput: nil
        }
    }

    /// The settings that say where a catalogue is.
    package static let settings = allCases.compactMap(\.setting)

    /// The place that somebody names where a catalogue is expected: `-`, a URL or a path.
    public init(of text: String) {
        self = text == "-" ? .standardInput : text.contains("://") ? .url : .path
    }
}
