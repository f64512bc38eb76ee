import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct ForgetCommandTests {
    private let workspace: Workspace
    private let course: CourseServer

    init() throws {
        workspace = try Workspace()
        course = try CourseServer()
    }

    @Test func `a catalogue without documents is forgotten, by the name of its file too`() async throws {
        try workspace.write("notes.json", course.catalogue)
        _ = try await workspace.carrel("plan", "notes.json")
        let set = ["--set", "plan.use=on-demand"]
        #expect(try await CarrelProcess(["sync", "notes.json"] + set, in: workspace).wait().status == 0)
        let json = try await workspace.carrel("forget", "notes.json", "--json").objects
        #expect((json.first?["catalog"] as? String)?.hasSuffix("/notes.json") == true)
        #expect(json.first?["files"] as? Int == 0)
        #expect(try await workspace.carrel("list").error.contains("is empty"))
        let again = try await workspace.carrel("forget", "notes.json")
        #expect(again.status == 1 && again.error.contains("there is no catalogue “notes.json”"))
    }

    @Test func `stored documents are left as files only where that is wanted`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        let before = try workspace.documents()
        let refused = try await workspace.carrel("forget", course.url)
        #expect(refused.status == 1 && refused.output.isEmpty)
        #expect(refused.error.contains("3 documents are stored") && refused.error.contains("--keep-files"))
        #expect(try await workspace.carrel("list", "--json").objects.count == 2)
        let forgotten = try await workspace.carrel("forget", "--keep-files", course.url)
        #expect(forgotten.output == "forgot \(course.url); 3 files stay in the folder\n")
        #expect(try workspace.documents() == before)
        #expect(try await workspace.carrel("list").error.contains("is empty"))
        // The same document takes its file again.
        _ = try await workspace.carrel("sync", course.url)
        #expect(try workspace.documents() == before)
    }

    @Test func `what is in the quarantine is decided on first`() async throws {
        course.server.on("/COMP307/week1.txt", .document(Data(), entityTag: "\"e\"", mediaType: "text/plain"))
        _ = try await workspace.carrel("sync", course.url)
        let refused = try await workspace.carrel("forget", "--keep-files", course.url)
        #expect(refused.status == 1 && refused.error.contains("carrel quarantine list"), "\(refused.error)")
        #expect(try await workspace.carrel("quarantine", "discard", "--all").status == 0)
        #expect(try await workspace.carrel("forget", "--keep-files", course.url).status == 0)
    }

    @Test func `a name of two catalogues is told apart by their locations`() async throws {
        for place in ["one.json", "two.json"] {
            try workspace.write(place, course.catalogue)
            try workspace.write(
                "carrel.toml",
                "[[catalogue]]\nname = \"notes\"\nsource.path = \"\(place)\"\nplan.use = \"on-demand\"\n")
            #expect(try await workspace.carrel("sync").status == 0)
        }
        // The profile tells them apart; without it, what the library recorded is all that is known.
        try workspace.write("carrel.toml", "")
        let result = try await workspace.carrel("forget", "notes")
        #expect(result.status == 1 && result.error.contains("could be 2 catalogues"), "\(result.error)")
        #expect(try await workspace.carrel("forget", "one.json", "-q").output.isEmpty)
        #expect(try await workspace.carrel("forget", "Notes").output == "forgot notes\n")
    }
}
