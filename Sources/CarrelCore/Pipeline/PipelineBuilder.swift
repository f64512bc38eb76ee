import CarrelConfiguration
import CarrelModel
import CarrelStages
import Foundation

/// Makes pipelines of the plug-ins that a configuration names.
extension PluginBuilder {
    /// Makes a pipeline.
    ///
    /// - Parameters:
    ///   - store: the store, which was already made to open the library.
    ///   - library: the library.
    ///   - observer: gets the events.
    ///   - readsCatalog: whether the source is needed; it is not, to look at the library.
    /// - Returns: the pipeline; its source is `nil` if none is configured or needed.
    /// - Throws: `ConfigurationError` if a plug-in cannot be made from its settings.
    public func makePipeline(
        store: any Store, library: any Library, observer: any PipelineObserver, readsCatalog: Bool = true
    ) throws(ConfigurationError) -> Pipeline {
        let download = configuration[.download].settings
        let limits = StageSettings.fetchLimits(download)
        let fetcher = try makeFetcher(libraryFolder: store.libraryFolder)
        var context = context
        context.fetchLimits = limits
        let sources = sources(fetchingWith: fetcher)
        let source = readsCatalog ? try sources.makeSource() : nil
        var downloads = StageSettings.downloadOptions(
            download, configuration[.store].settings, nameTemplate: try nameTemplate())
        downloads.decoder = registry.fetchers.first(.decodesContent)?.name
        var pipeline = Pipeline(
            source: source, parsers: try makeParserSelection(),
            planner: try makePlanner(), fetcher: fetcher,
            store: store,
            library: library,
            queues: try makeQueueMaker(),
            downloads: downloads,
            context: context, observer: observer)
        pipeline.furtherSource = {
            (further: FurtherCatalog, parent: FurtherCatalog.Parent) throws(SourceError) in
            guard let source = try sources.makeSource(of: further, in: parent) else { throw .noSource }
            return source
        }
        pipeline.refresh = configuration[.source].settings[StageSettings.refresh]
        pipeline.namedLocations = Set([source?.location ?? catalogLocation].compactMap(\.self))
        return pipeline
    }

    private func makeParserSelection() throws(ConfigurationError) -> ParserSelection {
        var parsers = ParserSelection(
            candidates: try makeParsers().map { ParserSelection.Candidate(name: $0.name, parser: $0.parser) },
            fingerprint: parserFingerprint)
        parsers.others = try makeOtherParsers().map {
            ParserSelection.Candidate(name: $0.name, parser: $0.parser)
        }
        parsers.furtherURL = configuration[.parse].settings[StageSettings.furtherURL]
        parsers.maxTime = configuration[.parse].settings[StageSettings.maxTime]
        parsers.maxPages = configuration[.parse].settings[StageSettings.maxPages]
        parsers.maxItems = configuration[.parse].settings[StageSettings.maxItems]
        parsers.takesLogin = configuration[.parse].settings[StageSettings.login]
        parsers.mediaType = context.mediaType
        return parsers
    }
}
