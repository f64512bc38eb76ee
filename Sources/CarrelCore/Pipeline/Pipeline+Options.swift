import CarrelHTTP
import CarrelStages
import Foundation

extension Pipeline {
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
}
