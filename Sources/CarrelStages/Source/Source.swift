import CarrelHTTP
import CarrelModel

/// Delivers the documents of a catalogue: the first stage.
///
/// **Calls.** `read` may be called any number of times; each call reads the source again. A source that can only be
/// read once, such as standard input, reports `.exhausted` from the second call on.
///
/// **Validators.** `read(after:)` gets those of the last reading. A source that can tell cheaply that nothing changed
/// returns `.unchanged`; any other source ignores them.
///
/// **Cancellation.** A cancelled task makes `read` throw `SourceError` with code `.cancelled` within 0.2 s.
///
/// **Errors.** Every failure is a `SourceError` that names the location, the reason and a remedy.
///
/// **Concurrency.** Calls may overlap. No call blocks a cooperative thread.
public protocol Source: Sendable {
    /// Identifies the catalogue: the same text for the same catalogue, however it is reached.
    ///
    /// It is a URL if there is one. A wrapper returns the location of the wrapped source, so that a library filled
    /// through a proxy and one filled directly are the same library.
    var location: String { get }

    /// Reads the catalogue.
    ///
    /// - Parameter validators: those of the last reading; `nil` to read in any case.
    /// - Returns: the documents, or `.unchanged`.
    func read(after validators: Validators?) async throws(SourceError) -> SourceReading
}

/// The result of reading a source.
public enum SourceReading: Sendable {
    /// Nothing changed since the reading that returned the validators.
    ///
    /// `freshness` is how long that stays so, zero for an unknown time; `nil` if what the server said last still holds.
    case unchanged(freshness: Duration? = nil)
    /// The catalogue's documents, at least one.
    case documents([CatalogDocument])
}
