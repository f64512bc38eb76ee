import CarrelCore
import CarrelStandard
import Foundation
import Testing

/// Which place names a catalogue, whatever way its profile is written.
@Suite(.timeLimit(.minutes(1))) struct CatalogueIdentityTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "carrel-ids-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// The location of the catalogue of a profile.
    private func location(_ profile: String, set: [(String, String)] = []) throws -> String? {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(profile.utf8).write(to: folder.appending(path: "carrel.toml"))
        let loader = Standard.loader(environment: ["HOME": folder.path], workingDirectory: folder)
        let configuration = try loader.load(
            assignments: set.map { ConfigAssignment(key: $0.0, value: $0.1, option: "--set \($0.0)=\($0.1)") }
        )
        return PipelineBuilder(
            registry: Standard.registry, configuration: configuration,
            context: PluginContext(workingDirectory: folder, environment: [:])
        ).catalogLocation
    }

    @Test(arguments: ["", "parse.use = \"timetable\"\n"], ["timetable", "modules", "theatres"])
    func `a timetable is named by its own document, in whatever order the tables stand`(
        parse: String, nearest: String
    ) throws {
        let names = ["timetable", "modules", "theatres"]
        for order in [names, names.reversed(), ["modules", "timetable", "theatres"]] {
            let tables = order.map { "[source.\($0)]\nurl = \"http://x.example/\($0)\"\n" }.joined()
            // What the command line says of a document stands before every file.
            let place = "http://x.example/\(nearest)"
            #expect(
                try location(parse + tables, set: [("source.\(nearest).url", place)])
                    == "http://x.example/timetable")
        }
    }
}
