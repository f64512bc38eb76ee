import CarrelBasics
import CarrelStages

/// Why a run failed as a whole; the failure of an item is an event instead.
public enum PipelineError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The catalogue could not be read.
    case source(SourceError)
    /// The catalogue could not be parsed.
    case parse(ParseError)
    /// The library could not be read or written.
    case library(StoreError)
    /// The task was cancelled.
    case cancelled

    /// The error of a library; a call that was cancelled cancels what it is part of.
    init(_ error: StoreError) { self = error.code == .cancelled ? .cancelled : .library(error) }

    /// The error of a source; a reading that was cancelled cancels what it is part of.
    package init(_ error: SourceError) { self = error.code == .cancelled ? .cancelled : .source(error) }

    /// The error of a parser; a parse that was cancelled cancels what it is part of.
    package init(_ error: ParseError) { self = error.isCancelled ? .cancelled : .parse(error) }

    /// The message of the stage's error.
    public var description: String {
        switch self {
        case .source(let error): error.description
        case .parse(let error): error.description
        case .library(let error): error.description
        case .cancelled: "interrupted"
        }
    }

    /// Whether it is of this catalogue alone, so that others can still be read.
    var isOfCatalog: Bool {
        switch self {
        case .source, .parse: true
        case .library, .cancelled: false
        }
    }

    /// How long the server wants to be left alone; `nil` if it did not say so.
    public var retryAfter: Duration? {
        if case .source(let failure) = self { failure.retryAfter } else { nil }
    }
}

/// Does something with the library or the store; says as a pipeline why it failed.
func asPipelineError<Value>(
    _ body: () async throws(StoreError) -> Value
) async throws(PipelineError) -> Value {
    do throws(StoreError) {
        return try await body()
    } catch {
        throw PipelineError(error)
    }
}

extension Library {
    /// The last reading of a catalogue; `nil` if it was never read.
    func lastReading(of location: String) async throws(PipelineError) -> CatalogReading? {
        try await asPipelineError { () async throws(StoreError) in try await reading(of: location) }
    }
}

extension SourceError {
    /// The error if no catalogue is named.
    static let noSource = SourceError(
        .notFound, subject: "the catalogue", reason: "no source is configured",
        remedy: "Name one: carrel sync CATALOGUE, or a [source] table in the profile")
}
