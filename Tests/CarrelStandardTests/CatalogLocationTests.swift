import CarrelConfiguration
import CarrelCore
import CarrelStages
import CarrelStandard
import CarrelTesting
import Foundation
import Testing

/// Which place names a catalogue, whatever way its profile is written.
@Suite(.timeLimit(.minutes(1))) struct CatalogLocationTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }

    init() throws { temporary = try TemporaryFolder() }

    private var context: PluginContext {
        PluginContext(workingDirectory: folder, environment: ["HOME": folder.path])
    }

    /// Loads a profile, with every check.
    private func load(_ profile: String, set: [(String, String)]) throws -> Configuration {
        try Data(profile.utf8).write(to: folder.appending(path: "carrel.toml"))
        let loader = Standard.loader(environment: ["HOME": folder.path], workingDirectory: folder)
        return try loader.profile().check(
            set.map { ConfigAssignment(key: $0.0, value: $0.1, option: "--set \($0.0)") },
            context: context)
    }

    /// The location of the catalogue of a profile.
    private func location(_ profile: String, set: [(String, String)]) throws -> String? {
        PluginBuilder(
            registry: Standard.registry, configuration: try load(profile, set: set), context: context
        ).catalogLocation
    }

    /// What is wrong with a profile, a line each; the folder's own path left out.
    private func problems(_ profile: String, set: [(String, String)] = []) -> [String] {
        do {
            _ = try load(profile, set: set)
            return []
        } catch {
            return "\(error)".replacing(folder.path + "/", with: "").split(separator: "\n").map(String.init)
        }
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

    @Test func `two catalogues with one location are named, whatever way it is written`() throws {
        let file = "[[catalogue]]\nname = \"a\"\nsource.path = \"x.json\"\n"
        let same = "[[catalogue]]\nname = \"b\"\nsource.path = \"./x.json\"\nplan.use = \"on-demand\"\n"
        #expect(
            problems(file + same) == [
                """
                carrel.toml:5:1: catalogue.source: “a” and “b” are one catalogue, \
                file://x.json; expected a source of its own for each
                """
            ])
        #expect(problems(file + same.replacing("x.json", with: "y.json")).isEmpty)
        // What the command line names is for all of them.
        #expect(problems(file + same, set: [("source.path", "z.json")]).isEmpty)
    }

    @Test func `what is wrong with a catalogue without a name is said at its own line`() {
        let own = "source.path = \"x.json\"\n"
        let named = "[[catalogue]]\nname = \"a\"\nsource.path = \"y.json\"\n"
        let found = problems("[source]\npath = \"x.json\"\n\(named)[[catalogue]]\n[[catalogue]]\n")
        #expect(found.filter { $0.contains("a catalogue without a name") }.count == 2, "\(found)")
        #expect(
            found.filter { $0.contains("catalogue.source") } == [
                """
                carrel.toml:7:1: catalogue.source: two catalogues without a name are one catalogue, \
                file://x.json; expected a source of its own for each
                """
            ])
        let twins = problems("\(named)[[catalogue]]\n\(own)[[catalogue]]\n\(own)")
        #expect(
            twins.filter { $0.contains("are one catalogue") }.first?.hasPrefix("carrel.toml:7:1:") == true)
        let half = problems("\(named)[[catalogue]]\nsource.path = \"./y.json\"\n")
        #expect(half.contains { $0.contains(":5:1: catalogue.source: “a” and one without a name are one") })
    }

    @Test(arguments: ["a/b", "-"])
    func `a name that a library gives to no catalogue is refused with the same words`(name: String) {
        let found = problems("[[catalogue]]\nname = \"\(name)\"\nsource.path = \"x.json\"\n")
        let rule =
            "a catalogue's name is one line of text without a slash and without needless spaces, and not “-”"
        #expect(found == ["carrel.toml:2:1: catalogue.name: found the string \"\(name)\": \(rule)"])
        #expect(CatalogNameError(name, among: []).map { "\($0)" } == rule)
        #expect(CatalogNameError(" sp ", among: []).map { "\($0)" } == rule)
    }

    @Test func `a document that the parser does not read is reported with what may be meant`() throws {
        let tables = "[source.timetable]\npath = \"t.json\"\n[source.theatre]\npath = \"l.json\"\n"
        #expect(
            problems(tables).map {
                $0.hasPrefix("carrel.toml:3:9: source.theatre: no parser reads such a document")
            }
                == [true])
        let named = problems("parse.use = \"timetable\"\n" + tables)
        #expect(named.count == 1 && named[0].contains("“timetable” reads no such document"), "\(named)")
        #expect(named.first?.hasSuffix("did you mean “theatres”?") == true)
    }

    @Test func `what plug-ins find wrong is reported of every catalogue, and so is a source that is missing`()
    {
        let found = problems(
            """
            [[catalogue]]
            name = "a"
            source.use = "http"
            [[catalogue]]
            name = "b"
            source.url = "ftp://x.example/"
            [[catalogue]]
            name = "c"
            """)
        #expect(found.count == 3, "\(found)")
        #expect(found.first?.hasPrefix("carrel.toml:2:1: source.url: the source http needs the URL") == true)
        #expect(found.dropFirst().first?.hasPrefix("carrel.toml:6:8: source.url") == true)
        #expect(
            found.last
                == "carrel.toml:8:1: catalogue.source: “c” has no source; expected source.url or source.path")
    }
}
