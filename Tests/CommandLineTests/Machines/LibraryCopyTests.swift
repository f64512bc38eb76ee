import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// `carrel library copy`, from folders to databases and buckets and back.
@Suite(.timeLimit(.minutes(5)), .enabled(if: Team.canPlay, "PostgreSQL or SeaweedFS (weed) is not installed"))
struct LibraryCopyTests {
    @Test func `a library goes to a team and back, with everything that it has`() async throws {
        let course = try await CopiedCourse(["a.txt", "b.txt", "c.txt", "d.pdf"])
        course.server.on(
            "/d.pdf",
            .content(
                "<!DOCTYPE html><title>Log in</title>",
                fields: [("Content-Type", "application/pdf")]))
        #expect(try await course.sync().status == 1)
        course.serve("a.txt", "newer content")
        try course.workspace.write("Carrel/b.txt", "what somebody made of it")
        #expect(try await course.sync().status == 1)
        _ = try await course.carrel("mark", "read", "a.txt")
        let (files, facts) = (try course.files("Carrel"), try await course.facts())
        #expect(files.keys.contains { $0.hasPrefix(".carrel/versions/a.txt/") }, "\(files)")
        #expect(files.keys.contains { $0.hasPrefix(".carrel/quarantine/") }, "\(files)")
        let asked = course.server.requests.count

        let copied = try await course.carrel("library", "copy", "./Carrel", "team")
        #expect(copied.status == 0, "\(copied.error)")
        #expect(
            copied.output.contains("copied and compared: 3 documents, 1 version, 1 set aside, 4 items"),
            "\(copied.output)")
        #expect(copied.output.contains("1 changed on disk"), "\(copied.output)")
        #expect(copied.error.contains("carrel sync --profile team"), "\(copied.error)")
        #expect(course.server.requests.count == asked)
        #expect(try course.files("Carrel") == files)
        #expect(try await course.objects().filter { !$0.hasPrefix(".") }.count == 3)
        let copiedFacts = try await course.facts("--profile", "team")
        #expect(copiedFacts == facts, "\(copiedFacts.difference(from: facts))")
        let verified = try await course.carrel("verify", "--profile", "team")
        #expect(verified.output.contains("2 intact, 1 changed on disk"), "\(verified.output)")
        #expect(verified.status == 0)

        let back = try await course.carrel("library", "copy", "team", "back/again")
        #expect(back.status == 0, "\(back.error)")
        #expect(try course.files("back/again") == files)
        #expect(try await course.facts("--library", "back/again") == facts)
    }

    @Test func `a copy is synced as the library was`() async throws {
        let names = (1...20).map { "\($0).txt" }
        let course = try await CopiedCourse(names)
        // A profile of another library tells nothing of this one.
        try course.workspace.write("config/carrel/slow.toml", "[download]\nmax-concurrent = 1\n")
        #expect(try await course.sync("--profile", "slow").status == 0)
        #expect(try await course.carrel("library", "copy", "Carrel/", "team").status == 0)
        try FileManager.default.removeItem(at: course.workspace.library)
        try await course.requireUnchanged(20, "--profile", "team")
        #expect(try await course.objects() == names.sorted())
        #expect(try course.workspace.documents(in: course.workspace.folder.appending(path: "team")).isEmpty)
        #expect(try await course.carrel("library", "copy", "team", "./Back", "--fast").status == 0)
        _ = try course.database.run("DROP SCHEMA \(course.schema) CASCADE")
        try await course.requireUnchanged(20, "--library", "Back")
        let verified = try await course.carrel("verify", "--library", "Back")
        #expect(verified.output.contains("20 intact"), "\(verified.output)")
    }

    @Test func `catalogues that were added with the one profile are read with the other`() async throws {
        let course = try await CopiedCourse(["a.txt"])
        try course.profile("home", store: "path = \"~/Home\"", library: "use = \"sqlite\"")
        #expect(try await course.sync("--profile", "home").status == 0)
        for (from, to, option, name) in [
            ("home", "team", "--profile", "team"), ("team", "./Plain", "--library", nil),
        ] as [(String, String, String, String?)] {
            #expect(try await course.carrel("library", "copy", from, to).status == 0)
            let listed = try await course.carrel("catalogues", option, to, "--json")
            #expect(listed.objects.first?["profile"] as? String == name, "\(listed.output)")
            try await course.requireUnchanged(1, option, to)
        }
    }

    @Test func `settings that somebody trusts are trusted in the copy`() async throws {
        let course = try await CopiedCourse(["a.txt"])
        let list = try course.workspace.write("elsewhere/list.txt", course.server.address("/a.txt"))
        #expect(try await course.carrel("sync", list).status == 0)
        #expect(try await course.carrel("library", "copy", "./Carrel", "team").status == 0)
        try await course.requireUnchanged(1, "--profile", "team")
    }

    @Test func `where both have the same documents, records go over alone`() async throws {
        let course = try await CopiedCourse(["a.txt", "b.txt"])
        try course.profile("one", store: CopiedCourse.bucketStore, library: "use = \"sqlite\"")
        #expect(try await course.sync("--profile", "one").status == 0)
        let objects = try await course.objects()
        let copied = try await course.carrel("library", "copy", "one", "team")
        #expect(copied.status == 0, "\(copied.error)")
        #expect(
            copied.output.contains("2 items, 1 catalogue; both have the same documents"), "\(copied.output)")
        #expect(try await course.objects() == objects)
        try await course.requireUnchanged(2, "--profile", "team")
        #expect(try await course.carrel("verify", "--profile", "team").output.contains("2 intact"))
    }

    @Test func `the records of a folder go to a database and back, and the documents stay`() async throws {
        let course = try await CopiedCourse(["a.txt", "b.txt"])
        #expect(try await course.sync().status == 0)
        let files = try course.files("Carrel")
        try course.profile("records", store: "path = \"~/Carrel\"", library: course.databaseLibrary)
        #expect(try await course.carrel("library", "copy", "./Carrel", "records").status == 0)
        try await course.requireUnchanged(2, "--profile", "records")
        for name in ["library.sqlite", "library.sqlite-wal", "library.sqlite-shm", "library.copy"] {
            try? FileManager.default.removeItem(
                at: course.workspace.library.appending(path: ".carrel/\(name)"))
        }
        #expect(try await course.carrel("library", "copy", "records", "./Carrel").status == 0)
        try await course.requireUnchanged(2)
        #expect(try course.files("Carrel") == files)
    }
}
