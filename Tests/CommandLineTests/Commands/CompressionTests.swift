import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct CompressionTests {
    @Test func `compressed documents are stored as what they are, and asked for where the profile says so`()
        async throws
    {
        let (workspace, server) = (try Workspace(), try LoopbackServer())
        let fields = [("Content-Encoding", "gzip"), ("ETag", "\"1\""), ("Content-Type", "text/plain")]
        server.on("/a.txt", .content(CodedContent.gzip, fields: fields))
        let notes =
            "[{\"moduleCode\":\"C\",\"moduleTitle\":\"T\",\"moduleNotes\":[{\"A\":\"\(server.address("/a.txt"))\"}]}]"
        let file = try workspace.write("notes.json", notes)
        for compression in [false, true] {
            let library = workspace.folder.appending(path: "library-\(compression)")
            let result = try await workspace.carrel(
                "sync", file, "--library", library.path, "--set",
                "download.compression=\(compression)")
            #expect(result.status == 0, "\(result.error)")
            #expect(try workspace.documents(in: library)["C-a.txt"] == CodedContent.plain)
        }
        let asked = server.requests.map { $0.fields["Accept-Encoding"] ?? "" }
        #expect(asked.first == "identity")
        #expect(asked.last?.contains("gzip") == true)
    }
}
