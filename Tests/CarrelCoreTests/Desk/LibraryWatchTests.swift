import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelTesting
import Testing

/// What front ends are told while the library changes.
@Suite(.timeLimit(.minutes(1))) struct LibraryWatchTests {
    @Test func `what was asked for and waits for its turn is told to be under way`() async throws {
        let gate = Gate()
        let made = try DeskHarness.ofTwoCollections(holding: ["a": gate])
        let desk = made.desk
        _ = try await made.harness.pipeline.readCatalog(records: true)
        let (told, flushes) = (Recorder<(key: ItemKey, live: LiveStatus)>(), Recorder<Bool>())
        let watch = LibraryWatch(CurrentLibrary(HarnessHost(made: desk)))
        await watch.begin()
        let watching = Task {
            await watch.run(while: { true }) { change, _ in
                switch change {
                case .states(let states):
                    for (key, state) in states {
                        #expect(state.names == [key.catalog, key.collection, key.item])
                        if let live = state.live { told.append((key: key, live: live)) }
                    }
                case .activity: flushes.append(true)
                case .library, .unreadable: break
                }
            }
        }
        // Until it hears what happens.
        let other = made.harness.key("http://x.example/c", collection: "C2")
        repeat {
            _ = try await desk.request([other], for: Reader())
            try await flushes.wait(atLeast: flushes.elements.count + 2)
        } while !told.elements.contains(where: { $0.key == other })

        let keys = ["a", "b"].map { made.harness.key("http://x.example/\($0)") }
        let request = Task { try await desk.request(keys, for: Reader()) }
        try await told.wait(atLeast: 1) { $0.key == keys[1] && $0.live.isUnderWay }
        #expect(!made.harness.fetcher.requests.contains { $0.target == keys[1].item })
        gate.open()
        #expect(try await request.value.downloaded == 2)
        watching.cancel()
        await watching.value
    }
}
