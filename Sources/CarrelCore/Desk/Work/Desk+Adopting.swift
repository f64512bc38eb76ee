import CarrelHTTP
import CarrelModel
import CarrelStages

/// Makes files from outside the documents of items.
extension Desk {
    /// What is known of a catalogue before files are matched with it.
    public struct Wanted: Sendable {
        /// The location by which the desk was asked for it.
        public var location: String
        /// The catalogue.
        public var catalog: LocatedCatalog
        /// Its items without a document, in its order.
        public var items: [WantedItem]
        /// The size of the largest document that is taken, in bytes.
        public var maxSize: Int64

        init(
            of catalog: LocatedCatalog, at location: String, with pipeline: Pipeline
        ) async throws(PipelineError) {
            (self.location, self.catalog) = (location, catalog)
            items = try await pipeline.wanted(in: catalog)
            maxSize = pipeline.downloads.limits.maxSize
        }
    }

    /// How a catalogue gets known.
    public enum WantedReading: Sendable {
        /// It is read as a sync reads it, and recorded.
        case read
        /// It is read, and the library stays as it was.
        case readOnly
        /// The recorded listing counts; nothing is requested.
        case recorded
    }

    /// The items of a catalogue that have no document yet.
    ///
    /// - Parameters:
    ///   - location: the location of one of the desk's catalogues.
    ///   - reading: where the listing comes from.
    /// - Returns: the listing and the items; `nil` if a recorded listing is asked for and there is none.
    /// - Throws: `PipelineError`; `StoreError` if the library cannot be read.
    public func wanted(at location: String, _ reading: WantedReading) async throws -> Wanted? {
        switch reading {
        case .read:
            return try await writing(location) { pipeline in
                try await Wanted(
                    of: try await pipeline.readCatalog(records: true), at: location, with: pipeline)
            }
        case .readOnly:
            let pipeline = try await pipeline(for: location)
            return try await Wanted(
                of: try await pipeline.readCatalog(records: false), at: location, with: pipeline)
        case .recorded:
            let pipeline = try await pipeline(for: location)
            guard let catalog = try await pipeline.recordedCatalog(location) else { return nil }
            return try await Wanted(
                of: LocatedCatalog(location: location, catalog: catalog), at: location, with: pipeline)
        }
    }

    /// The documents of the items that a catalogue lists, as far as they have one of some sizes.
    ///
    /// - Parameters:
    ///   - sizes: the sizes, in bytes.
    ///   - wanted: the catalogue.
    /// - Returns: the documents, in the catalogue's order.
    /// - Throws: `PipelineError`; `StoreError` if the library cannot be read.
    public func present(ofSizes sizes: Set<Int64>, in wanted: Wanted) async throws -> [PresentDocument] {
        try await pipeline(for: wanted.location).present(ofSizes: sizes, in: wanted.catalog)
    }

    /// Makes files from outside the documents of items of one catalogue.
    ///
    /// - Parameters:
    ///   - adoptions: the files, each for another item.
    ///   - wanted: the catalogue that lists the items.
    ///   - report: called for each file once its document is stored, or has failed; in no order, from any thread.
    /// - Throws: `PipelineError` or `StoreError` if the library can no longer be written to; `PipelineError.cancelled`.
    ///   Documents that were stored before stay.
    public func adopt(
        _ adoptions: [Adoption], of wanted: Wanted,
        report: @escaping @Sendable (Adoption, AdoptionResult) -> Void
    ) async throws {
        try await indexing {
            try await writing(wanted.location, with: .exclusive) { pipeline in
                try await pipeline.adopt(
                    adoptions, at: wanted.catalog.location, of: wanted.catalog.catalog, report: report)
            }
        }
    }
}
