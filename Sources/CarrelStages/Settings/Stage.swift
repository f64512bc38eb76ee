/// The six stages; the raw value is the name of the config table.
public enum Stage: String, Sendable, Hashable, CaseIterable {
    /// Reads a catalogue.
    case source
    /// Makes sense of it.
    case parse
    /// Decides what to do.
    case plan
    /// Fetches documents.
    case download
    /// Keeps them.
    case store
    /// Shows them.
    case preview
}
