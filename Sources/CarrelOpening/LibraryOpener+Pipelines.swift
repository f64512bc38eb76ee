import CarrelConfiguration
import CarrelCore
import CarrelModel
import CarrelStages

/// Makes the pipelines of a desk.
extension LibraryOpener {
    /// What the pipelines of one desk are made with.
    struct PipelineMaking {
        var store: any Store
        var library: any Library
        /// However many catalogues there are: all who fetch in the same way share connections.
        let fetchers = SharedFetchers()
    }

    /// Makes the pipelines of the catalogues that are read, of those that the profile lists and of those that the library
    /// knows.
    func pipelines(
        reading choices: [CatalogChoice], _ known: [KnownCatalog], _ builder: PluginBuilder,
        _ making: PipelineMaking
    ) throws -> DeskPipelines {
        var pipelines = try pipelines(reading: choices, builder, making)
        let read = Set(pipelines.listed.keys)
        try addListed(to: &pipelines, making)
        pipelines.nameLocations()
        try addKnown(known, to: &pipelines.listed, making)
        pipelines.shareNames()
        pipelines.shareKept(try keptLocations(known).union(read))
        return pipelines
    }

    private func pipelines(
        reading choices: [CatalogChoice], _ builder: PluginBuilder, _ making: PipelineMaking
    ) throws -> DeskPipelines {
        var (first, listed): (Pipeline?, [String: Pipeline]) = (nil, [:])
        for choice in choices {
            let own = try self.builder(choice)
            var pipeline = try pipeline(own, making, name: choice.name, reads: true)
            if case .place = choice { pipeline.isNamedByPlace = true }
            if case .known(let catalog) = choice { pipeline.knownName = catalog.name }
            guard let source = pipeline.source else { throw OpeningError.noSource(choice, own) }
            listed[source.location] = pipeline
            first = first ?? pipeline
        }
        return DeskPipelines(
            profile: try first ?? pipeline(builder, making, reads: false), listed: listed)
    }

    /// Adds the catalogues that the profile lists, unless the settings name a place for all of them.
    private func addListed(to pipelines: inout DeskPipelines, _ making: PipelineMaking) throws {
        for catalog in try configuration().catalogs where catalog.configuration.ownLocations == nil {
            let own = builder(catalog.configuration)
            guard let location = own.catalogLocation else { continue }
            pipelines.profile.catalogOrder.append(location)
            // The problems of one catalogue do not concern the others; who reads it is told.
            guard pipelines.listed[location] == nil,
                let pipeline = try? pipeline(own, making, name: catalog.name, reads: false)
            else { continue }
            pipelines.listed[location] = pipeline
        }
    }

    /// Adds the catalogues that the library knows, each with its own profile.
    private func addKnown(
        _ known: [KnownCatalog], to listed: inout [String: Pipeline], _ making: PipelineMaking
    ) throws {
        for catalog in known {
            guard listed[catalog.location] == nil else {
                if listed[catalog.location]?.catalogName == nil {
                    listed[catalog.location]?.catalogName = catalog.name
                }
                continue
            }
            do {
                let own = builder(try configuration(of: catalog))
                var pipeline = try pipeline(own, making, name: catalog.name, reads: false)
                pipeline.knownName = catalog.name
                listed[catalog.location] = pipeline
            } catch let error as ConfigurationError {
                // The problems of one catalogue do not concern the others.
                tell(.unreadable(catalog, error))
            }
        }
    }

    private func pipeline(
        _ builder: PluginBuilder, _ making: PipelineMaking, name: String? = nil, reads: Bool
    ) throws -> Pipeline {
        var builder = builder
        builder.fetchers = making.fetchers
        var pipeline = try builder.makePipeline(
            store: making.store, library: making.library, observer: SilentObserver(), readsCatalog: reads)
        pipeline.catalogName = name
        return pipeline
    }
}

/// The pipelines of one desk.
struct DeskPipelines {
    /// The profile's own.
    var profile: Pipeline
    /// Those of all catalogues, by their locations.
    var listed: [String: Pipeline]

    /// Says which catalogues the profile names, because its credentials are for those only: the ones that are there now.
    fileprivate mutating func nameLocations() {
        let locations = Set(listed.keys)
        for location in locations { listed[location]?.namedLocations.formUnion(locations) }
        profile.namedLocations.formUnion(locations)
    }

    /// Tells each of them what the catalogues are called.
    fileprivate mutating func shareNames() {
        let names = listed.compactMapValues(\.catalogName)
        for location in listed.keys { listed[location]?.catalogNames = names }
        profile.catalogNames = names
    }

    /// Tells each of them which catalogues are kept up to date.
    fileprivate mutating func shareKept(_ locations: Set<String>) {
        // What never asks leaves its documents to those that do.
        let asking = locations.filter { listed[$0]?.asksForStored ?? true }
        let kept = Set(asking.map(CatalogIdentity.key))
        for location in listed.keys { listed[location]?.kept = kept }
        profile.kept = kept
    }
}
