import CarrelTesting
import Foundation
import Testing

/// What `RealCourseTests` checks of a course elsewhere, on that of the samples.
@Suite(.timeLimit(.minutes(1)))
struct SampleCourseTests {
    private let workspace: Workspace
    private let server: CarrelProcess
    private let address: String

    init() async throws {
        workspace = try Workspace()
        let site = workspace.folder.appending(path: "site")
        try FileManager.default.copyItem(at: SampleData.folder, to: site)
        server = try CarrelProcess(
            ["delay-proxy", "--quiet", "--listen", "127.0.0.1:0", "--root", site.path], in: workspace)
        address = try await server.listeningAddress()
    }

    private func run(_ options: [String], _ catalog: String) async throws -> CarrelProcess.Result {
        var arguments = ["sync", "--json"] + options + [address + catalog]
        if options.contains("slow-network") {
            arguments += ["--set", "source.proxy=\(address)delay2.php", "--set", "source.delay=0s..20ms"]
        }
        return try await CarrelProcess(arguments, in: workspace).wait()
    }

    @Test(arguments: [
        ["--set", "download.use=curl"], ["--profile", "urlsession"], ["--profile", "slow-network"],
    ])
    func `the course is stored whole, what is missing is named, and nothing is fetched twice`(
        options: [String]
    ) async throws {
        try FileManager.default.removeItem(at: workspace.folder.appending(path: "site/course/way/knots.txt"))
        let first = try await run(options, "course/modules.json")
        #expect(first.status == 1, "\(first.error)")
        let failed = first.objects.filter { $0["event"] as? String == "failed" }
        #expect(failed.map { $0["url"] as? String } == ["\(address)course/way/knots.txt"])
        #expect(failed.map { $0["reason"] as? String } == ["404 Not Found"])
        let documents = try workspace.documents()
        let stored = first.objects.filter { $0["event"] as? String == "stored" }
        #expect(stored.count == 5 && documents.count == 5)
        for event in stored {
            let url = try #require(event["url"] as? String)
            let path = try #require(event["path"] as? String)
            let original = try SampleData.data(url.replacing(address, with: ""))
            #expect(documents[URL(filePath: path).lastPathComponent] == original, "\(url)")
        }
        let second = try #require(try await run(options, "course/modules.json").objects.last)
        #expect(second["bytes"] as? Int == 0 && second["unchanged"] as? Int == 5)
        #expect(second["failed"] as? Int == 1)
        #expect(try await workspace.carrel("verify", "--quiet").status == 0)
        for name in documents.keys {
            let preview = try await workspace.carrel(
                "preview", workspace.library.path + "/" + name, "--format", "json")
            #expect(
                (preview.objects.first?["text"] as? String)?.isEmpty == false, "\(name): \(preview.error)")
        }
        server.send(SIGTERM)
        _ = try await server.wait()
    }
}
