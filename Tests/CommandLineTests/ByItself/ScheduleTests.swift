import CarrelTesting
import Foundation
import Testing

/// What is installed to sync in the background.
@Suite(.timeLimit(.minutes(2))) struct ScheduleTests {
    private let workspace: Workspace
    private let bin: URL

    init() throws {
        workspace = try Workspace()
        bin = workspace.folder.appending(path: "bin")
    }

    private func schedule(_ arguments: String...) async throws -> CarrelProcess.Result {
        try await CarrelProcess(
            ["schedule"] + arguments, in: workspace, environment: ["PATH": "\(bin.path):/usr/bin:/bin"]
        ).wait()
    }

    /// Does the same without `XDG_CONFIG_HOME`.
    private func scheduleAsUsual(_ arguments: String...) async throws -> CarrelProcess.Result {
        let variables = ["PATH": "\(bin.path):/usr/bin:/bin", "XDG_CONFIG_HOME": ""]
        return try await CarrelProcess(["schedule"] + arguments, in: workspace, environment: variables).wait()
    }

    /// Puts a manager of units there that looks into the usual folder only, and links what is elsewhere.
    private func managerOfUsualUnits() throws {
        let usual = workspace.folder.appending(path: Self.usual)
        try FileManager.default.createDirectory(at: usual, withIntermediateDirectories: true)
        try workspace.writeScript(
            "bin/systemctl",
            """
            [ "$2" = link ] || exit 0
            shift 2
            for unit; do
                link='\(usual.path)'/"${unit##*/}"
                [ "$unit" = "$link" ] || [ "$(readlink "$link")" = "$unit" ] || ln -s "$unit" "$link" || exit 1
            done
            """)
    }

    /// Makes the folders of a library, with a catalogue if a library can be there.
    private func library(_ name: String) async throws -> String {
        try FileManager.default.createDirectory(
            at: workspace.folder.appending(path: name).appending(path: ".carrel"),
            withIntermediateDirectories: true)
        let notes = try workspace.writeNotes([("Week 1", "http://127.0.0.1:1/a.pdf")])
        _ = try await workspace.carrel("add", notes, "--library", name)
        return name
    }

    private static let usual = ".config/systemd/user"

    private func units(in folder: String = "config/systemd/user") throws -> [String] {
        let folder = workspace.folder.appending(path: folder)
        return (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []
    }

    @Test func `systemd gets a timer of the library, and loses it again`() async throws {
        try workspace.writeScript("bin/systemctl", "echo \"$@\" >> '\(workspace.folder.path)/calls'\n")
        let on = try await schedule("on", "--every", "2h", "--library", library("50% off “lib”"))
        #expect(on.status == 0, "\(on.error)")
        let names = try units()
        #expect(names.count == 2 && names.contains { $0.hasSuffix(".service") }, "\(names)")
        let timer = try #require(names.first { $0.hasSuffix(".timer") })
        let calls = try workspace.text("calls")
        #expect(
            calls.contains("--user daemon-reload") && calls.contains("--user enable --now \(timer)"),
            "\(calls)")
        let service = try workspace.text("config/systemd/user/\(timer.replacing(".timer", with: ".service"))")
        #expect(service.contains("50%% off"), "\(service)")
        #expect(service.contains("\"watch\" \"--once\" \"--quiet\" \"--every\" \"2h\" \"--library\""))
        #expect(try workspace.text("config/systemd/user/\(timer)").contains("OnUnitActiveSec=1800s"))
        let status = try await schedule("status", "--json", "--library", "50% off “lib”")
        #expect(status.objects.first?["means"] as? String == "systemd", "\(status.output)")
        #expect(try await schedule("status").output == "off\n", "another library has its own")
        #expect(try await schedule("off", "--library", "50% off “lib”").status == 0)
        #expect(try units().isEmpty && workspace.text("calls").contains("--user disable --now \(timer)"))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze")))
    func `systemd finds nothing wrong with the units`() async throws {
        try workspace.writeScript("bin/systemctl", "exit 0\n")
        #expect(try await schedule("on", "--library", library("a \"b\" $HOME 100%")).status == 0)
        let folder = workspace.folder.appending(path: "config/systemd/user").path
        let analyze = try TestProgram(
            "/usr/bin/systemd-analyze",
            ["verify", "--user", "--man=no"] + (try units().map { "\(folder)/\($0)" }),
            environment: ["PATH": "/usr/bin:/bin", "HOME": workspace.folder.path, "XDG_RUNTIME_DIR": folder])
        #expect(try await analyze.wait() == 0)
    }

    @Test func `without systemd cron gets a line, and keeps all others`() async throws {
        try workspace.writeScript("bin/systemctl", "exit 1\n")
        try workspace.writeCrontab("5 4 * * * backup\n")
        let on = try await schedule(
            "on", "--every", "2h", "--library", try await library("it's 5%"), "--set", "plan.use=mirror")
        #expect(on.status == 0, "\(on.error)")
        let lines = try workspace.text("table").split(separator: "\n").map(String.init)
        #expect(lines.count == 2 && lines[0] == "5 4 * * * backup")
        #expect(
            lines[1].hasPrefix("*/30 * * * * ") && lines[1].contains("5\\%")
                && lines[1].contains("plan.use=mirror"), "\(lines[1])")
        #expect(try await schedule("on", "--library", "it's 5%").status == 0)
        let again = try workspace.text("table").split(separator: "\n")
        #expect(again.count == 2 && again[1].contains("'--every' 6h"), "\(again)")
        #expect(try await schedule("status", "--library", "it's 5%").output.hasPrefix("on, by cron: "))
        #expect(try await schedule("off", "--library", "it's 5%").status == 0)
        #expect(try workspace.text("table") == "5 4 * * * backup\n")
    }

    @Test func `nobody else can read the lines of cron while they are replaced`() async throws {
        try workspace.writeScript("bin/systemctl", "exit 1\n")
        let permissions = try workspace.write("permissions", "")
        try workspace.writeScript(
            "bin/crontab", "if [ \"$1\" != -l ]; then stat -c %a \"${1%/*}\" > '\(permissions)'; fi\n")
        #expect(try await schedule("on", "--library", library("L")).status == 0)
        #expect(try workspace.text("permissions") == "700\n")
    }

    @Test func `a profile that is found through a variable is found by the schedule, too`() async throws {
        try workspace.writeScript("bin/systemctl", "exit 1\n")
        try workspace.writeCrontab()
        try workspace.write(
            "own $HOME 5%/carrel/mine.toml",
            """
            [source]
            path = "/nowhere/list.csv"
            """)
        let variables = [
            "XDG_CONFIG_HOME": workspace.folder.appending(path: "own $HOME 5%").path,
            "PATH": "\(bin.path):/usr/bin:/bin",
        ]
        let arguments = ["schedule", "on", "--profile", "mine", "--library", try await library("L")]
        let on = try await CarrelProcess(arguments, in: workspace, environment: variables).wait()
        #expect(on.status == 0, "\(on.error)")
        let entry = try workspace.text("table").replacing("\\%", with: "%")
        let command = entry.split(separator: " ").dropFirst(5).joined(separator: " ")
        let run = try TestProgram(
            "/bin/sh", ["-c", command + "\n"], in: workspace.folder,
            environment: ["PATH": "/usr/bin:/bin", "HOME": workspace.folder.path])
        #expect(try await run.wait() != 3, "there is such a profile: \(entry)")

        try workspace.writeScript("bin/systemctl", "exit 0\n")
        #expect(try await CarrelProcess(arguments, in: workspace, environment: variables).wait().status == 0)
        let folder = "own $HOME 5%/systemd/user"
        let names = try FileManager.default.contentsOfDirectory(
            atPath: workspace.folder.appending(path: folder).path)
        let name = try #require(names.first { $0.hasSuffix(".service") })
        let service = try workspace.text("\(folder)/\(name)")
        #expect(service.contains("own $HOME 5%%\"\nExecStart="), "\(service)")
    }

    @Test func `a schedule with XDG_CONFIG_HOME replaces one without, and the reverse`() async throws {
        try managerOfUsualUnits()
        let library = try await library("L")
        #expect(try await scheduleAsUsual("on", "--every", "1h", "--library", library).status == 0)
        #expect(try units(in: Self.usual).count == 2)
        for _ in 0..<2 {
            let on = try await schedule("on", "--every", "3h", "--library", library)
            #expect(on.status == 0, "\(on.error)")
            let names = try units(in: Self.usual)
            #expect(try units() == names && names.count == 2)
            let name = try #require(names.first)
            let service = try workspace.text("\(Self.usual)/\(name)")
            #expect(service.contains("\"--every\" \"3h\""), "what the manager finds is new: \(service)")
        }
        let on = try await scheduleAsUsual("on", "--every", "5h", "--library", library)
        #expect(on.status == 0, "\(on.error)")
        #expect(try units().isEmpty)
        let name = try #require(try units(in: Self.usual).first)
        #expect(try workspace.text("\(Self.usual)/\(name)").contains("\"--every\" \"5h\""))
    }

    @Test func `a schedule is turned off with and without XDG_CONFIG_HOME`() async throws {
        try managerOfUsualUnits()
        let library = try await library("L")
        #expect(try await scheduleAsUsual("on", "--library", library).status == 0)
        #expect(try await schedule("status", "--library", library).output.hasPrefix("on, by systemd: "))
        #expect(try await schedule("off", "--library", library).output == "the schedule is off\n")
        #expect(try units(in: Self.usual).isEmpty)
        #expect(try await schedule("on", "--library", library).status == 0)
        #expect(try await scheduleAsUsual("off", "--library", library).output == "the schedule is off\n")
        #expect(try units(in: Self.usual).isEmpty && units().isEmpty)
    }

    @Test func `if systemd refuses the units, its words are the error`() async throws {
        try workspace.writeScript(
            "bin/systemctl", "[ \"$2\" = link ] || exit 0\necho 'Failed to link unit' >&2\nexit 1\n")
        let on = try await schedule("on", "--library", library("L"))
        #expect(on.status == 1 && on.error.contains("Failed to link unit"), "\(on.error)")
        #expect(try units().isEmpty)
        #expect(try await schedule("status", "--library", "L").output == "off\n")
    }

    @Test(arguments: [
        ("90s", "* * * * * ", "every 1m"), ("1h", "*/15 * * * * ", "every 15m"),
        ("100m", "*/20 * * * * ", "every 20m"), ("36m", "*/6 * * * * ", "every 6m"), ("2d", "", "every 1h"),
    ])
    func `what is said is what is installed`(every: String, line: String, said: String) async throws {
        try workspace.writeScript("bin/systemctl", "exit 1\n")
        try workspace.writeCrontab()
        let on = try await schedule("on", "--every", every, "--library", library("L"))
        #expect(on.status == 0 && on.output.contains("by cron: \(said) it syncs"), "\(on.output)\(on.error)")
        #expect(on.output.contains("carrel schedule off --library L ends that"), "\(on.output)")
        let installed = try workspace.text("table")
        #expect(installed.hasPrefix(line), "\(installed)")
        #expect(
            try workspace.text("table").split(separator: " ").dropFirst().prefix(4) == ["*", "*", "*", "*"])
    }

    @Test func `a library keeps its name byte by byte`() async throws {
        // A space at the end, a letter taken apart, and a joiner, which no shell shows.
        let name = "cafe\u{301} 👩\u{200D}🚀 "
        let path = Data(try await library(name).utf8)
        try workspace.writeScript("bin/systemctl", "exit 0\n")
        let on = try await schedule("on", "--library", name)
        #expect(on.status == 0, "\(on.error)")
        let service = try #require(try units().first { $0.hasSuffix(".service") })
        let unit = Data(try workspace.text("config/systemd/user/\(service)").utf8)
        #expect(unit.range(of: path + Data("\"".utf8)) != nil)
        try workspace.writeScript("bin/systemctl", "exit 1\n")
        try workspace.writeCrontab()
        #expect(try await schedule("on", "--library", name).status == 0)
        #expect(Data(try workspace.text("table").utf8).range(of: path + Data("'".utf8)) != nil)
    }

    @Test func `a library has one schedule, however it is named`() async throws {
        try workspace.writeScript("bin/systemctl", "exit 1\n")
        try workspace.writeCrontab()
        #expect(try await schedule("on", "--library", library("L")).status == 0)
        try FileManager.default.createSymbolicLink(
            at: workspace.folder.appending(path: "link"),
            withDestinationURL: workspace.folder.appending(path: "L"))
        #expect(try await schedule("on", "--library", "link").status == 0)
        #expect(try workspace.text("table").split(separator: "\n").count == 1)
        #expect(try await schedule("off", "--library", "link").output == "the schedule is off\n")
        #expect(try await schedule("status", "--library", "L").output == "off\n")
    }

    @Test func `a schedule is found where a link leads to nothing, and where one took the folder's place`()
        async throws
    {
        try workspace.writeScript("bin/systemctl", "exit 1\n")
        try workspace.writeCrontab()
        let (place, link) = (workspace.folder.appending(path: "L"), workspace.folder.appending(path: "link"))
        let other = workspace.folder.appending(path: "other")
        // The library is in a folder that is away with it.
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "L/books")
        #expect(try await schedule("on", "--library", library("L/books")).status == 0)
        try FileManager.default.moveItem(at: place, to: other)
        #expect(try await schedule("status", "--library", "link").output.hasPrefix("on, by cron: "))
        try FileManager.default.createSymbolicLink(at: place, withDestinationURL: other)
        #expect(try await schedule("off", "--library", "L/books").output == "the schedule is off\n")
    }

    @Test func `what no schedule can do is refused, with what can`() async throws {
        let on = try await schedule("on", "--every", "30s", "--library", library("L"))
        #expect(on.status == 2 && on.error.contains("carrel watch --library L --every 30s"), "\(on.error)")
        let broken = try await schedule("on", "--library", library("two\nlines"))
        #expect(broken.status == 2 && broken.error.contains("a line break"), "\(broken.error)")
    }

    @Test func `one schedule takes the place of the other`() async throws {
        try workspace.writeCrontab("5 4 * * * backup\n")
        try workspace.writeScript("bin/systemctl", "exit 1\n")
        #expect(try await schedule("on", "--library", library("L")).status == 0)
        #expect(try workspace.text("table").split(separator: "\n").count == 2)
        try workspace.writeScript("bin/systemctl", "exit 0\n")
        #expect(try await schedule("on", "--library", "L").status == 0)
        #expect(try workspace.text("table") == "5 4 * * * backup\n")
        #expect(try units().count == 2)
        try workspace.writeScript("bin/systemctl", "exit 1\n")
        #expect(try await schedule("on", "--library", "L").status == 0)
        #expect(try units().isEmpty)
        #expect(try await schedule("status", "--library", "L").output.hasPrefix("on, by cron: "))
    }

    @Test func `where neither is, the error says what to do`() async throws {
        try workspace.writeScript("bin/systemctl", "exit 1\n")
        let on = try await CarrelProcess(
            ["schedule", "on", "--library", library("L")], in: workspace, environment: ["PATH": bin.path]
        ).wait()
        #expect(
            on.status == 1 && on.error.contains("run carrel watch --library L instead, or install cron"),
            "\(on.error)")
    }

    @Test func `a library that is not there gets no schedule`() async throws {
        let on = try await schedule("on", "--library", "Typo")
        #expect(on.status == 5 && on.error.contains("there is no library in"), "\(on.error)")
    }
}
