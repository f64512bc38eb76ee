import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// When the catalogue was asked for, and when its server wants to be asked again.
extension Pipeline {
    /// Notes that the catalogue could be read.
    func noteVisit(of location: String, _ reading: SourceReading) async throws(PipelineError) {
        let now = context.now()
        let freshness: Duration? =
            switch reading {
            // For as long as the server said when it sent the catalogue.
            case .unchanged: try await lastVisit(of: location).flatMap { $0.freshness }
            case .documents(let documents): documents.compactMap(\.freshness).min()
            }
        try await note(
            CatalogVisit(
                location: location, date: now,
                notBefore: freshness.map { now.addingTimeInterval(min($0, HostHold.longest).seconds) }))
    }

    /// Notes that the catalogue could not be read; nothing where that was given up.
    func noteVisit(of location: String, failing error: PipelineError) async throws(PipelineError) {
        guard case .source(let failure) = error, failure.code != .cancelled else { return }
        let now = context.now()
        let failures = (try await lastVisit(of: location)?.failures ?? 0) + 1
        try await note(
            CatalogVisit(
                location: location, date: now,
                notBefore: failure.retryAfter.map { now.addingTimeInterval($0.seconds) }, failures: failures))
    }

    private func lastVisit(of location: String) async throws(PipelineError) -> CatalogVisit? {
        do {
            return try await library.visits().first { $0.location == location }
        } catch {
            throw .library(error)
        }
    }

    private func note(_ visit: CatalogVisit) async throws(PipelineError) {
        do {
            try await library.note(visit)
        } catch {
            throw .library(error)
        }
    }
}

extension CatalogVisit {
    /// How long its server wanted not to be asked again.
    fileprivate var freshness: Duration? {
        failures > 0 ? nil : notBefore.map { .seconds(max(0, $0.timeIntervalSince(date))) }
    }
}
