import CarrelTesting
import Testing

/// A system that lets a process open few files.
@Suite(.timeLimit(.minutes(2))) struct FewDescriptorsTests {
    @Test func `a download for which no file can be opened is not said to be one that cannot connect`()
        async throws
    {
        let (workspace, server) = (try Workspace(), try LoopbackServer())
        server.on("/a.txt", .text("A"))
        let catalog = try workspace.writeNotes([("A", server.address("/a.txt"))])
        for limit in 12...32 {
            let result = try await CarrelProcess(
                ["sync", catalog, "--library", "L\(limit)", "--set", "download.retries=0"], in: workspace,
                starter: ["/bin/bash", "-c", "ulimit -n \(limit); exec \"$@\"", "bash"]
            ).wait()
            let said = result.output + result.error
            #expect(!said.contains("cannot connect"), "\(limit): \(said)")
            #expect(result.status == 0 || !said.isEmpty, "\(limit): \(result.status)")
        }
    }
}
