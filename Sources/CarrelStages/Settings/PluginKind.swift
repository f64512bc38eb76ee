/// The kinds of plug-ins: the six stages, and the two things that the stages share.
///
/// The raw value is the name of the config table.
public enum PluginKind: String, Sendable, Hashable, CaseIterable {
    /// Reads a catalogue.
    case source
    /// Parses it.
    case parse
    /// Decides what to do with each item.
    case plan
    /// Fetches documents.
    case download
    /// Stores them.
    case store
    /// Shows them.
    case preview
    /// Remembers, from one run to the next.
    case library
    /// Orders and paces the transfers of a run.
    case queue
}
