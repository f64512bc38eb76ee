import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct TimetableCommandTests {
    private let workspace: Workspace

    static let documents = [
        "timetable": """
        {"year": "2012-13", "semester": "Semester 1", "timetable": [
          [{"time": "12:00", "events": [{"module": "BIO101", "room": "R1", "type": "lecture"}]},
           {"time": "9:00", "events": [{"module": "BIO102", "room": "R2", "type": "lab"}]}],
          [{"time": "9:00", "events": [{"module": "BIO102", "room": "attic", "type": "tutorial"}]}],
          [], [], []]}
        """,
        "modules": """
        {"BIO101": {"moduleTitle": "Cells", "moduleLecturer": "Dr Ada"},
         "BIO102": {"moduleTitle": "Genes and what becomes of them"}}
        """,
        "theatres": """
        {"R1": {"name": "Theatre One", "latitude": "53.4", "longitude": -2.5},
         "R2": {"name": "Laboratory"}}
        """,
    ]

    init() throws {
        workspace = try Workspace()
        try write()
    }

    /// Writes a profile with its three documents.
    private func write(_ profile: String = "carrel", _ changes: [String: String] = [:]) throws {
        var text = "parse.use = \"timetable\"\n"
        for (role, content) in Self.documents.merging(changes, uniquingKeysWith: { $1 }) {
            try workspace.write("\(profile)-\(role).json", content)
            text += "[source.\(role)]\nuse = \"file\"\npath = \"\(profile)-\(role).json\"\n"
        }
        try workspace.write("\(profile).toml", text)
    }

    private func run(_ arguments: String...) async throws -> CarrelProcess.Result {
        try await CarrelProcess(arguments, in: workspace, environment: ["TZ": "UTC"]).wait()
    }

    private func sync() async throws {
        let result = try await run("sync")
        #expect(
            result.status == 0 && result.output.contains(#/^\d+ collections, \d+ meetings · /#),
            "\(result.output)")
    }

    @Test func `a day shows its hours in order, and a day without any says so`() async throws {
        try await sync()
        #expect(
            try await run("timetable", "mon").output == """
                Monday
                  09:00  lab      BIO102  Genes and what becomes of them  Laboratory
                  12:00  lecture  BIO101  Cells                           Theatre One

                """)
        #expect(try await run("timetable", "WEDNES").output == "Wednesday: nothing\n")
        #expect(
            try await run("timetable", "2026-12-02").output == "Wednesday: nothing\n",
            "a day that was a Wednesday")
        #expect(try await run("timetable", "2026-13-02").status == 2)
        #expect(try await run("timetable", "week").error.contains("--all shows the whole week"))
        #expect(try await run("timetable", "sunday").output == "Sunday: nothing\n")
        let week = try await run("timetable", "--all").output
        #expect(week.contains("Tuesday\n  09:00  tutorial  BIO102  Genes and what becomes of them  attic\n"))
        #expect(week.hasSuffix("Friday: nothing\nSaturday: nothing\nSunday: nothing\n"))
    }

    @Test func `without a day it is today's`() async throws {
        try await sync()
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        func today() -> Int { calendar.component(.weekday, from: Date()) }
        let before = today()
        let output = try await run("timetable").output
        // Midnight may pass meanwhile.
        let names = [before, today()].map {
            ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"][$0 - 1]
        }
        #expect(names.contains { output.hasPrefix($0) }, "\(output)")
    }

    @Test func `as JSON each meeting is a row`() async throws {
        try await sync()
        let rows = try await run("timetable", "--all", "--json").objects
        #expect(rows.map { $0["time"] as? String } == ["09:00", "12:00", "09:00"])
        #expect(rows.map { $0["day"] as? String } == ["monday", "monday", "tuesday"])
        #expect(rows[1]["module"] as? String == "BIO101" && rows[1]["title"] as? String == "Cells")
        #expect(rows[1]["room"] as? String == "R1" && rows[1]["place"] as? String == "Theatre One")
        #expect(rows[1]["latitude"] as? Double == 53.4 && rows[1]["longitude"] as? Double == -2.5)
        #expect(rows[1]["kind"] as? String == "lecture")
        #expect(
            rows[2]["room"] as? String == "attic" && rows[2]["place"] == nil && rows[2]["latitude"] == nil)
    }

    @Test func `what is left out disappears with its hours, and is remembered`() async throws {
        try await sync()
        #expect(
            try await run("unchoose", "bio102").output == "left out BIO102: Genes and what becomes of them\n")
        #expect(try await run("timetable", "tuesday").output == "Tuesday: nothing\n")
        #expect(
            try await run("timetable", "monday").output
                == "Monday\n  12:00  lecture  BIO101  Cells  Theatre One\n")
        try write("carrel", ["theatres": "{}"])
        try await sync()
        #expect(
            try await run("choose", "--list").output
                == "*  BIO101  Cells\n   BIO102  Genes and what becomes of them\n")
        let modules = try await run("choose", "--list", "--json").objects
        #expect(modules.map { $0["isChosen"] as? Bool } == [true, false])
        #expect(try await run("choose", "BIO102", "--json").objects.first?["isChosen"] as? Bool == true)
        #expect(try await run("unchoose", "BIO101", "BIO102", "--quiet").output.isEmpty)
        #expect(try await run("timetable", "--all", "--json").output.isEmpty)
        #expect(try await run("choose", "--all").output == "chose all modules\n")
        #expect(try await run("timetable", "--all", "--json").objects.count == 3)
    }

    @Test func `an unknown module is an error with a near name, and changes nothing`() async throws {
        try await sync()
        for command in ["choose", "unchoose"] {
            let result = try await run(command, "BIO101", "BIO103")
            #expect(result.status == 1 && result.output.isEmpty)
            #expect(result.error.contains("there is no collection “BIO103”; did you mean “BIO10"))
        }
        #expect(try await run("timetable", "--all", "--json").objects.count == 3)
    }

    @Test func `show tells where a module's rooms are`() async throws {
        try await sync()
        #expect(
            try await run("show", "BIO101").output == """
                BIO101 Cells
                Lecturer: Dr Ada
                Rooms: R1
                  R1: Theatre One (53.4, -2.5)
                    geo:53.4,-2.5
                    https://www.openstreetmap.org/?mlat=53.4&mlon=-2.5#map=17/53.4/-2.5

                """)
        #expect(
            try await run("show", "BIO102").output.hasSuffix(
                "Rooms: R2, attic\n  R2: Laboratory\n  attic: nothing more is known\n"))
        try write("carrel", ["theatres": "{\"R1\": {\"latitude\": 5, \"longitude\": -0.00005}}"])
        try await sync()
        #expect(
            try await run("show", "BIO101").output.contains("\n  R1: (5, -0.00005)\n    geo:5,-0.00005\n"))
        try write()
        try await sync()
        let rooms = try await run("show", "BIO101", "--json").objects.first?["rooms"] as? [[String: Any]]
        #expect(rooms?.count == 1)
        #expect(rooms?.first?["geo"] as? String == "geo:53.4,-2.5")
        #expect(rooms?.first?["latitude"] as? Double == 53.4)
    }

    @Test func `the profile's timetable is shown, and every one where it names none`() async throws {
        try await sync()
        #expect(try await run("unchoose", "BIO102", "-q").status == 0)
        // The next term's is elsewhere, and of the modules the first kept its code.
        try write("other", ["modules": "[{\"moduleCode\": \"BIO101\", \"moduleTitle\": \"Other cells\"}]"])
        #expect(try await run("sync", "--config", "other.toml").status == 0)
        let own = try await run("timetable", "monday", "--json").objects
        #expect(own.map { $0["title"] as? String } == ["Cells"])
        let others = try await run("timetable", "monday", "--json", "--config", "other.toml").objects
        #expect(others.map { $0["title"] as? String } == ["BIO102", "Other cells"])
        #expect(try await run("unchoose", "BIO101").output == "left out BIO101: Cells\n")

        try workspace.write("neither.toml", "")
        let all = try await run("timetable", "monday", "--config", "neither.toml").output
        let lines = all.split(separator: "\n").map(String.init)
        #expect(lines.count == 6 && lines[0].hasSuffix("/other-timetable.json"), "\(all)")
        #expect(lines[4].hasSuffix("/carrel-timetable.json") && lines[5] == "Monday: nothing")
        let result = try await run("choose", "BIO101", "--config", "neither.toml")
        #expect(result.status == 1 && result.error.contains("carrel-timetable.json#BIO101"))
        let place = try #require(own.first?["catalog"] as? String)
        #expect(
            try await run("choose", "\(place)#BIO101", "--config", "neither.toml").output
                == "chose BIO101: Cells\n")
    }

    @Test func `modules that are left out at the same time are all left out`() async throws {
        let codes = (1...8).map { "M\($0)" }
        let modules = codes.map { "\"\($0)\": {\"moduleTitle\": \"\($0)\"}" }.joined(separator: ",")
        try write("carrel", ["modules": "{\(modules)}"])
        try await sync()
        let processes = try codes.map { try CarrelProcess(["unchoose", "-q", $0], in: workspace) }
        for process in processes { #expect(try await process.wait().status == 0) }
        let rows = try await run("choose", "--list", "--json").objects
        #expect(
            rows.filter { $0["isChosen"] as? Bool == false }.compactMap { $0["module"] as? String } == codes)
    }

    @Test func `where no module is chosen it is said once, with what to do`() async throws {
        try await sync()
        #expect(try await run("unchoose", "--all").output == "left out all modules\n")
        let week = try await run("timetable", "--all")
        #expect(week.status == 0 && week.output.isEmpty)
        #expect(week.error.hasPrefix("no module is chosen: carrel choose --all chooses all of them"))
        #expect(try await run("choose", "--all").output == "chose all modules\n")
        #expect(try await run("timetable", "monday").error.isEmpty)
    }

    @Test func `today and tomorrow are days`() async throws {
        try await sync()
        // Midnight may pass between two runs, and then once only.
        for _ in 0..<2 {
            let today = try await run("timetable").output
            let named = try await run("timetable", "today").output
            if today != named { continue }
            #expect(!(try await run("timetable", "Tomorrow").output.isEmpty))
            return
        }
        Issue.record("today is not today")
    }

    @Test func `a module is no item, and the library not empty`() async throws {
        try await sync()
        for command in ["get", "preview", "open", "why"] {
            let result = try await run(command, "BIO101")
            #expect(
                result.status == 1 && result.error.contains("“BIO101” is a collection"), "\(result.error)")
        }
        let unknown = try await run("show", "NOPE")
        #expect(unknown.status == 1 && unknown.error.contains("there is no item “NOPE”"), "\(unknown.error)")
    }

    @Test func `the table fits the terminal`() async throws {
        try await sync()
        let terminal = try PseudoTerminal()
        var size = winsize(ws_row: 24, ws_col: 51, ws_xpixel: 0, ws_ypixel: 0)
        #expect(ioctl(terminal.terminal.fileDescriptor, UInt(TIOCSWINSZ), &size) == 0)
        let program = try terminal.start(
            ["timetable", "monday"], in: workspace, environment: ["TERM": "xterm", "NO_COLOR": "1"])
        #expect(try await program.wait() == 0)
        let output = try await terminal.outputToTheEnd()
        #expect(output.contains("  12:00  lecture  BIO101  Cells         Theatre One\r\n"))
        #expect(output.contains("  09:00  lab      BIO102  Genes and w…  Laboratory\r\n"))
    }

    @Test(arguments: [
        (["timetable", "munday"], Int32(2), "did you mean “Monday”?"),
        (["timetable", "mon", "--all"], 2, "give a day or --all, not both"),
        (["choose"], 2, "expected modules, --all or --list"),
        (["choose", "--all", "BIO101"], 2, "only one of these"),
        (["timetable", "t"], 2, "“t” could be Tuesday or Thursday"),
        (["unchoose"], 2, "expected modules or --all"),
        (["unchoose", "--all", "BIO101"], 2, "only one of these"),
        (["timetable"], 1, "the timetable of the profile was not read yet: carrel sync\n"),
        (["choose", "--list"], 1, "was not read yet: carrel sync\n"),
        (["unchoose", "BIO101", "--profile", "notes"], 1, "there is no timetable in the library"),
    ])
    func `wrong usage and a library without a timetable are errors with a remedy`(
        arguments: [String], status: Int32, part: String
    ) async throws {
        let result = try await CarrelProcess(arguments, in: workspace).wait()
        #expect(result.status == status && result.output.isEmpty)
        #expect(result.error.contains(part), "\(result.error)")
    }

    @Test(arguments: [
        ("modules", "{\"BIO101\": {\"mod", "carrel-modules.json: line 1"),
        ("theatres", "[]", "carrel-theatres.json: $: an empty array, expected an object of lecture theatres"),
        ("timetable", "{}", "carrel-timetable.json: $: an empty object without a field"),
    ])
    func `a damaged document is an error that names it`(role: String, text: String, part: String) async throws
    {
        try write("carrel", [role: text])
        let result = try await run("sync")
        #expect(result.status == 4 && result.error.contains(part), "\(result.error)")
    }

    @Test func `a profile that lacks a document is told which`() async throws {
        try workspace.write(
            "carrel.toml", "[source.timetable]\nuse = \"file\"\npath = \"carrel-timetable.json\"\n")
        let result = try await run("sync")
        #expect(result.status == 4, "\(result.error)")
        #expect(result.error.contains("no document with the role modules; expected [source.modules]"))
    }

    @Test func `the samples' timetable is shown with what its documents do not agree on`() async throws {
        var profile = ""
        for role in ["theatres", "modules", "timetable"] {
            let path = SampleData.file("timetable/\(role).json").path
            profile += "[source.\(role)]\nuse = \"file\"\npath = \"\(path)\"\n"
        }
        try workspace.write("carrel.toml", profile)
        _ = try await run("config", "trust")
        let result = try await run("sync")
        let warnings = result.error.split(separator: "\n").filter { $0.contains("$.") }
        #expect(result.status == 0 && warnings.count == 1 && result.error.contains("BOATHOUSE"))
        _ = try await run("unchoose", "SEA101", "SKY101")
        #expect(
            try await run("timetable", "--all").output.split(separator: "\n").dropFirst(3) == [
                "Tuesday", "  13:00  lab       SEA102  Finding the way   BOATHOUSE",
                "Wednesday: nothing",
                "Thursday", "  09:00  lecture   SKY102  Wind and weather  Sheldonian Theatre",
                "Friday", "  09:00  tutorial  SEA102  Finding the way   Andrew Wiles Building, L1",
                "Saturday: nothing", "Sunday: nothing",
            ])
    }

    @Test(.enabled(if: RealData.isPresent, "needs the folder ../shared/data"))
    func `the real timetable with all that is wrong in it is shown`() async throws {
        var profile = ""
        for (role, name) in [
            ("theatres", "LectureTheatres"), ("modules", "Semester1Modules"), ("timetable", "TimeTable12"),
        ] {
            let path = RealData.file("notesbrowser-timetable/made-up.\(name).json").path
            profile += "[source.\(role)]\nuse = \"file\"\npath = \"\(path)\"\n"
        }
        try workspace.write("carrel.toml", profile)
        _ = try await run("config", "trust")
        let result = try await run("sync")
        #expect(
            result.status == 0 && result.error.split(separator: "\n").count(where: { $0.contains("$.") }) == 5
        )
        _ = try await run("unchoose", "COMP310", "COMP319", "COMP399")
        #expect(
            try await run("timetable", "--all").output.split(separator: "\n").dropFirst(11) == [
                "Wednesday: nothing", "Thursday",
                "  16:00  seminar   COMP304  Knowledge Representation and Reasoning     Example Lecture Theatre A",
                "Friday",
                "  09:00  tutorial  COMP103  Computer Systems                           Example Building E1",
                "  12:00  lecture   COMP327  Mobile Computing                           Example Rotunda",
                "Saturday: nothing", "Sunday: nothing",
            ])
    }
}
