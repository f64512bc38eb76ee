import CarrelHTTP
import CarrelModel

/// Delivers the bytes of a catalogue: the first stage.
///
/// **Calls.** `read` may be called any number of times; each call reads the source anew. A source that can
/// be read once only, such as standard input, reports `.exhausted` from the second call on.
///
/// **Validators.** `read(after:)` gets what the last reading returned. A source that can tell cheaply that
/// nothing changed answers `.unchanged`; any other ignores them.
///
/// **Cancellation.** A cancelled task makes `read` throw `SourceError` with code `.cancelled` within 0.2 s.
///
/// **Errors.** Every failure is a `SourceError` that names the location, the reason and a remedy.
///
/// **Concurrency.** Calls may overlap. No call blocks a cooperative thread.
public protocol Source: Sendable {
    /// Names the catalogue: the same text for the same catalogue whichever way it is reached.
    ///
    /// A URL if there is one. A wrapper returns the location of what it wraps, so that a library filled
    /// through a proxy and one filled directly are the same library.
    var location: String { get }

    /// Reads the catalogue.
    ///
    /// - Parameter validators: what the last reading returned, or `nil` for an unconditional reading.
    /// - Returns: the documents, or `.unchanged`.
    /// - Throws: `SourceError`.
    func read(after validators: Validators?) async throws(SourceError) -> SourceReading
}

/// What a source answers.
public enum SourceReading: Sendable {
    /// Nothing changed since the reading that returned the validators.
    case unchanged
    /// The catalogue's documents, at least one.
    case documents([CatalogDocument])
}
