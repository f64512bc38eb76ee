import Foundation

extension Pipeline {
    /// How the items of a catalogue are fetched: from which addresses, and with which credentials, depends on
    /// where the catalogue came from.
    func downloadOptions(for location: String) async throws(PipelineError) -> DownloadOptions {
        let reading: CatalogReading?
        do {
            reading = try await library.reading(of: location)
        } catch {
            throw .library(error)
        }
        // The catalogue of a saved plan may never have been read here: its fingerprint is empty then.
        let read = reading.flatMap { $0.fingerprint.isEmpty ? nil : $0 }
        let isPublic = read?.isPublic ?? Self.maybePublic(location)
        var options = downloads
        options.limits.addresses = downloads.privateAddresses.policy(catalogIsPublic: isPublic)
        if read != nil { options.limits.catalogOrigin = catalogOrigin(of: location) }
        return options
    }

    /// The origin for which holds what the profile says of the catalogue's: none for a catalogue of a file, and for one
    /// that another profile brought.
    func catalogOrigin(of location: String) -> Origin? {
        guard namedLocations.isEmpty || namedLocations.contains(location) else { return nil }
        return URL(string: location).flatMap { Origin($0) }
    }

    private static func maybePublic(_ location: String) -> Bool {
        guard let url = try? RequestTarget.check(location) else { return false }
        return IPAddress(host: url.host ?? "")?.isPublic ?? true
    }
}
