// swift-tools-version: 6.2
import PackageDescription

// Every Swift target: existentials are marked as such, a member needs the import of its module, async
// functions stay on their caller's actor, and a warning fails the build.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// A library of the system, with Debian's package that brings its headers.
func systemLibrary(_ name: String, _ pkgConfig: String, _ package: String) -> Target {
    .systemLibrary(name: name, path: "Sources/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// A target of our own under `Sources/`.
func sources(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// What plug-ins build upon: the stages, and what is below them.
let floors: [Target.Dependency] = ["CarrelBasics", "CarrelHTTP", "CarrelModel", "CarrelStages"]

/// Plug-ins of Carrel.
///
/// SwiftPM looks for its own plug-ins in `Plugins/` too: these are ordinary targets with an explicit path.
func plugins(
    _ name: String, in folder: String, exclude: [String] = [], _ dependencies: [Target.Dependency] = []
) -> Target {
    .target(
        name: name, dependencies: floors + dependencies, path: "Plugins/\(folder)", exclude: exclude,
        swiftSettings: strict)
}

/// Tests.
func tests(_ name: String, exclude: [String] = [], _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name, dependencies: floors + ["CarrelTesting"] + dependencies, exclude: exclude,
        swiftSettings: strict)
}

/// The commit that `make` says it builds, for `carrel --version --verbose`.
let commit = Context.environment["CARREL_COMMIT"].flatMap { text in
    text.isEmpty || !text.allSatisfy({ $0.isHexDigit || $0 == "+" }) ? nil : text
}

let package = Package(
    name: "carrel",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "carrel", targets: ["carrel"]),
        .library(name: "CarrelBasics", targets: ["CarrelBasics"]),
        .library(name: "CarrelHTTP", targets: ["CarrelHTTP"]),
        .library(name: "CarrelModel", targets: ["CarrelModel"]),
        .library(name: "CarrelStages", targets: ["CarrelStages"]),
        .library(name: "CarrelConfiguration", targets: ["CarrelConfiguration"]),
        .library(name: "CarrelCore", targets: ["CarrelCore"]),
        .library(name: "CarrelFrontEnd", targets: ["CarrelFrontEnd"]),
        .library(name: "CarrelOpening", targets: ["CarrelOpening"]),
        .library(name: "CarrelViews", targets: ["CarrelViews"]),
        .library(name: "CarrelStandard", targets: ["CarrelStandard"]),
        .library(name: "CarrelTesting", targets: ["CarrelTesting"]),
    ],
    targets: [
        systemLibrary("CCmarkGFM", "libcmark-gfm", "libcmark-gfm-extensions-dev"),
        systemLibrary("CLibxml2", "libxml-2.0", "libxml2-dev"),
        systemLibrary("CUchardet", "uchardet", "libuchardet-dev"),
        .target(name: "CCodings", dependencies: ["CLoading"], linkerSettings: [.linkedLibrary("z")]),
        .target(name: "CLoading", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CCrypt", dependencies: ["CLoading"]),
        .target(name: "CLibcurl", dependencies: ["CLoading"]),
        .target(name: "CMagic", dependencies: ["CLoading"]),
        .target(name: "CMarkup", dependencies: ["CLibxml2"]),
        .target(name: "CMicrohttpd", dependencies: ["CLoading"]),
        .target(name: "COpenSSL", dependencies: ["CLoading"]),
        .target(name: "CPlatform", cSettings: commit.map { [.define("CARREL_COMMIT", to: "\"\($0)\"")] }),
        .target(name: "CPostgreSQL", dependencies: ["CLoading"]),
        .target(name: "CRegex", linkerSettings: [.linkedLibrary("re2")]),
        .target(name: "CSimdjson", linkerSettings: [.linkedLibrary("simdjson")]),
        .target(name: "CSQLite", dependencies: ["CLoading"]),
        .target(name: "CTLSReading", dependencies: ["CLoading"]),
        .target(name: "CTomlPlusPlus"),

        // The house from its ground up: each imports only those above it in this list.
        sources("CarrelBasics", ["CPlatform"]),
        sources("CarrelHTTP", ["CarrelBasics"]),
        sources("CarrelModel", ["CarrelBasics", "CarrelHTTP"]),
        sources("CarrelStages", ["CarrelBasics", "CarrelHTTP", "CarrelModel"]),
        sources("CarrelConfiguration", floors),
        sources("CarrelCore", floors + ["CarrelConfiguration"]),
        sources("CarrelMarkdown", ["CarrelBasics", "CCmarkGFM"]),
        sources(
            "CarrelViews",
            floors + ["CarrelConfiguration", "CarrelCore", "CarrelDigest", "CarrelMarkdown"]),
        sources("CarrelFrontEnd", floors + ["CarrelCore"]),
        sources("CarrelHTML", ["CarrelBasics", "CarrelDigest"]),
        sources(
            "CarrelOpening", floors + ["CarrelConfiguration", "CarrelCore", "CarrelFiles", "CarrelFrontEnd"]),
        sources(
            "CarrelExport",
            floors + [
                "CarrelCore", "CarrelDigest", "CarrelFiles", "CarrelHTML", "CarrelMarkdown", "CarrelTables",
            ]),
        sources("CarrelImport", floors + ["CarrelCore", "CarrelDates", "CarrelDigest", "CarrelFiles"]),
        sources("CarrelCopy", floors + ["CarrelDigest", "CarrelRecords"]),
        sources("CarrelTerminal", ["CarrelBasics", "CarrelModel"]),
        sources("CarrelCodings", ["CCodings"]),
        sources("CarrelDigest", ["COpenSSL", "CarrelBasics", "CarrelHTTP"]),
        sources("CarrelFiles", ["CarrelBasics", "CarrelModel", "CarrelStages", "CPlatform"]),
        sources("CarrelStaging", floors + ["CarrelDigest", "CarrelFiles"]),
        sources("CarrelS3", floors + ["CarrelDigest", "CarrelMarkup"]),
        sources("CarrelJSON", ["CSimdjson"]),
        sources("CarrelJSONReading", floors + ["CarrelJSON"]),
        sources("CarrelText", ["CUchardet"]),
        sources("CarrelTables", []),
        sources("CarrelSheets", ["CarrelBasics", "CarrelModel"]),
        sources("CarrelCalendars", ["CarrelBasics", "CarrelModel", "CarrelText"]),
        sources("CarrelDates", ["CarrelBasics"]),
        sources("CarrelTextReading", floors + ["CarrelText"]),
        sources("CarrelMarkup", ["CMarkup", "CarrelText"]),
        sources("CarrelXMLReading", floors + ["CarrelMarkup"]),
        sources("CarrelPostgreSQL", floors + ["CPostgreSQL", "CarrelDigest"]),
        sources("CarrelRecords", floors + ["CarrelFiles"]),
        sources("CarrelRegex", ["CRegex"]),
        sources("CarrelSQLite", floors + ["CSQLite", "CarrelFiles"]),
        sources("CarrelJSONPath", ["CarrelJSON", "CarrelRegex"]),
        sources(
            "CarrelMediaTypes",
            floors + ["CMagic", "CarrelCodings", "CarrelJSON", "CarrelMarkup", "CarrelText"]),
        sources("CarrelArchives", floors),
        sources("CarrelServer", ["CarrelBasics", "CarrelHTTP", "CMicrohttpd"]),
        sources("CarrelDelayProxy", ["CarrelBasics", "CarrelHTTP", "CarrelServer"]),
        sources(
            "CarrelBrowse",
            floors + ["CarrelCore", "CarrelFrontEnd", "CarrelTerminal"]),
        // The schema of what programs get, as the build embeds it.
        .target(name: "CInterfaceFiles"),
        sources(
            "CarrelInterface",
            floors + ["CInterfaceFiles", "CarrelCore", "CarrelFrontEnd", "CarrelViews"]),
        .target(name: "CPageAssets", linkerSettings: [.linkedLibrary("z")]),
        sources(
            "CarrelMCP",
            floors + ["CarrelCore", "CarrelFrontEnd", "CarrelInterface", "CarrelJSON", "CarrelViews"]),
        .target(
            name: "CarrelPage",
            dependencies: floors + [
                "CCrypt", "CPageAssets", "CarrelCore", "CarrelDates", "CarrelDigest", "CarrelFrontEnd",
                "CarrelHTML", "CarrelInterface", "CarrelJSON", "CarrelMarkdown", "CarrelMarkup",
                "CarrelServer", "CarrelText", "CarrelViews",
            ],
            exclude: ["Assets"], swiftSettings: strict),
        sources("CarrelTOML", ["CarrelBasics", "CarrelConfiguration", "CarrelStages", "CTomlPlusPlus"]),
        sources("CarrelTesting", floors + ["CarrelCore", "CarrelDigest", "CarrelS3"]),

        plugins("SourcePlugins", in: "Source", ["CarrelCodings", "CarrelDigest"]),
        plugins("CatalogFormParsing", in: "Parse/Carrel", ["CarrelJSON"]),
        plugins(
            "HTMLLinksParsing", in: "Parse/HTMLLinks", ["CarrelMarkup", "CarrelRegex", "CarrelXMLReading"]),
        plugins("MetalinkParsing", in: "Parse/Metalink", ["CarrelMarkup", "CarrelXMLReading"]),
        plugins("ModuleNotesParsing", in: "Parse/ModuleNotes", ["CarrelJSON", "CarrelJSONReading"]),
        plugins("TimetableParsing", in: "Parse/Timetable", ["CarrelJSON", "CarrelJSONReading"]),
        plugins(
            "ITunesChartParsing", in: "Parse/ITunesChart",
            ["CarrelJSON", "CarrelJSONReading", "CarrelMarkup"]),
        plugins(
            "FlickrPlacesParsing", in: "Parse/FlickrPlaces",
            ["CarrelJSON", "CarrelJSONReading", "CarrelMarkup"]),
        plugins(
            "FeedParsing", in: "Parse/Feed",
            ["CarrelDates", "CarrelJSON", "CarrelJSONReading", "CarrelMarkup", "CarrelXMLReading"]),
        plugins("ListingParsing", in: "Parse/Listing", ["CarrelMarkup", "CarrelXMLReading"]),
        plugins("OAIPMHParsing", in: "Parse/OAIPMH", ["CarrelMarkup", "CarrelXMLReading"]),
        plugins("WebDAVParsing", in: "Parse/WebDAV", ["CarrelMarkup", "CarrelXMLReading"]),
        plugins("S3Parsing", in: "Parse/S3", ["CarrelMarkup", "CarrelXMLReading"]),
        plugins(
            "OPDSParsing", in: "Parse/OPDS",
            ["CarrelJSON", "CarrelJSONReading", "CarrelMarkup", "CarrelXMLReading"]),
        plugins(
            "SitemapParsing", in: "Parse/Sitemap",
            ["CarrelDates", "CarrelMarkup", "CarrelRegex", "CarrelText", "CarrelXMLReading"]),
        plugins("OPMLParsing", in: "Parse/OPML", ["CarrelMarkup", "CarrelXMLReading"]),
        plugins("URLListParsing", in: "Parse/URLList", ["CarrelTables", "CarrelText"]),
        plugins(
            "MapParsing", in: "Parse/Map",
            [
                "CarrelJSON", "CarrelJSONPath", "CarrelJSONReading", "CarrelMarkup", "CarrelRegex",
                "CarrelTables", "CarrelText", "CarrelXMLReading",
            ]),
        plugins("PlanPlugins", in: "Plan", ["CarrelDates"]),
        plugins(
            "CurlFetching", in: "Download/Curl",
            ["CLibcurl", "CTLSReading", "CarrelCodings", "CarrelFiles"]),
        plugins("CommandFetching", in: "Download/Command"),
        plugins("URLSessionFetching", in: "Download/URLSession"),
        plugins("DirectoryStoring", in: "Store/Directory", ["CarrelDigest", "CarrelFiles", "CarrelStaging"]),
        plugins("S3Storing", in: "Store/S3", ["CarrelDigest", "CarrelFiles", "CarrelS3", "CarrelStaging"]),
        plugins("PreviewPlugins", in: "Preview/PlainText", ["CarrelText"]),
        plugins("PDFPreviewing", in: "Preview/PDFText", ["CarrelMarkup"]),
        plugins(
            "HTMLSummaryPreviewing", in: "Preview/HTMLSummary",
            ["CarrelDates", "CarrelJSON", "CarrelMarkup", "CarrelText"]),
        plugins(
            "ImagePreviewing", in: "Preview/Image", ["CarrelCodings", "CarrelMediaTypes", "CarrelMarkup"]),
        plugins(
            "OfficePreviewing", in: "Preview/Office", ["CarrelArchives", "CarrelMarkup", "CarrelSheets"]),
        plugins("BookPreviewing", in: "Preview/Book", ["CarrelArchives", "CarrelMarkup"]),
        plugins("RTFPreviewing", in: "Preview/RTF", ["CarrelText"]),
        plugins("LegacyOfficePreviewing", in: "Preview/LegacyOffice", ["CarrelSheets", "CarrelText"]),
        plugins(
            "MarkdownPreviewing", in: "Preview/Markdown",
            ["CarrelMarkdown", "CarrelMarkup", "CarrelTextReading"]),
        plugins("TablePreviewing", in: "Preview/Table", ["CarrelTables", "CarrelTextReading"]),
        plugins(
            "StructuredPreviewing", in: "Preview/Structured",
            ["CarrelJSON", "CarrelMarkup", "CarrelTextReading"]),
        plugins(
            "NotebookPreviewing", in: "Preview/Notebook", ["CarrelJSON", "CarrelMarkup", "CarrelTextReading"]),
        plugins("SourcePreviewing", in: "Preview/Source", ["CarrelTextReading"]),
        plugins("MailPreviewing", in: "Preview/Mail", ["CarrelCalendars", "CarrelMarkup", "CarrelText"]),
        plugins("CalendarPreviewing", in: "Preview/Calendar", ["CarrelCalendars", "CarrelTextReading"]),
        plugins("ArchivePreviewing", in: "Preview/Archive", ["CarrelArchives", "CarrelText"]),
        plugins("MediaPreviewing", in: "Preview/Media", ["CarrelJSON"]),
        plugins("CommandPreviewing", in: "Preview/Command", ["CarrelJSON", "CarrelText"]),
        plugins(
            "PostgreSQLKeeping", in: "Library/PostgreSQL",
            ["CarrelDigest", "CarrelFiles", "CarrelPostgreSQL", "CarrelRecords", "CarrelSQLite"]),
        plugins(
            "SQLiteKeeping", in: "Library/SQLite",
            ["CarrelFiles", "CarrelRecords", "CarrelSQLite", "CSQLite"]),
        plugins("LocalQueueing", in: "Queue/Local"),
        plugins("PostgreSQLQueueing", in: "Queue/PostgreSQL", ["CarrelPostgreSQL"]),

        sources(
            "CarrelStandard",
            floors + [
                "CarrelConfiguration", "CarrelCore", "CarrelDigest", "CarrelMarkup", "CarrelMediaTypes",
                "CarrelOpening", "CarrelTOML", "CPlatform", "SourcePlugins", "CatalogFormParsing",
                "FeedParsing", "HTMLLinksParsing", "ITunesChartParsing", "FlickrPlacesParsing",
                "ListingParsing", "MapParsing", "MetalinkParsing", "ModuleNotesParsing", "OAIPMHParsing",
                "OPDSParsing", "OPMLParsing", "S3Parsing", "SitemapParsing", "TimetableParsing",
                "URLListParsing", "WebDAVParsing", "PlanPlugins", "CurlFetching", "CommandFetching",
                "URLSessionFetching", "DirectoryStoring", "S3Storing", "PDFPreviewing", "PreviewPlugins",
                "HTMLSummaryPreviewing", "ImagePreviewing", "OfficePreviewing", "BookPreviewing",
                "RTFPreviewing", "LegacyOfficePreviewing", "MarkdownPreviewing", "TablePreviewing",
                "StructuredPreviewing", "NotebookPreviewing", "SourcePreviewing", "MailPreviewing",
                "CalendarPreviewing", "ArchivePreviewing", "CommandPreviewing", "MediaPreviewing",
                "PostgreSQLKeeping", "SQLiteKeeping", "LocalQueueing", "PostgreSQLQueueing", "CarrelProfiles",
            ]),
        // The shipped profiles, embedded in the binary so that it stays one file.
        .target(
            name: "CarrelProfiles", path: "Config", exclude: ["Samples", "Hooks", "Plugins"],
            resources: [
                .embedInCode("default.toml"), .embedInCode("offline.toml"), .embedInCode("slow-network.toml"),
                .embedInCode("urlsession.toml"), .embedInCode("notes.toml"), .embedInCode("timetable.toml"),
                .embedInCode("charts.toml"), .embedInCode("places.toml"), .embedInCode("feeds.toml"),
                .embedInCode("books.toml"), .embedInCode("repository.toml"), .embedInCode("bucket.toml"),
                .embedInCode("canvas.toml"), .embedInCode("moodle.toml"), .embedInCode("webdav.toml"),
                .embedInCode("gallery-dl.toml"), .embedInCode("yt-dlp.toml"),
                .embedInCode("sitemap.toml"), .embedInCode("metalink.toml"), .embedInCode("opml.toml"),
                .embedInCode("url-list.toml"),
                .embedInCode("folders.toml"),
            ], swiftSettings: strict),
        .executableTarget(
            name: "carrel",
            dependencies: floors + [
                "CPlatform", "CarrelBrowse", "CarrelConfiguration", "CarrelCopy", "CarrelCore",
                "CarrelDelayProxy", "CarrelExport", "CarrelFiles", "CarrelFrontEnd", "CarrelImport",
                "CarrelMCP", "CarrelOpening", "CarrelPage", "CarrelServer", "CarrelStandard",
                "CarrelTerminal", "CarrelViews",
            ],
            path: "Sources/CarrelCLI", swiftSettings: strict,
            // What one thread allocates another one frees, for every document: glibc's threads wait for each other then.
            linkerSettings: [.linkedLibrary("mimalloc", .when(platforms: [.linux]))]),

        // What `make fuzz` throws input at, and `make test` the findings of earlier runs.
        .target(
            name: "FuzzHarnesses",
            dependencies: floors + [
                "CarrelCodings", "CarrelConfiguration", "CarrelCore", "CarrelJSON", "CarrelProfiles",
                "CarrelStandard", "CarrelTOML", "CarrelTesting", "BookPreviewing", "CatalogFormParsing",
                "CurlFetching", "FeedParsing", "FlickrPlacesParsing", "HTMLLinksParsing",
                "HTMLSummaryPreviewing", "ListingParsing", "CarrelJSONPath", "ITunesChartParsing",
                "MapParsing", "MetalinkParsing", "ModuleNotesParsing", "OAIPMHParsing", "OPDSParsing",
                "S3Parsing", "WebDAVParsing", "OfficePreviewing", "PreviewPlugins", "RTFPreviewing",
                "MarkdownPreviewing", "TablePreviewing", "StructuredPreviewing", "NotebookPreviewing",
                "SourcePreviewing", "MailPreviewing", "CalendarPreviewing", "OPMLParsing", "SitemapParsing",
                "TimetableParsing", "URLListParsing",
            ], path: "Fuzz/Harnesses", swiftSettings: strict),

        tests("CarrelBasicsTests", []),
        tests("CarrelHTTPTests", []),
        tests("CarrelTextTests", ["CarrelText", "CarrelMarkup"]),
        tests("CarrelModelTests", []),
        tests("CarrelMediaTypesTests", ["CarrelMediaTypes"]),
        tests("CarrelStagesTests", []),
        tests(
            "CarrelConfigurationTests",
            ["CarrelConfiguration", "CarrelTOML", "PlanPlugins", "CommandPreviewing"]),
        tests(
            "CarrelCoreTests",
            [
                "CatalogFormParsing", "CarrelConfiguration", "CarrelCore", "CarrelDigest", "CarrelFrontEnd",
                "CarrelInterface", "PlanPlugins", "FlickrPlacesParsing", "ModuleNotesParsing",
                "SQLiteKeeping", "LocalQueueing", "URLListParsing",
            ]),
        tests(
            "DownloadTests", exclude: ["Wire/hostile"],
            ["CommandFetching", "CurlFetching", "URLSessionFetching", "CarrelCodings"]),
        tests(
            "ParseTests",
            [
                "CatalogFormParsing", "FeedParsing", "HTMLLinksParsing", "ModuleNotesParsing",
                "ITunesChartParsing", "ListingParsing", "FlickrPlacesParsing", "MapParsing",
                "MetalinkParsing", "OAIPMHParsing", "OPDSParsing", "OPMLParsing", "S3Parsing",
                "SitemapParsing", "URLListParsing", "WebDAVParsing", "TimetableParsing", "CarrelJSON",
                "CarrelJSONPath", "CarrelMarkup",
            ]),
        tests(
            "PreviewTests",
            [
                "PDFPreviewing", "PreviewPlugins", "HTMLSummaryPreviewing", "ImagePreviewing",
                "OfficePreviewing", "BookPreviewing", "RTFPreviewing", "LegacyOfficePreviewing",
                "CarrelArchives", "CarrelMediaTypes", "CarrelSheets", "CarrelTables", "MarkdownPreviewing",
                "TablePreviewing", "StructuredPreviewing", "NotebookPreviewing", "SourcePreviewing",
                "MailPreviewing", "CalendarPreviewing", "ArchivePreviewing", "CommandPreviewing",
                "MediaPreviewing",
            ]),
        tests("ExportTests", ["CarrelCore", "CarrelExport"]),
        tests("ImportTests", ["CarrelCore", "CarrelImport"]),
        tests(
            "CopyTests", ["CarrelCopy", "CarrelDigest", "CarrelFiles", "CarrelRecords", "DirectoryStoring"]),
        tests(
            "LibraryTests",
            [
                "CarrelFiles", "CarrelPostgreSQL", "CarrelRecords", "CarrelSQLite", "PostgreSQLKeeping",
                "SQLiteKeeping",
            ]),
        tests(
            "QueueTests",
            ["CarrelCore", "CarrelPostgreSQL", "LocalQueueing", "PostgreSQLKeeping", "PostgreSQLQueueing"]),
        tests("SourceTests", ["CarrelCodings", "CarrelDigest", "SourcePlugins"]),
        tests("ServerTests", ["CarrelDelayProxy", "CarrelServer", "CurlFetching"]),
        tests(
            "StoreTests",
            [
                "CarrelFiles", "CarrelRecords", "CarrelS3", "CarrelStaging", "CurlFetching",
                "DirectoryStoring", "S3Storing", "SQLiteKeeping", "URLSessionFetching",
            ]),
        tests(
            "PipelineTests",
            [
                "CarrelCore", "CarrelFiles", "CurlFetching", "URLSessionFetching", "DirectoryStoring",
                "LocalQueueing", "CarrelS3", "ModuleNotesParsing", "PlanPlugins", "S3Storing",
                "SQLiteKeeping",
            ]),
        tests("TerminalTests", ["CarrelTerminal"]),
        tests("BrowseTests", ["CarrelBrowse", "CarrelCore", "CarrelFrontEnd", "CarrelTerminal"]),
        tests("CarrelMarkdownTests", ["CarrelMarkdown"]),
        tests(
            "PageTests",
            [
                "CarrelCore", "CarrelFrontEnd", "CarrelHTML", "CarrelInterface", "CarrelPage", "CarrelServer",
            ]),
        tests("InterfaceTests", ["CarrelCore", "CarrelInterface", "CarrelMCP"]),
        tests("CarrelViewsTests", ["CarrelCore", "CarrelMarkdown", "CarrelViews"]),
        tests("CarrelStandardTests", ["CarrelConfiguration", "CarrelCore", "CarrelStandard", "CarrelTOML"]),
        tests(
            "CommandLineTests",
            [
                "carrel", "CarrelBrowse", "CarrelConfiguration", "CarrelDigest", "CarrelS3", "CarrelStandard",
                "CarrelViews", "CurlFetching",
            ]),
        tests(
            "ExampleTests",
            ["CarrelCore", "CarrelDigest", "CarrelFrontEnd", "CarrelOpening", "CarrelStandard"]),
        tests("FuzzTests", ["FuzzHarnesses"]),
    ],
    cxxLanguageStandard: .cxx17
)

// The fuzzer itself needs sanitizers: `make fuzz` alone builds it.
if Context.environment["CARREL_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "carrel-fuzz", dependencies: ["CarrelTesting", "FuzzHarnesses"], path: "Fuzz/Driver",
            swiftSettings: strict,
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]))
}
