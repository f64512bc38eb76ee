import CarrelBasics
import CarrelHTTP
import CarrelModel

/// Reads a catalogue of several documents, each with a role and a source of its own.
///
/// All are read at the same time. If one has changed, the unchanged ones are read again, because a parser needs them
/// all.
public struct JoinedSource: Source {
    /// One document and where it comes from.
    public struct Part: Sendable {
        /// The document's role in the catalogue.
        public var role: String
        /// Its source.
        public var source: any Source

        public init(role: String, source: any Source) { (self.role, self.source) = (role, source) }
    }

    private let parts: [Part]

    /// The location of the first part.
    public let location: String

    /// Joins parts with different roles; the first one names the catalogue.
    public init(_ first: Part, _ others: [Part]) {
        parts = [first] + others
        location = first.source.location
    }

    /// Reads every part.
    ///
    /// - Parameter validators: what the last reading returned.
    /// - Returns: the documents in the order of the parts, or `.unchanged` if none has changed.
    /// - Throws: the `SourceError` of the part that fails first; the others are cancelled.
    public func read(after validators: Validators?) async throws(SourceError) -> SourceReading {
        var readings = try await read(
            parts.map { ($0, validators?.part(role: $0.role, location: $0.source.location)) })
        let unchanged = parts.indices.filter { readings[$0].whole.isEmpty }
        if unchanged.count == parts.count {
            return .unchanged(freshness: readings.compactMap(\.freshness).min())
        }
        let again = try await read(unchanged.map { (parts[$0], nil) })
        for (index, reading) in zip(unchanged, again) { readings[index] = reading }
        return .documents(readings.flatMap(\.whole))
    }

    /// The reading of each part.
    ///
    /// A part that fails ends it, because the others are useless without it.
    private func read(
        _ wanted: [(part: Part, validators: Validators?)]
    ) async throws(SourceError) -> [SourceReading] {
        let result = await wanted.together(atMost: wanted.count) { want in
            await Self.read(want.part, after: want.validators)
        }
        return try result.get()
    }

    private static func read(
        _ part: Part, after validators: Validators?
    ) async -> Result<SourceReading, SourceError> {
        do throws(SourceError) {
            let reading = try await part.source.readWhole(after: validators)
            guard case .documents(let documents) = reading else { return .success(reading) }
            return .success(
                .documents(
                    documents.map { document in
                        var document = document
                        document.role = part.role
                        document.sourceLocation = part.source.location
                        return document
                    }))
        } catch {
            return .failure(error.code == .cancelled ? error : error.of(role: part.role))
        }
    }
}

extension SourceReading {
    /// The documents; none of a catalogue that is unchanged.
    fileprivate var whole: [CatalogDocument] {
        if case .documents(let documents) = self { documents } else { [] }
    }

    fileprivate var freshness: Duration? {
        if case .unchanged(let freshness) = self { freshness } else { nil }
    }
}
