import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// What runs work with: the stages that fetch and keep documents, over a library.
struct RunParts: Sendable {
    /// Fetches documents.
    var fetcher: any Fetcher
    /// Keeps documents.
    var store: any Store
    /// Remembers.
    var library: any Library
    /// Makes the queue of each run.
    var queues: any QueueMaker
    /// Limits and names of the download stage.
    var downloads: DownloadOptions
    /// The surroundings.
    var context: PluginContext
    /// The locations of the catalogues that the profile names; none if it leaves that to others.
    var namedLocations: Set<String>
    /// The names of catalogues, by location.
    var catalogNames: [String: String]
    /// The names that were given in runs.
    var names: RunNames
    /// Brings jobs to workers elsewhere; `nil` for within the process.
    var carrier: JobCarrier?

    /// The name of a catalogue; one that has none yet is called as it will be.
    func catalogName(of location: String) -> String {
        catalogNames[location] ?? CatalogIdentity.name(for: location)
    }

    /// How the items of a catalogue are fetched: from which addresses, and with which credentials, depends on
    /// where the catalogue came from.
    ///
    /// - Parameters:
    ///   - location: where the catalogue is.
    ///   - isPublic: whether it is known to be public, whatever the library says.
    /// - Returns: the options.
    /// - Throws: `PipelineError` where the library cannot be read.
    func downloadOptions(for location: String, isPublic: Bool) async throws(PipelineError) -> DownloadOptions
    {
        let reading: CatalogReading?
        do {
            reading = try await library.reading(of: location)
        } catch {
            throw .library(error)
        }
        // The catalogue of a saved plan may never have been read here: its fingerprint is empty then.
        let read = reading.flatMap { $0.fingerprint.isEmpty ? nil : $0 }
        let isPublic =
            isPublic || reading?.isPublic == true || read == nil && URL(string: location)?.mayBePublic == true
        var options = downloads
        options.limits.addresses = downloads.privateAddresses.policy(catalogIsPublic: isPublic)
        if read != nil { options.catalogOrigin = catalogOrigin(of: location) }
        return options
    }

    /// The origin for which holds what the profile says of the catalogue's: none for a catalogue of a file, and for one
    /// that another profile brought.
    func catalogOrigin(of location: String) -> Origin? {
        guard namedLocations.isEmpty || namedLocations.contains(location) else { return nil }
        return URL(string: location).flatMap { Origin($0) }
    }

    /// Removes documents of the quarantine for good.
    func discard(_ entries: [QuarantinedDocument]) async throws(StoreError) {
        try await store.quarantine?.discard(quarantined: entries.map(\.token))
        try await library.commit(entries.map { .released(token: $0.token) })
    }
}
