import CarrelConfiguration
import CarrelStages
import Foundation
import Testing

/// Catalogues that are several documents, and profiles that list several catalogues.
@Suite struct CatalogTablesTests {
    private let files: ProfileFolder

    init() throws { files = try ProfileFolder() }

    // MARK: Roles

    @Test func `each role has a source of its own, and what the stage says holds for all`() throws {
        try files.write(
            "carrel.toml",
            """
            [source]
            use = "web"
            timeout = "9s"
            [source.modules]
            url = "http://x/modules"
            [source.rooms]
            use = "fixed"
            text = "rooms"
            """)
        let configuration = try files.load(set: [("source.modules.flavour", "sour")])
        let roles = configuration[.source].roles
        #expect(roles.map(\.name) == ["modules", "rooms"])
        #expect(roles.map(\.source.use) == ["web", "fixed"])
        #expect(roles[0].source.settings[ProfileFolder.timeout] == .seconds(9))
        #expect(roles[0].source.settings[ProfileFolder.url] == "http://x/modules")
        #expect(roles[0].source.settings[ProfileFolder.flavour] == "sour")
        #expect(configuration[.source].values.contains { $0.key == "modules.url" })
    }

    @Test func `mistakes in a role are reported with its name`() throws {
        try files.write(
            "carrel.toml",
            """
            [source]
            use = "web"
            [source.modules]
            flavor = "sour"
            timeout = 3
            [source.rooms]
            use = "webb"
            """)
        let problems = files.problems()
        #expect(problems.count == 3, "\(problems)")
        #expect(problems[0].contains("carrel.toml:4:1: source.modules.flavor: unknown key"))
        #expect(problems[0].contains("did you mean “flavour”?"))
        #expect(problems[1].contains("carrel.toml:5:1: source.modules.timeout: found the integer 3"))
        #expect(problems[2].contains("carrel.toml:7:1: source.rooms.use: unknown plug-in “webb”"))
    }

    @Test func `one place beside those of several documents is reported, unless it is farther away`() throws {
        let roles = "[source.modules]\nurl = \"http://x/modules\"\n"
        try files.write("carrel.toml", "[source]\nurl = \"http://x/all\"\n" + roles)
        #expect(
            files.problems() == [
                """
                carrel.toml:2:1: source.url: one place for a catalogue that is several documents; \
                expected source.modules.url
                """
            ])
        try files.write("config/carrel/base.toml", "[source]\nurl = \"http://x/all\"\n")
        try files.write("carrel.toml", "extends = \"base\"\n" + roles)
        #expect(files.problems().isEmpty, "\(files.problems())")
        #expect(files.problems(set: [("source.url", "x")]).count == 1)
    }

    // MARK: Catalogues

    @Test func `a catalogue that says where it is, is one document, whatever the profile's own is`() throws {
        try files.write(
            "carrel.toml",
            """
            [source.modules]
            url = "http://x/modules"
            [[catalogue]]
            name = "one"
            source.url = "http://x/one"
            [[catalogue]]
            name = "several"
            source.rooms.url = "http://x/rooms"
            """)
        let configuration = try files.load(set: [("source.modules.timeout", "1s")])
        let roles = configuration.catalogs.map { $0.configuration[.source].roles.map(\.name) }
        #expect(roles == [[], ["modules", "rooms"]])
        #expect(
            configuration.catalogs[0].configuration[.source].settings[ProfileFolder.url] == "http://x/one")
        // What the command line says of the whole is for the catalogues that are one document.
        #expect(
            files.problems(set: [("source.url", "http://x/other")]).map { $0.contains("source.url") } == [
                true
            ])
    }

    @Test func `what the profile says for all holds for those catalogues whose plug-in has it`() throws {
        try files.write(
            "carrel.toml",
            """
            [source]
            flavour = "sour"
            [[catalogue]]
            name = "one"
            source.use = "web"
            source.url = "http://x/one"
            [[catalogue]]
            name = "two"
            source.use = "fixed"
            source.text = "two"
            """)
        #expect(files.problems().isEmpty, "\(files.problems())")
        #expect(
            try files.load().catalogs.first?.configuration[.source].settings[ProfileFolder.flavour] == "sour")
    }

    @Test func `names that differ in case alone are one name`() throws {
        try files.write("carrel.toml", "[[catalogue]]\nname = \"CHART\"\n[[catalogue]]\nname = \"chart\"\n")
        #expect(
            files.problems() == [
                """
                carrel.toml:4:1: catalogue.name: “CHART” and “chart”, but for their case, are the name of two \
                catalogues; expected a name of its own
                """
            ])
    }

    @Test func `who says of a catalogue alone where it is, is told the whole key`() throws {
        try files.write("carrel.toml", "[[catalogue]]\nname = \"a\"\nurl = \"http://x/a\"\n")
        let problem = files.problems().first { $0.contains("catalogue.url: unknown key") }
        #expect(problem?.hasSuffix("; did you mean “source.url”?") == true, "\(files.problems())")
    }

    @Test func `the problems of the profile and of every catalogue are reported together, each once`() throws
    {
        try files.write(
            "carrel.toml",
            """
            [store]
            colour = "red"
            [[catalogue]]
            source.use = "webb"
            [[catalogue]]
            name = "a"
            colour = "red"
            plan.use = 3
            [[catalogue]]
            name = "a"
            parse.further-url = "http://x/{id}?{key}"
            """)
        let lines = files.problems().map { $0.split(separator: ":")[1] }
        #expect(lines == ["2", "4", "4", "7", "8", "10", "11"], "\(files.problems())")
        #expect(files.problems().last?.contains("with no placeholders but {collection} and {key}") == true)
    }

    @Test func `each catalogue has what its tables say over what the profile says`() throws {
        try files.write(
            "carrel.toml",
            """
            [download]
            max-concurrent = 6
            [[catalogue]]
            name = "notes"
            source.use = "fixed"
            source.text = "a"
            [[catalogue]]
            name = "chart"
            source.use = "web"
            plan.use = "missing-only"
            download.max-concurrent = 2
            store.name = "{title}"
            """)
        let configuration = try files.load(set: [("download.retries", "7")])
        let catalogs = configuration.catalogs
        #expect(catalogs.map(\.name) == ["notes", "chart"])
        #expect(catalogs.map(\.configuration[.source].use) == ["fixed", "web"])
        #expect(catalogs.map(\.configuration[.plan].use) == ["mirror", "missing-only"])
        let concurrent = catalogs.map { $0.configuration[.download].settings[StageSettings.maxConcurrent] }
        #expect(concurrent == [6, 2])
        #expect(catalogs[1].configuration[.download].settings[StageSettings.retries] == 7)
        #expect(catalogs[1].configuration[.store].settings[StageSettings.name] == "{title}")
        #expect(configuration[.plan].use == "mirror")
    }

    @Test func `a catalogue needs a name of its own, known tables, and no library of its own`() throws {
        try files.write(
            "carrel.toml",
            """
            [[catalogue]]
            source.use = "web"
            [[catalogue]]
            name = "a"
            sorce.use = "web"
            [[catalogue]]
            name = "a"
            store.path = "elsewhere"
            preview.max-text = "2 kB"
            """)
        let problems = files.problems()
        #expect(problems.count == 5, "\(problems)")
        #expect(problems.contains { $0.contains("all catalogues of a profile share [preview]") })
        #expect(problems.contains { $0.contains("a catalogue without a name") })
        #expect(problems.contains { $0.contains("carrel.toml:5:1") && $0.contains("did you mean “source”?") })
        #expect(problems.contains { $0.contains("“a” is the name of two catalogues") })
        #expect(problems.contains { $0.contains("share one library") })
    }

    @Test func `a catalogue's own settings are checked, too`() throws {
        try files.write(
            "carrel.toml",
            """
            [[catalogue]]
            name = "a"
            source.use = "web"
            download.retries = "many"
            """)
        let problems = files.problems()
        #expect(
            problems.count == 1 && problems[0].contains("carrel.toml:4:10: download.retries"), "\(problems)")
    }

    @Test(arguments: ["catalogue = 3", "catalogue = []", "catalogue = [1]", "[catalogue]\nname = \"a\""])
    func `what is no list of catalogues is an error`(text: String) throws {
        try files.write("carrel.toml", text + "\n")
        #expect(files.problems().contains { $0.contains("[[catalogue]]") }, "\(files.problems())")
    }
}
