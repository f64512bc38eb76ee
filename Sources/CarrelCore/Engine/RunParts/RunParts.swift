import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// What runs work with: fetcher, store, library and options.
struct RunParts: Sendable {
    /// Fetches documents.
    var fetcher: any Fetcher
    /// Stores documents.
    var store: any Store
    /// Holds the records.
    var library: any Library
    /// Makes the queue of each run.
    var queues: any QueueMaker
    /// The options of the download stage.
    var downloads: DownloadOptions
    /// The environment.
    var context: PluginContext
    /// The locations of the catalogues that the profile names; empty if it names none.
    var namedLocations: Set<String>
    /// The names of catalogues, by location.
    var catalogNames: [String: String]
    /// The names that current runs have given.
    var names: RunNames
    /// The URLs that current runs are about to fetch.
    var urls: ClaimedURLs
    /// The catalogues of current runs.
    var catalogs: RunCatalogs

    /// The limits of a run for it: what a person asks for takes at most as much as the sync beside it.
    var queueLimits: QueueLimits {
        var limits = downloads.queueLimits
        limits.maxRequested = min(limits.maxRequested, limits.maxConcurrent)
        return limits
    }

    /// The name of a catalogue; for one without a name, the name that it will get.
    func catalogName(of location: String) -> String {
        catalogNames[location] ?? CatalogIdentity.name(for: location)
    }

    /// The options for the items of a catalogue: allowed addresses and credentials depend on where it came from.
    ///
    /// - Parameters:
    ///   - location: where the catalogue is.
    ///   - isPublic: whether it is known to be public, whatever the library says.
    /// - Throws: `PipelineError` if the library cannot be read.
    func downloadOptions(for location: String, isPublic: Bool) async throws(PipelineError) -> DownloadOptions
    {
        let reading = try await library.lastReading(of: location)
        // The catalogue of a saved plan may never have been read here; then its fingerprint is empty.
        let read = reading.flatMap { $0.fingerprint.isEmpty ? nil : $0 }
        let isPublic =
            isPublic || reading?.isPublic == true || read == nil && URL(string: location)?.mayBePublic == true
        var options = downloads
        options.limits.addresses = downloads.privateAddresses.policy(catalogIsPublic: isPublic)
        if read != nil { options.catalogOrigin = catalogOrigin(of: location) }
        return options
    }

    /// The origin that gets the profile's credentials for the catalogue; `nil` for a file, or for another profile's
    /// catalogue.
    func catalogOrigin(of location: String) -> Origin? {
        guard namedLocations.isEmpty || namedLocations.contains(location) else { return nil }
        return URL(string: location).flatMap { Origin($0) }
    }
}
