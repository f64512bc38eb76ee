import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(3)), .enabled(if: RealData.isPresent, "needs the folder ../shared/data"))
struct RealCourseTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    @Test(arguments: [
        ["--set", "download.use=curl"], ["--profile", "urlsession"], ["--profile", "slow-network"],
    ])
    func `a real course is stored whole, what is missing is named, and nothing is fetched twice`(
        options: [String]
    ) async throws {
        let server = try CarrelProcess(
            [
                "delay-proxy", "--quiet", "--listen", "127.0.0.1:0", "--root",
                RealData.file("coursepage").path,
            ], in: workspace)
        let address = try await server.listeningAddress()
        let text = String(
            decoding: try RealData.data("notesbrowser-timetable/made-up.moduleDetails2012.cs107.json"),
            as: UTF8.self)
        let catalog = try workspace.write(
            "site/notes.json", text.replacing("http://localhost:8027/", with: address))
        let site = try CarrelProcess(
            [
                "delay-proxy", "--quiet", "--listen", "127.0.0.1:0", "--root",
                workspace.folder.appending(path: "site").path,
            ], in: workspace)
        var arguments = ["sync", "--json"] + options + [catalog]
        if options.contains("slow-network") {
            arguments[arguments.count - 1] = try await site.listeningAddress() + "notes.json"
            arguments += ["--set", "source.proxy=\(address)delay2.php", "--set", "source.delay=0s..20ms"]
        }

        let first = try await CarrelProcess(arguments, in: workspace).wait()
        #expect(first.status == 1, "\(first.error)")
        let failed = first.objects.filter { $0["event"] as? String == "failed" }
        #expect(failed.count == 15)
        #expect(
            failed.allSatisfy {
                ($0["url"] as? String)?.hasSuffix(".zip") == true
                    && $0["reason"] as? String == "404 Not Found"
            })
        #expect(first.objects.last?["listed"] as? Int == 70)
        let documents = try workspace.documents()
        for event in first.objects where event["event"] as? String == "stored" {
            let url = try #require((event["url"] as? String).flatMap { URL(string: $0) })
            let path = try #require(event["path"] as? String)
            let original = try RealData.data("coursepage/cs107/\(url.lastPathComponent)")
            #expect(documents[URL(filePath: path).lastPathComponent] == original)
        }
        let urls = Set(
            try urls(in: text).map { $0.replacing("http://localhost:8027/", with: address) }.filter {
                $0.hasSuffix(".pdf")
            })
        let stored = Set(
            first.objects.filter { $0["event"] as? String == "stored" }.compactMap { $0["url"] as? String })
        #expect(stored == urls)

        let second = try await CarrelProcess(arguments, in: workspace).wait()
        let summary = try #require(second.objects.last)
        #expect(
            summary["bytes"] as? Int == 0 && summary["downloaded"] as? Int == 0
                && summary["failed"] as? Int == 15)
        #expect(try await workspace.carrel("verify", "--quiet").status == 0)
        for name in documents.keys.sorted().prefix(5) {
            let preview = try await workspace.carrel(
                "preview", workspace.library.path + "/" + name, "--format", "json")
            #expect(
                (preview.objects.first?["text"] as? String)?.isEmpty == false, "\(name): \(preview.error)")
        }
        server.send(SIGTERM)
        site.send(SIGTERM)
        _ = try await (server.wait(), site.wait())
    }

    private func urls(in catalog: String) throws -> [String] {
        catalog.matches(of: /"(http:[^"]*cs107\/[^"]*\.(pdf|zip))"/).map { String($0.1) }
    }
}
