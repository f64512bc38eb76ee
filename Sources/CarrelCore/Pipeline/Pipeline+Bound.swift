import Foundation

extension Pipeline {
    /// The pipeline as it fetches the items of a catalogue: from which addresses and with which
    /// credentials depends on where that came from.
    func bound(to location: String) async throws(PipelineError) -> Pipeline {
        let reading: CatalogReading?
        do {
            reading = try await library.reading(of: location)
        } catch {
            throw .library(error)
        }
        // A saved plan may be of a catalogue that was never read here, and is recorded with an empty fingerprint.
        let read = reading.flatMap { $0.fingerprint.isEmpty ? nil : $0 }
        let isPublic = read?.isPublic ?? Self.maybePublic(location)
        var pipeline = self
        pipeline.downloads.limits.addresses = downloads.privateAddresses.policy(catalogIsPublic: isPublic)
        if read != nil {
            pipeline.downloads.limits.catalogOrigin = URL(string: location).flatMap { Origin($0) }
        }
        return pipeline
    }

    private static func maybePublic(_ location: String) -> Bool {
        guard let url = try? RequestTarget.check(location) else { return false }
        return IPAddress(host: url.host ?? "")?.isPublic ?? true
    }
}
