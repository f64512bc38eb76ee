import CarrelBasics
import CarrelHTTP
import CarrelStages
import CommandPreviewing
import Foundation
import Testing

@testable import CarrelConfiguration

/// The tables of previewers that a profile may have several of.
@Suite(.timeLimit(.minutes(1))) struct CommandTableTests {
    private let files: ProfileFolder

    init() throws { files = try ProfileFolder() }

    private func problems(_ text: String) throws -> [String] {
        try files.write("carrel.toml", text)
        return files.problems(config: "carrel.toml")
    }

    @Test func `media types name tables, which merge over all layers`() throws {
        try files.write(
            "config/carrel/default.toml",
            """
            extends = "careful"
            [preview.command.dicom]
            command = "dcmdump {file}"
            timeout = "9s"
            [preview.command.other]
            command = "other"
            """)
        try files.write(
            "carrel.toml",
            """
            extends = "config/carrel/default.toml"
            [preview]
            "application/dicom" = "command.dicom"
            "model/*" = "command.other"
            [preview.command.dicom]
            timeout = "3s"
            output = "markdown"
            """)
        let configuration = try files.load(
            config: "carrel.toml", set: [("preview.command.dicom.processes", "2")])
        let type = try #require(MediaType("application/dicom"))
        #expect(configuration.previewer(for: type) == "command.dicom")
        #expect(configuration.previewer(for: try #require(MediaType("model/stl"))) == "command.other")
        let values = configuration[.preview].values.filter { $0.key.hasPrefix("command.dicom.") }
        #expect(
            Set(values.map(\.key))
                == ["command", "timeout", "output", "processes"].reduce(into: []) {
                    $0.insert("command.dicom.\($1)")
                })
        #expect(values.first { $0.key == "command.dicom.timeout" }?.text == "\"3s\"")
        let builder = PluginBuilder(
            registry: ProfileFolder.registry, configuration: configuration, context: PluginContext())
        #expect(try builder.makePreviewer(for: type)?.name == "command.dicom")
        #expect(try builder.makePreviewer(for: try #require(MediaType("image/png"))) == nil)
    }

    @Test func `a table that is not there is said, with the nearest`() throws {
        let told = try problems(
            """
            [preview]
            "application/dicom" = "command.dicon"
            "a/b" = "command"
            [preview.command.dicom]
            command = "dcmdump"
            """)
        #expect(told.count == 2)
        #expect(
            told.contains { $0.contains("“command.dicon”") && $0.contains("did you mean “command.dicom”") },
            "\(told)")
        #expect(told.allSatisfy { $0.contains("command.NAME with a table [preview.command.NAME]") })
    }

    @Test(arguments: [
        ("preview.command = 3", "preview.command", "[preview.command.NAME]"),
        (
            "preview.command.command = \"x\"", "preview.command.command",
            "a setting without the name of a table"
        ),
        ("preview.command.a = \"x\"", "preview.command.a", "a table [preview.command.NAME]"),
        ("preview.command.a.output = \"text\"", "preview.command.a.command", "not set"),
        ("preview.command.a = { command = \"x\", outptu = \"json\" }", "preview.command.a.outptu", "output"),
        (
            "preview.command.a = { command = \"x\", output = \"xml\" }", "preview.command.a.output",
            "one of text"
        ),
        ("preview.command.a = { command = \"x --in={file}\" }", "preview.command.a.command", "{file}"),
        ("preview.command.\"a b\" = { command = \"x\" }", "preview.command.a b", "letters, digits"),
        (
            "preview.command.a = { command = \"x\", processes = 0 }", "preview.command.a.processes",
            "1 to 1000"
        ),
    ])
    func `mistakes have their place`(text: String, key: String, words: String) throws {
        let told = try problems(text)
        #expect(told.count == 1, "\(told)")
        #expect(told.first?.contains(": \(key): ") == true && told.first?.contains(words) == true, "\(told)")
    }

    @Test(arguments: [
        ("preview.command.a.command = \"rm -rf\"", "preview.command.a.command"),
        ("preview.command.a = { command = [\"x\"] }", "preview.command.a.command"),
    ])
    func `a profile of the current folder is trusted before it names commands`(text: String, key: String)
        throws
    {
        try files.write("carrel.toml", text)
        let refused = files.problems().filter { $0.contains("carrel config trust") }
        #expect(refused.count == 1 && refused[0].contains(": \(key): ") && refused[0].contains("may not run"))
    }

    @Test func `neither may it show further files to the user's own commands`() throws {
        try files.write("config/carrel/default.toml", "[preview.command.mine]\ncommand = \"mine\"\n")
        try files.write(
            "carrel.toml",
            "extends = \"config/carrel/default.toml\"\npreview.command.mine.reads = [\"~/.ssh\"]\n")
        let refused = files.problems().filter { $0.contains("carrel config trust") }
        #expect(refused.contains { $0.contains("let a command read ~/.ssh") }, "\(refused)")
    }

    @Test func `a command that a profile wants to read what is not there is said at its place`() throws {
        try files.write(
            "carrel.toml",
            "[preview]\n\"a/b\" = \"command.x\"\n[preview.command.x]\ncommand = \"x\"\nreads = [\"/no/such/file\"]\n"
        )
        let configuration = try files.load(config: "carrel.toml")
        let builder = PluginBuilder(
            registry: ProfileFolder.registry, configuration: configuration, context: PluginContext())
        let error = #expect(throws: ConfigurationError.self) {
            try builder.makePreviewer(for: try #require(MediaType("a/b")))
        }
        #expect(error?.problems.first?.key == "preview.command.x.reads")
        #expect(error?.problems.first?.description.contains("carrel.toml:5:1") == true)
    }
}
