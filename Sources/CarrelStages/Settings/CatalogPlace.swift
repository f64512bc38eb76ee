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

    /// The location of what comes from standard input, unless somebody says what it is.
    public static let anonymousInput = "stdin:"

    /// The arguments that read what a location names from standard input again; `nil` for what came from elsewhere, and
    /// for what somebody said to come from elsewhere.
    package static func input(at location: String) -> [String]? {
        guard location != anonymousInput else { return ["-"] }
        return location.hasPrefix(anonymousInput) ? ["-", "--set", "source.location=\(location)"] : nil
    }

    /// The kind of place that a text names: `-`, a URL or a path.
    public init(of text: String) {
        self = text == "-" ? .standardInput : text.contains("://") ? .url : .path
    }
}
