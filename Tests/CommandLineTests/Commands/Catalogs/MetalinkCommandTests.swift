import CarrelDigest
import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// Metalinks, from the command line to the library: mirrors on servers of their own.
@Suite(.timeLimit(.minutes(2))) struct MetalinkCommandTests {
    private static let pieceLength = 65_536

    private let workspace: Workspace
    private let catalogue: LoopbackServer
    private let mirrors: [LoopbackServer]
    private let content: Data

    init() throws {
        workspace = try Workspace()
        catalogue = try LoopbackServer()
        mirrors = try (0..<3).map { _ in try LoopbackServer() }
        content = TestBytes.make(5 * Self.pieceLength + 100)
    }

    private func serve(_ addresses: [String]) {
        let pieces = stride(from: 0, to: content.count, by: Self.pieceLength)
            .map {
                "<hash>\(MessageDigest.digits(of: content.dropFirst($0).prefix(Self.pieceLength), .sha1))</hash>"
            }.joined()
        let urls = addresses.enumerated().map { "<url priority=\"\($0 + 1)\">\($1)</url>" }.joined()
        let text = """
            <?xml version="1.0"?><metalink xmlns="urn:ietf:params:xml:ns:metalink">
            <file name="set/data.bin"><size>\(content.count)</size>
            <hash type="sha-256">\(MessageDigest.digits(of: content, .sha256))</hash>
            <pieces length="\(Self.pieceLength)" type="sha-1">\(pieces)</pieces>\(urls)</file>
            <file name="../escape"><url>\(mirrors[2].address("/data"))</url></file></metalink>
            """
        catalogue.on(
            "/set.meta4", .document(text, entityTag: "\"\(UUID())\"", mediaType: "application/metalink4+xml"))
    }

    private func sync(_ options: String...) async throws -> CarrelProcess.Result {
        try await CarrelProcess(
            ["sync", "--json", "--profile", "metalink"] + options + [catalogue.address("/set.meta4")],
            in: workspace
        ).wait()
    }

    private func stored() throws -> Data {
        try Data(contentsOf: workspace.library.appending(path: "set/data.bin"))
    }

    @Test
    func `one mirror is dead, one lies, one is good: the document is whole, and only the rest came twice`()
        async throws
    {
        let dead = mirrors[0].address("/data")
        mirrors[0].stop()
        var lie = content
        lie[2 * Self.pieceLength + 5] ^= 1
        mirrors[1].on("/data", .document(lie, entityTag: "\"lie\""))
        mirrors[2].on("/data", .document(content, entityTag: "\"good\""))
        serve([dead, mirrors[1].address("/data"), mirrors[2].address("/data")])
        let result = try await sync()
        #expect(result.status == 0, "\(result.output)\(result.error)")
        #expect(try stored() == content)
        #expect(mirrors[1].requests.map { $0.fields["Range"] } == [nil])
        #expect(mirrors[2].requests.map { $0.fields["Range"] } == ["bytes=\(2 * Self.pieceLength)-"])
        #expect(result.output.contains("is not safe"), "\(result.output)")
        let why = try await workspace.carrel("why", "data.bin")
        #expect(why.output.contains("piece 3 of 6"), "\(why.output)")
        #expect(why.output.contains(mirrors[2].address("/data")), "\(why.output)")
        let again = try await sync()
        #expect(again.objects.last?["unchanged"] as? Int == 1, "\(again.output)")
        #expect(mirrors[2].requests.count == 1, "its digest is the promised one")
    }

    @Test func `what a killed sync left goes on at another mirror, if its pieces are right`() async throws {
        let stall = Reply([
            .head(
                status: 200,
                fields: HTTPFields([("Content-Length", "\(content.count)"), ("ETag", "\"one\"")])),
            .bytes(content.prefix(4 * Self.pieceLength + 10)), .stall,
        ])
        mirrors[0].on("/data", stall)
        mirrors[1].on("/data", .document(content, entityTag: "\"two\""))
        serve([mirrors[0].address("/data")])
        let process = try CarrelProcess(
            ["sync", "--json", "--profile", "metalink", catalogue.address("/set.meta4")], in: workspace)
        while !process.outputSoFar.contains("\"progress\"") { try await Task.sleep(for: .milliseconds(5)) }
        process.send(SIGINT)
        #expect(try await process.wait().status == 130)
        serve([mirrors[1].address("/data")])
        let result = try await sync()
        #expect(result.status == 0, "\(result.output)\(result.error)")
        #expect(try stored() == content)
        let range = try #require(mirrors[1].requests.first?.fields["Range"])
        let start = try #require(Int(range.dropFirst("bytes=".count).dropLast()))
        #expect(start > 0 && start % Self.pieceLength == 0, "\(range)")
    }

    @Test func `a list for aria2 gives mirrors, too`() async throws {
        mirrors[0].on("/data", .status(404))
        mirrors[1].on("/data", .document(content, entityTag: "\"two\""))
        let list = "\(mirrors[0].address("/data"))\t\(mirrors[1].address("/data"))\n  out=data.bin\n"
        catalogue.on("/list.txt", .text(list, tag: "\"l\""))
        let result = try await CarrelProcess(
            ["sync", "--json", "--profile", "url-list", catalogue.address("/list.txt")], in: workspace
        ).wait()
        #expect(result.status == 0, "\(result.output)\(result.error)")
        #expect(try Data(contentsOf: workspace.library.appending(path: "data.bin")) == content)
    }

    @Test func `a saved plan keeps the mirrors`() async throws {
        mirrors[0].on("/data", .status(404))
        mirrors[1].on("/data", .document(content, entityTag: "\"two\""))
        serve(mirrors.prefix(2).map { $0.address("/data") })
        let plan = try await workspace.carrel(
            "plan", "--json", "--profile", "metalink", catalogue.address("/set.meta4"))
        #expect(plan.output.contains("\"mirrors\":["), "\(plan.output)")
        let file = try workspace.write("plan", plan.output)
        let result = try await workspace.carrel(
            "sync", "--json", "--profile", "metalink", "--plan", file)
        #expect(result.status == 0, "\(result.output)\(result.error)")
        #expect(try stored() == content)
    }
}
