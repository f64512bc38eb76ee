import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// Less: what is left alone, told once, or thrown away.
@Suite(.timeLimit(.minutes(2))) struct IgnoreCommandTests {
    private let workspace: Workspace
    private let course: CourseServer
    private static let login = Data("<!DOCTYPE html><title>Please log in</title>".utf8)

    init() throws {
        workspace = try Workspace()
        course = try CourseServer()
    }

    private func list(_ arguments: String...) async throws -> [String] {
        try await CarrelProcess(["list", "--json"] + arguments, in: workspace).wait().objects.map {
            "\($0["title"] as? String ?? "") \($0["status"] as? String ?? "")"
        }
    }

    @Test func `an ignored collection stays so when its catalogue is renamed, and is forgotten with it`()
        async throws
    {
        _ = try await workspace.carrel("add", course.url, "--name", "notes")
        _ = try await workspace.carrel("ignore", "COMP307")
        _ = try await workspace.carrel("rename", "notes", "old")
        #expect(try await list("--status", "ignored").count == 2)
        #expect(try await workspace.carrel("ignore").output == "COMP307  all of Distribution\n")
        let sync = try await workspace.carrel("sync")
        #expect(sync.output.contains("2 ignored"), "\(sync.output)")
        _ = try await workspace.carrel("remove", "old")
        _ = try await workspace.carrel("add", course.url, "--name", "old")
        #expect(try await list("--status", "ignored").isEmpty)
    }

    @Test func `what is ignored is never fetched, fails nothing and is told only where that is asked for`()
        async throws
    {
        _ = try await workspace.carrel("add", course.url)
        #expect(try await workspace.carrel("ignore", "COMP307/2", "COMP304/1-2").output == "3 ignored\n")
        let sync = try await workspace.carrel("sync", "--verbose")
        #expect(sync.status == 0, "\(sync.output)\(sync.error)")
        #expect(sync.output.contains("\n1 new, 1 not available yet, 3 ignored · "), "\(sync.output)")
        #expect(!sync.error.contains("Lost"), "\(sync.error)")
        #expect(try workspace.documents().keys.sorted() == ["COMP307-week1.txt"])
        #expect(!course.server.requests.contains { $0.path == "/COMP304/week1.txt" })
        #expect(try await list("COMP307") == ["Week 1 stored", "Lost ignored"])
        #expect(try await list("--status", "ignored").count == 3)
        #expect(try await workspace.carrel("plan").output.contains("ignored      COMP307  Lost"))
        #expect(try await workspace.carrel("get", "COMP304").error == "nothing to fetch\n")
        let get = try await workspace.carrel("get", "COMP304/1")
        #expect(
            get.status == 1
                && get.error.hasSuffix("it is ignored. To fetch it, first: carrel unignore COMP304/1\n"),
            "\(get.error)")
        #expect(try await workspace.carrel("preview", "COMP304/1").error.contains("Week 1: ignored"))
        #expect(try await workspace.carrel("unignore", "COMP304/1").output == "1 no longer ignored\n")
        #expect(try await workspace.carrel("sync").output.contains("1 new, 1 unchanged, "))
        #expect(try await workspace.carrel("unignore", "--all").output == "2 no longer ignored\n")
        #expect(try await workspace.carrel("sync").status == 1)
        let again = try await workspace.carrel("unignore", "COMP304/1")
        #expect(again.status == 1 && again.error.contains("none of these is ignored"))
    }

    @Test func `patterns and collections cover what is listed later, too`() async throws {
        _ = try await workspace.carrel("add", course.url)
        let ignored = try await workspace.carrel("ignore", "*.pdf", "COMP304")
        #expect(
            ignored.output == "ignored from now on: *.pdf\nignored from now on: COMP304\n",
            "\(ignored.output)\(ignored.error)")
        #expect(try await workspace.carrel("sync").output.contains("\n1 new, 4 ignored · "))
        let note = course.server.address("/COMP304/week1.txt")
        let changed = course.catalog.replacing(
            "{\"Week 3\": \"\"}", with: "{\"Week 9\": \"\(note)?again\"}")
        course.server.on("/notes.json", .document(Data(changed.utf8), entityTag: "\"d\""))
        #expect(try await workspace.carrel("sync").output.contains("1 unchanged, 4 ignored · "))
        #expect(try await workspace.carrel("ignore").output == "*.pdf\nCOMP304  all of Reasoning\n")
        for (item, remedy) in [("COMP304/1", "COMP304"), ("COMP307/2", "'*.pdf'")] {
            let get = try await workspace.carrel("get", item)
            #expect(get.error.hasSuffix("first: carrel unignore \(remedy)\n"), "\(get.error)")
        }
        let covered = try await workspace.carrel("unignore", "COMP304/1")
        #expect(
            covered.status == 1
                && covered.error.contains(
                    "Week 1: the whole collection is ignored. To stop ignoring that: carrel unignore COMP304"),
            "\(covered.error)")
        #expect(try await workspace.carrel("unignore", "COMP304").output == "1 no longer ignored\n")
        #expect(try await workspace.carrel("unignore", "*.pdf").status == 0)
        #expect(try await workspace.carrel("ignore").error == "nothing is ignored\n")
    }

    @Test func `the text that is shown for an ignored collection takes that back, whatever its identity`()
        async throws
    {
        let url = course.server.address("/COMP304/week1.txt")
        let list = """
            {"carrel": 1}
            {"type": "collection", "id": "101", "title": "Logic"}
            {"type": "item", "title": "First", "url": "\(url)"}
            """
        course.server.on("/course.jsonl", .text(list))
        _ = try await workspace.carrel("sync", course.server.address("/course.jsonl"))
        #expect(try await workspace.carrel("ignore", "Logic").status == 0)
        let shown = try await workspace.carrel("ignore").output
        let text = try #require(shown.components(separatedBy: "  all of Logic").first)
        #expect(text != "101" && shown.hasSuffix("  all of Logic\n"), "\(shown)")
        let taken = try await workspace.carrel("unignore", text)
        #expect(taken.output == "1 no longer ignored\n", "\(text): \(taken.error)")
    }

    @Test func `an ignored collection is that one alone, and prune takes nothing of others`() async throws {
        let lists = ["Q?", "QA", "Q", "q", "Q/sub"].enumerated().map { index, id in
            course.server.on("/\(index).txt", .text("text \(index)"))
            let url = course.server.address("/\(index).txt")
            return """
                {"type": "collection", "id": "\(id)", "title": "Sheets"}
                {"type": "item", "title": "Sheet", "url": "\(url)"}
                """
        }
        let list = (["{\"carrel\": 1}"] + lists).joined(separator: "\n")
        course.server.on("/week.jsonl", .text(list))
        let catalog = course.server.address("/week.jsonl")
        _ = try await workspace.carrel("sync", catalog)
        #expect(try workspace.documents().count == 5)
        for id in ["Q?", "Q"] {
            let result = try await workspace.carrel("ignore", "\(catalog)#\(id)")
            #expect(result.output.hasPrefix("ignored from now on: "), "\(result.output)\(result.error)")
        }
        let rows = try await workspace.carrel("list", "--all", "--json").objects
        let ignored = rows.filter { $0["isIgnored"] as? Bool == true }.compactMap {
            $0["collection"] as? String
        }
        #expect(ignored.sorted() == ["Q", "Q?"])
        let rules = try await workspace.carrel("ignore", "--json").objects
        #expect(rules.compactMap { $0["collection"] as? String }.sorted() == ["Q", "Q?"])
        #expect(rules.allSatisfy { $0["item"] == nil && $0["pattern"] == nil })
        #expect(try await workspace.carrel("prune", "--ignored", "--yes").status == 0)
        #expect(try workspace.documents().count == 3)
        #expect(try await workspace.carrel("unignore", "week/Q?").output == "1 no longer ignored\n")
    }

    @Test func `a pattern is taken off although another one covers the same items`() async throws {
        _ = try await workspace.carrel("add", course.url)
        _ = try await workspace.carrel("ignore", "*.txt", "*week1*")
        let result = try await workspace.carrel("unignore", "*.txt")
        #expect(result.status == 0 && result.output == "1 no longer ignored\n", "\(result.output)")
        #expect(
            result.error.hasPrefix("still ignored: Week 1 and ")
                && result.error.hasSuffix("To stop ignoring that: carrel unignore '*week1*'\n"),
            "\(result.error)")
        #expect(try await workspace.carrel("ignore").output == "*week1*\n")
    }

    @Test func `a stored document that is ignored stays, and is not asked for`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        _ = try await workspace.carrel("ignore", "COMP304", "COMP307")
        let before = course.server.requests.count
        #expect(try await workspace.carrel("sync", course.url).output.contains("5 ignored · "))
        #expect(course.server.requests.dropFirst(before).map(\.path) == ["/notes.json"])
        #expect(try await workspace.carrel("list", "COMP304").output.contains("stored, new, ignored\n"))
        #expect(try workspace.documents().count == 3)
    }

    @Test func `what is no longer listed is told once`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        let short = "[{\"moduleCode\": \"COMP304\", \"moduleTitle\": \"Reasoning\", \"moduleNotes\": []}]"
        course.server.on("/notes.json", .document(short, entityTag: "\"d\""))
        let first = try await workspace.carrel("sync")
        #expect(first.error.contains("no longer listed: COMP304: Week 1\n"), "\(first.error)")
        #expect(first.output.contains("3 no longer listed · "), "\(first.output)")
        let second = try await workspace.carrel("sync", "-v")
        #expect(
            !(second.output + second.error).contains("no longer listed"), "\(second.output)\(second.error)")
        #expect(try await workspace.carrel("list", "COMP304").output.contains("no longer listed"))
        #expect(try await workspace.carrel("plan").output.contains("orphaned"))
        // What is listed again, and then not again, is told again.
        course.server.on("/notes.json", .document(Data(course.catalog.utf8), entityTag: "\"e\""))
        _ = try await workspace.carrel("sync")
        course.server.on("/notes.json", .document(short, entityTag: "\"f\""))
        #expect(try await workspace.carrel("sync").output.contains("3 no longer listed"))
    }

    @Test(arguments: [true, false])
    func `what was discarded is not set aside again until the server has something else`(
        hasValidators: Bool
    ) async throws {
        course.server.on(
            "/COMP307/gone.pdf",
            hasValidators
                ? .document(Self.login, entityTag: "\"login\"", mediaType: "application/pdf")
                : .content(Self.login, fields: [("Content-Type", "application/pdf")]))
        #expect(try await workspace.carrel("sync", course.url).status == 1)
        #expect(try await list("COMP307")[1] == "Lost setAside")
        #expect(try await list("--status", "set-aside") == ["Lost setAside"])
        #expect(try await workspace.carrel("quarantine", "discard", "Lost").status == 0)
        #expect(
            try await workspace.carrel("list", "COMP307").output.contains(
                "Lost    discarded: an HTML page instead of a PDF document\n"))
        for _ in 1...2 {
            let before = course.server.requests.count
            let sync = try await workspace.carrel("sync", course.url)
            #expect(sync.status == 0 && sync.error.isEmpty, "\(sync.output)\(sync.error)")
            #expect(
                sync.output.hasPrefix("3 unchanged, 1 discarded, 1 not available yet · "), "\(sync.output)")
            let asked = course.server.requests.dropFirst(before).filter { $0.path == "/COMP307/gone.pdf" }
            #expect(asked.count == 1)
            if hasValidators { #expect(asked.first?.fields["If-None-Match"] == "\"login\"") }
        }
        let json = try await CarrelProcess(["sync", "--json", course.url], in: workspace).wait().objects
        #expect(json.last?["discarded"] as? Int == 1 && json.last?["unchanged"] as? Int == 3)
        #expect(json.last?["unreached"] as? Int == 0)
        #expect(try await workspace.carrel("quarantine", "list").output == "nothing is set aside\n")
        #expect(try await list("--status", "discarded") == ["Lost discarded"])
        // Who asks for it by name gets it set aside, and may accept it.
        #expect(try await workspace.carrel("get", "COMP307/2").status == 1)
        #expect(try await workspace.carrel("quarantine", "list").output.contains("COMP307: Lost"))
        _ = try await workspace.carrel("quarantine", "discard", "Lost")
        course.server.on("/COMP307/gone.pdf", .document("%PDF-1.4", entityTag: "\"real\""))
        #expect(try await workspace.carrel("sync", course.url).output.contains("new      COMP307: Lost"))
        #expect(try await list("COMP307")[1] == "Lost stored")
    }

    @Test func `what was discarded says nothing of the document that is stored`() async throws {
        course.server.on(
            "/COMP307/gone.pdf", .document("%PDF-1.4", entityTag: "\"real\"", mediaType: "application/pdf"))
        _ = try await workspace.carrel("sync", course.url)
        course.server.on(
            "/COMP307/gone.pdf", .document(Self.login, entityTag: "\"login\"", mediaType: "application/pdf"))
        _ = try await workspace.carrel("sync")
        #expect(try await workspace.carrel("quarantine", "discard", "Lost").status == 0)
        for _ in 1...2 {
            #expect(try await workspace.carrel("sync").status == 0)
            let why = try await workspace.carrel("why", "COMP307/2").output
            #expect(why.contains("ETag \"real\"\n") && !why.contains("  ETag \"login\""), "\(why)")
        }
        #expect(try await workspace.carrel("quarantine", "list").output == "nothing is set aside\n")
    }

    @Test func `another body than the discarded one is set aside`() async throws {
        let fields = [("Content-Type", "application/pdf")]
        course.server.on("/COMP307/gone.pdf", .content(Self.login, fields: fields))
        _ = try await workspace.carrel("sync", course.url)
        _ = try await workspace.carrel("quarantine", "discard", "Lost")
        course.server.on("/COMP307/gone.pdf", .content(Self.login + Data(" again".utf8), fields: fields))
        let sync = try await workspace.carrel("sync", course.url)
        #expect(sync.status == 1 && sync.output.contains("1 set aside"), "\(sync.output)")
    }
}
