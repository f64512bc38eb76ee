import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelS3
import CarrelStages
import CarrelTesting
import DirectoryStoring
import Foundation
import LocalQueueing
import ModuleNotesParsing
import PlanPlugins
import S3Storing
import SQLiteKeeping

/// A whole pipeline over a real folder and database, with any fetcher and a clock that jumps.
final class PipelineOnDisk: Sendable {
    let folder: URL
    let clock = ManualClock(.autoAdvancing)
    let events = RecordingEvents()
    private let catalog: String
    private let bucket: S3Client?
    private let prefix = TestBucket.newPrefix()

    /// Makes a library in a temporary folder.
    ///
    /// - Parameters:
    ///   - notes: titles and URLs, in order.
    ///   - bucket: where the documents are, instead of that folder.
    ///   - parent: where that folder is made.
    /// - Throws: where the folder or the library cannot be made.
    init(
        _ notes: [(title: String, url: String)], in bucket: S3Client? = nil,
        below parent: URL = FileManager.default.temporaryDirectory
    ) throws {
        self.bucket = bucket
        folder = parent.appending(path: "carrel-run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Made once; a process of the test that has "ended" may hold its lock for a moment longer.
        _ = try SQLiteLibrary(root: folder, access: .exclusive)
        let rows = notes.map { "{\"title\":\"\($0.title)\",\"url\":\"\($0.url)\"}" }.joined(separator: ",")
        catalog = "[{\"moduleCode\":\"C1\",\"moduleTitle\":\"T\",\"moduleNotes\":[\(rows)]}]"
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The location of the catalogue.
    static let location = "http://catalog.example/notes.json"

    /// A store, as a new process makes it.
    var store: any Store {
        bucket.map { S3Store(client: $0, prefix: prefix, folder: folder) } ?? DirectoryStore(root: folder)
    }

    /// A pipeline that ends at a step of the script, or does not.
    func pipeline(
        _ fetcher: any Fetcher, crash: CrashScript? = nil, change: (inout DownloadOptions) -> Void = { _ in }
    ) throws -> Pipeline {
        var store = store
        var library: any Library = try SQLiteLibrary(root: folder, access: .shared)
        if let crash {
            store = CrashingStore(store, crash)
            library = CrashingLibrary(library, crash)
        }
        guard let template = NameTemplate("{basename}") else { throw CocoaError(.formatting) }
        var options = DownloadOptions(nameTemplate: template)
        options.queueLimits.maxConcurrent = 2
        change(&options)
        var context = PluginContext(clock: clock, environment: [:])
        context.now = { Date(timeIntervalSince1970: 1_800_000_000) }
        return Pipeline(
            source: FixedSource(catalog, location: Self.location),
            parsers: ParserSelection(
                candidates: [
                    ParserSelection.Candidate(
                        name: "module-notes", parser: try ModuleNotesParser.plugin.make(Settings(), context))
                ], fingerprint: "1"), planner: MirrorPlanner(), fetcher: fetcher, store: store,
            library: library, queues: LocalQueues(clock: clock), downloads: options,
            context: context, observer: FolderKeeper(disk: self))
    }

    /// The documents by name.
    func documents() throws -> [String: Data] {
        var documents: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where !name.hasPrefix(".") {
            documents[name] = try Data(contentsOf: folder.appending(path: name))
        }
        return documents
    }

    /// The key of a note.
    static func key(_ url: String) -> ItemKey { ItemKey(catalog: location, collection: "C1", item: url) }

    /// Passes events on, and keeps the folder for as long as anything that a pipeline began may work there: a transfer of one
    /// that is killed would make a folder anew that was removed.
    private struct FolderKeeper: PipelineObserver {
        let disk: PipelineOnDisk

        func receive(_ event: PipelineEvent) { disk.events.receive(event) }
    }
}
