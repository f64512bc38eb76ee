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
    /// The locations of the catalogues that the profile names; none where it leaves that to others.
    var namedLocations: Set<String>
    /// The names of catalogues, by location.
    var catalogNames: [String: String]
    /// The names that were given in runs.
    var names: RunNames
    /// Brings jobs to workers elsewhere; `nil` for within the process.
    var carrier: JobCarrier?

    /// The name of a catalogue; one that has none yet is called as it will be.
    func catalogueName(of location: String) -> String {
        catalogNames[location] ?? CatalogIdentity.name(for: location)
    }

    /// What the library remembers of a catalogue, completed with what the store holds now.
    func memory(of location: String) async throws(PipelineError) -> LibraryMemory {
        do throws(StoreError) {
            var memory = try await library.memory(of: location)
            let partials = try await store.partials?.partialDocuments() ?? [:]
            for (key, partial) in partials where key.catalog == location {
                memory.items[key, default: ItemMemory()].partial = partial
            }
            for (key, shared) in try await library.sharedDocuments(of: location) {
                memory.items[key, default: ItemMemory()].document = shared.document
                memory.items[key]?.owner = shared.owner
                memory.items[key]?.news = shared.news
            }
            try await compare(&memory)
            for (key, item) in memory.items where item.owner != nil && item.isMissing {
                // Whoever lists it may fetch it for itself.
                memory.items[key]?.owner = nil
                memory.items[key]?.document = nil
                memory.items[key]?.isMissing = false
            }
            return memory
        } catch {
            throw .library(error)
        }
    }

    /// Bytes that are read again to see whether somebody wrote into documents: a library that was copied without its
    /// times is not read from end to end for a list.
    private static let comparedBytes: Int64 = 64 << 20

    /// Says which documents are gone, and which somebody wrote into.
    private func compare(_ memory: inout LibraryMemory) async throws(StoreError) {
        let entries = try await store.entries(of: memory.items.values.compactMap(\.document?.name))
        var touched: [(key: ItemKey, document: StoredDocument, entry: StoreEntry)] = []
        var missing: [ItemKey] = []
        for (key, item) in memory.items {
            guard let document = item.document else { continue }
            guard let entry = entries[document.name] else {
                missing.append(key)
                continue
            }
            if entry.isTouched(since: document) { touched.append((key, document, entry)) }
        }
        for key in missing { memory.items[key]?.isMissing = true }
        var rest = Self.comparedBytes
        for (key, document, entry) in touched {
            if entry.size == document.size { rest -= entry.size }
            guard rest >= 0 || entry.size != document.size else { continue }
            // What cannot be read now is for verification to judge.
            memory.items[key]?.isEdited = (try? await store.isEdited(document, entry)) ?? false
        }
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
