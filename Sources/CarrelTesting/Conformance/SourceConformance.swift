import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// The promises of `Source`, as checks to run over any source.
public enum SourceConformance {
    /// The promises of a source whose catalogue is there and does not change during the check.
    public static let checks: [ConformanceCheck<any Source>] = [
        ConformanceCheck("a reading delivers a document with an absolute URL", deliversDocuments),
        ConformanceCheck("the location is the same before and after readings", locationIsStable),
        ConformanceCheck("every reading delivers the same bytes", bytesAreStable),
        ConformanceCheck("a reading after the last validators is unchanged", validatorsAreHonoured),
        ConformanceCheck("a reading after other validators delivers the documents", otherValidatorsDeliver),
        ConformanceCheck("readings may overlap", readingsOverlap),
        ConformanceCheck("a cancelled task reads nothing", cancelledTaskThrows),
    ]

    /// The promises of a source whose catalogue cannot be read.
    public static let failureChecks: [ConformanceCheck<any Source>] = [
        ConformanceCheck("an error names the location, the reason and a remedy", errorsAreComplete),
        ConformanceCheck("a failed reading can be tried again", failuresRepeat),
    ]

    private static func deliversDocuments(_ source: any Source) async throws {
        let documents = try await documents(of: source)
        try require(!documents.isEmpty, "no documents")
        for document in documents {
            try require(document.url.scheme != nil, "\(document.url) is not absolute")
            try require(!document.role.isEmpty, "a document has no role")
        }
    }

    private static func locationIsStable(_ source: any Source) async throws {
        let before = source.location
        try require(!before.isEmpty, "the location is empty")
        _ = try await documents(of: source)
        try requireEqual(source.location, before, "the location after a reading")
    }

    private static func bytesAreStable(_ source: any Source) async throws {
        let first = try await documents(of: source)
        guard let second = try await repeatedDocuments(of: source) else { return }
        try requireEqual(second.map(\.data), first.map(\.data), "the second reading's bytes")
    }

    private static func validatorsAreHonoured(_ source: any Source) async throws {
        let first = try await documents(of: source)
        let validators = first.validators
        guard !validators.isEmpty else { return }
        guard let second = try await repeated(source, after: validators) else { return }
        guard case .unchanged = second else {
            throw ConformanceFailure(description: "the catalogue is delivered again after its own validators")
        }
    }

    private static func otherValidatorsDeliver(_ source: any Source) async throws {
        let other = Validators(
            entityTag: "\"of another version\"", lastModified: "Thu, 01 Jan 1970 00:00:00 GMT")
        guard case .documents = try await source.read(after: other) else {
            throw ConformanceFailure(description: "unchanged after the validators of another version")
        }
    }

    private static func readingsOverlap(_ source: any Source) async throws {
        let readings = try await withThrowingTaskGroup(of: [Data]?.self) { group in
            for _ in 0..<8 {
                group.addTask { try await repeatedDocuments(of: source)?.map(\.data) }
            }
            return try await group.reduce(into: [[Data]?]()) { $0.append($1) }
        }
        let delivered = readings.compactMap { $0 }
        let first = try requireValue(delivered.first, "a reading that delivers")
        try require(delivered.allSatisfy { $0 == first }, "overlapping readings differ")
    }

    private static func cancelledTaskThrows(_ source: any Source) async throws {
        let start = ContinuousClock.now
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await source.read(after: nil)
        }
        do {
            _ = try await task.value
            throw ConformanceFailure(description: "a cancelled task read the catalogue")
        } catch let error as SourceError {
            try requireEqual(error.code, .cancelled, "the error's code")
        }
        // The promise is 0.2 s; the rest is for a machine that is busy with other work.
        try require(ContinuousClock.now - start < .seconds(20), "cancelling took too long")
    }

    private static func errorsAreComplete(_ source: any Source) async throws {
        let error = try await failure(of: source)
        try requireEqual(error.subject, source.location, "the error's subject")
        try require(!error.reason.isEmpty, "the error has no reason")
        try require(error.remedy?.isEmpty == false, "the error has no remedy")
    }

    private static func failuresRepeat(_ source: any Source) async throws {
        let first = try await failure(of: source)
        let second = try await failure(of: source)
        try requireEqual(second.code, first.code, "the second error's code")
    }
}

extension SourceConformance {
    /// The documents of the first reading.
    fileprivate static func documents(of source: any Source) async throws -> [CatalogDocument] {
        try documents(in: try await source.read(after: nil))
    }

    /// Those of another reading, or `nil` if the source can be read once only and says so.
    fileprivate static func repeatedDocuments(of source: any Source) async throws -> [CatalogDocument]? {
        try await repeated(source, after: nil).map { try documents(in: $0) }
    }

    private static func documents(in reading: SourceReading) throws -> [CatalogDocument] {
        guard case .documents(let documents) = reading else {
            throw ConformanceFailure(description: "unchanged without validators")
        }
        return documents
    }

    /// Another reading, or `nil` if the source can be read once only and says so.
    fileprivate static func repeated(
        _ source: any Source, after validators: Validators?
    ) async throws -> SourceReading? {
        do {
            return try await source.read(after: validators)
        } catch  where error.code == .exhausted {
            return nil
        }
    }

    fileprivate static func failure(of source: any Source) async throws -> SourceError {
        do {
            _ = try await source.read(after: nil)
        } catch {
            return error
        }
        throw ConformanceFailure(description: "the catalogue can be read")
    }
}
