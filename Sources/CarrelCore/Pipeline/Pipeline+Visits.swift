import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Notes when the catalogue was read, and when its server wants to be asked again.
extension Pipeline {
    /// Notes that the catalogue was synced.
    ///
    /// - Parameter freshness: how long the catalogue stays current, if its server says so; at most a day counts.
    /// - Throws: `PipelineError` if it cannot be recorded.
    func noteVisit(freshness: Duration?) async throws(PipelineError) {
        guard let location = source?.location else { return }
        let now = context.now()
        try await note(
            CatalogVisit(
                location: location, date: now,
                notBefore: freshness.map { now.addingTimeInterval(min($0, HostHold.longest).seconds) }))
    }

    /// Notes that the catalogue could not be read, or is none any more, unless it was never read and somebody named its
    /// place, which may be misspelt.
    func noteVisit(failing error: PipelineError) async throws(PipelineError) {
        guard error.isOfCatalog, let location = source?.location else { return }
        if isNamedByPlace { guard try await library.lastReading(of: location) != nil else { return } }
        let now = context.now()
        let failures = (try await lastVisit(of: location)?.failures ?? 0) + 1
        try await note(
            CatalogVisit(
                location: location, date: now,
                notBefore: error.retryAfter.map { now.addingTimeInterval($0.seconds) }, failures: failures))
    }

    /// How long the catalogue stays current, as its server said at the last visit.
    func lastFreshness(of location: String) async throws(PipelineError) -> Duration? {
        try await lastVisit(of: location)?.freshness
    }

    private func lastVisit(of location: String) async throws(PipelineError) -> CatalogVisit? {
        try await asPipelineError { () async throws(StoreError) in
            try await library.visits().first { $0.location == location }
        }
    }

    private func note(_ visit: CatalogVisit) async throws(PipelineError) {
        try await asPipelineError { () async throws(StoreError) in try await library.note(visit) }
    }
}

extension CatalogVisit {
    /// How long its server wanted to be left alone after the visit; `nil` after a failure.
    fileprivate var freshness: Duration? {
        failures > 0 ? nil : notBefore.map { .seconds(max(0, $0.timeIntervalSince(date))) }
    }
}
