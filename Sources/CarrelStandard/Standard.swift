import ArchivePreviewing
import BookPreviewing
import CalendarPreviewing
import CarrelConfiguration
import CarrelDigest
import CarrelMediaTypes
import CarrelProfiles
import CarrelStages
import CarrelTOML
import CatalogFormParsing
import CommandFetching
import CommandPreviewing
import CurlFetching
import DirectoryStoring
import FeedParsing
import FlickrPlacesParsing
import Foundation
import HTMLLinksParsing
import HTMLSummaryPreviewing
import ITunesChartParsing
import ImagePreviewing
import LegacyOfficePreviewing
import ListingParsing
import LocalQueueing
import MailPreviewing
import MapParsing
import MarkdownPreviewing
import MediaPreviewing
import MetalinkParsing
import ModuleNotesParsing
import NotebookPreviewing
import OAIPMHParsing
import OPDSParsing
import OPMLParsing
import OfficePreviewing
import PDFPreviewing
import PlanPlugins
import PostgreSQLKeeping
import PostgreSQLQueueing
import PreviewPlugins
import RTFPreviewing
import S3Parsing
import S3Storing
import SQLiteKeeping
import SitemapParsing
import SourcePlugins
import SourcePreviewing
import StructuredPreviewing
import TablePreviewing
import TimetableParsing
import URLListParsing
import URLSessionFetching
import WebDAVParsing

/// Everything that comes with Carrel: the one place that names concrete plug-ins.
public enum Standard {
    /// The built-in plug-ins, in the order in which they are listed and asked.
    public static let registry: PluginRegistry = {
        var registry = PluginRegistry()
        registry.version = CarrelVersion.text
        registry.sources.register(FileSource.plugin)
        registry.sources.register(HTTPSource.plugin)
        registry.sources.register(DelayProxySource.plugin)
        registry.sources.register(StdinSource.plugin)
        registry.sources.register(WebDAVSource.plugin)
        registry.sources.register(CommandSource.plugin)
        // Before the modules: of a timetable's documents one may be a list of modules with notes.
        registry.parsers.register(TimetableParser.plugin)
        registry.parsers.register(ModuleNotesParser.plugin)
        registry.parsers.register(ITunesChartParser.plugin)
        registry.parsers.register(FlickrPlacesParser.plugin)
        registry.parsers.register(OPDSParser.plugin)
        registry.parsers.register(OAIPMHParser.plugin)
        registry.parsers.register(S3Parser.plugin)
        registry.parsers.register(WebDAVParser.plugin)
        registry.parsers.register(FeedParser.plugin)
        registry.parsers.register(SitemapParser.plugin)
        registry.parsers.register(OPMLParser.plugin)
        registry.parsers.register(MetalinkParser.plugin)
        registry.parsers.register(URLListParser.plugin)
        registry.parsers.register(ListingParser.plugin)
        registry.parsers.register(HTMLLinksParser.plugin)
        registry.parsers.register(MapParser.plugin)
        registry.parsers.register(CatalogFormParser.plugin)
        registry.planners.register(MirrorPlanner.plugin, isDefault: true)
        registry.planners.register(MissingOnlyPlanner.plugin)
        registry.planners.register(OnDemandPlanner.plugin)
        registry.fetchers.register(CurlFetcher.plugin, isDefault: true)
        registry.fetchers.register(URLSessionFetcher.plugin)
        registry.fetchers.register(CommandFetcher.plugin)
        registry.stores.register(DirectoryStore.plugin, isDefault: true)
        registry.stores.register(S3Store.plugin)
        registry.previewers.register(PDFTextPreviewer.plugin)
        registry.previewers.register(HTMLSummaryPreviewer.plugin)
        registry.previewers.register(OfficePreviewer.plugin)
        registry.previewers.register(BookPreviewer.plugin)
        registry.previewers.register(RTFPreviewer.plugin)
        registry.previewers.register(LegacyOfficePreviewer.plugin)
        registry.previewers.register(ImagePreviewer.plugin)
        registry.previewers.register(MarkdownPreviewer.plugin)
        registry.previewers.register(TablePreviewer.plugin)
        registry.previewers.register(StructuredPreviewer.plugin)
        registry.previewers.register(NotebookPreviewer.plugin)
        registry.previewers.register(SourcePreviewer.plugin)
        registry.previewers.register(MailPreviewer.plugin)
        registry.previewers.register(CalendarPreviewer.plugin)
        registry.previewers.register(ContactsPreviewer.plugin)
        registry.previewers.register(MediaPreviewer.plugin)
        registry.previewers.register(ArchivePreviewer.plugin)
        registry.previewers.register(PlainTextPreviewer.plugin)
        registry.previewers.register(CommandPreviewer.plugin)
        registry.libraries.register(SQLiteKeeper.plugin, isDefault: true)
        registry.libraries.register(PostgreSQLKeeper.plugin)
        registry.libraries.register(MemoryKeeper.plugin)
        registry.queues.register(LocalQueues.plugin, isDefault: true)
        registry.queues.register(PostgreSQLQueues.plugin(holding: LocalQueues.plugin))
        return registry
    }()

    /// What finds media types by content.
    public static func makeMediaTypeDetector() -> any MediaTypeDetector { MagicMediaTypeDetector() }

    /// The real surroundings of plug-ins, in which media types are found by content.
    ///
    /// The database for that is loaded when it is first asked.
    public static func makeContext() -> PluginContext {
        var context = PluginContext()
        context.mediaType = { beginning, declared in
            let detector = MagicMediaTypeDetector()
            return (try? detector.mediaType(ofBeginning: Data(beginning), declared: declared)) ?? declared
        }
        return context
    }

    /// Loads profiles that name the built-in plug-ins.
    ///
    /// - Parameters:
    ///   - environment: the environment's variables.
    ///   - workingDirectory: where `carrel.toml` is looked for.
    public static func loader(environment: [String: String], workingDirectory: URL) -> ConfigurationLoader {
        ConfigurationLoader(
            registry: registry,
            locator: ProfileLocator(
                shipped: ShippedProfiles.all, environment: environment, workingDirectory: workingDirectory,
                reader: TOMLReader(),
                trusted: TrustedProfiles(environment: environment) { SHA256.digits(of: $0) }),
            environment: environment)
    }
}
