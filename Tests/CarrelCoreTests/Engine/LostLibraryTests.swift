import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// A library whose lock is lost during a run, as with the connection to a database.
@Suite(.timeLimit(.minutes(1))) struct LostLibraryTests {
    private static let url = "http://x.example/a.txt"
    private static let loss = StoreError(
        .unreachable, subject: "the database", reason: "the connection was lost")

    @Test func `a run whose library is lost ends then, and not when its documents have come`() async throws {
        let (gate, asked) = (Gate(), Gate())
        var harness = try PipelineHarness("= C1\nA | \(Self.url)")
        harness.fetcher.on(
            Self.url,
            Reply(for: { _ in
                asked.open()
                return [.head(status: 200), .bytes(Data("the beginning".utf8)), .wait(gate)]
            }))
        harness.pipeline.library = CrashingLibrary(harness.library, CrashScript(at: .max)) {
            do { try await asked.wait() } catch { return nil }
            return Self.loss
        }
        let pipeline = harness.pipeline
        let error = await #expect(throws: (any Error).self) { try await pipeline.sync() }
        #expect(error.map { "\($0)" }?.contains(Self.loss.reason) == true)
        #expect(harness.store.documents.isEmpty)
    }

    @Test func `a whole document that could not be recorded is asked about, and not fetched again`()
        async throws
    {
        let content = Data(repeating: 65, count: 400_000)
        var lostAfterFetch = 0
        for step in 0..<100 {
            var harness = try PipelineHarness("= C1\nA | \(Self.url)")
            harness.fetcher.on(Self.url, .document(content, entityTag: "\"1\""))
            let script = CrashScript(at: step, error: Self.loss)
            let again = harness.pipeline
            harness.pipeline.library = CrashingLibrary(harness.library, script)
            _ = try? await harness.pipeline.sync()
            guard script.hasCrashed else { break }
            if !harness.fetcher.requests.isEmpty { lostAfterFetch += 1 }
            _ = try await again.sync()
            #expect(harness.store.documents["C1-a.txt"] == [UInt8](content), "\(script.steps)")
            let whole = harness.fetcher.requests.filter {
                $0.fields["Range"] == nil && $0.fields["If-None-Match"] == nil
            }
            #expect(whole.count == 1, "\(script.steps)")
        }
        #expect(lostAfterFetch > 0)
    }
}
