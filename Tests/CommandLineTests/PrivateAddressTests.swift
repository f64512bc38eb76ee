import CarrelTesting
import Foundation
import Testing

/// A catalogue of the public internet, which a delay proxy of this machine delivers, lists a document of this
/// machine.
@Suite(.timeLimit(.minutes(2))) struct PrivateAddressTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        let catalogue = Self.catalogue(server)
        server.on(
            "/proxy?delay=0&url=http%3A%2F%2Fnotes.test%2Fnotes.json",
            .document(Data(catalogue.utf8), entityTag: "\"1\"", mediaType: "application/json"))
        server.on("/inside.txt", .content(Data("secret".utf8)))
    }

    private static func catalogue(_ server: LoopbackServer) -> String {
        let url = server.address("/inside.txt")
        return "[{\"moduleCode\":\"C1\",\"moduleTitle\":\"One\",\"moduleNotes\":[{\"Inside\":\"\(url)\"}]}]"
    }

    private func sync(_ setting: String) async throws -> CarrelProcess.Result {
        try await workspace.carrel(
            "sync", "http://notes.test/notes.json", "--set", "source.use=delay-proxy", "--set",
            "source.proxy=\(server.address("/proxy"))", "--set", setting)
    }

    @Test(arguments: ["curl", "urlsession"])
    func `a public catalogue gets nothing from inside, also when it is unchanged`(
        fetcher: String
    ) async throws {
        for event in ["catalogue", "unchanged"] {
            let result = try await sync("download.use=\(fetcher)")
            #expect(result.status == 1)
            #expect(result.error.contains("the address 127.0.0.1 is not public (loopback)"), "\(event)")
            #expect(result.error.contains("download.private-addresses"))
        }
        #expect(server.requests.allSatisfy { !$0.target.contains("inside") })
        #expect(try await sync("download.private-addresses=allow").status == 0)
        #expect(try workspace.documents().values.first == Data("secret".utf8))
    }

    @Test func `a catalogue of the user's own may list what is inside, unless that is refused`() async throws
    {
        let file = try workspace.write("notes.json", Self.catalogue(server))
        let refused = try await workspace.carrel(
            "sync", file, "--set", "download.private-addresses=refuse")
        #expect(refused.status == 1)
        #expect(server.requests.isEmpty)
        #expect(try await workspace.carrel("sync", file).status == 0)
    }
}
