/// What a plug-in can be: one of the six stages, or one of the two things that the stages share.
///
/// The raw value is the name of the config table.
public enum PluginKind: String, Sendable, Hashable, CaseIterable {
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
    /// Remembers, from one run to the next.
    case library
    /// Has the transfers of a run wait for their turn.
    case queue
}
