import CarrelCore
import CarrelFrontEnd
import CarrelStages
import CarrelTesting
import Testing

/// What front ends hear of a sync that somebody asks for.
@Suite(.timeLimit(.minutes(1))) struct SyncStepTests {
    @Test(arguments: [true, false])
    func `a sync ends with what came, and without it where no catalogue could be read`(
        isReadable: Bool
    ) async throws {
        let made = try DeskHarness.ofTwoCollections()
        _ = try await made.harness.pipeline.readCatalog(records: true)
        if !isReadable { made.harness.replaceCatalog("broken") }
        let (ended, failed) = (Recorder<RunSummary?>(), Recorder<String>())
        let host = HarnessHost(made: made.desk)
        var actions = LibraryActions(host, CurrentLibrary(host), BackgroundWork()) { trouble in
            if case .catalog(let location, _) = trouble { failed.append(location) }
        }
        actions.onSync = { step in
            if case .ended(let summary) = step { ended.append(summary) }
        }
        let location = made.harness.source.location
        #expect(try await actions.perform(.sync(location), for: Reader()) == .done)
        let summary = try #require(try await ended.wait(atLeast: 1).first)
        #expect(summary?.downloaded == (isReadable ? 5 : nil))
        if !isReadable {
            let failures = try await failed.wait(atLeast: 1)
            #expect(summary == nil && failures == [location])
        }
    }

    @Test func `a sync of all catalogues is needless where there is none`() async throws {
        let host = HarnessHost(made: try DeskHarness.ofTwoCollections().desk)
        let steps = Recorder<Bool>()
        var actions = LibraryActions(host, CurrentLibrary(host), BackgroundWork()) { _ in }
        actions.onSync = { step in
            if case .needless = step { steps.append(true) } else { steps.append(false) }
        }
        #expect(try await actions.perform(.sync(nil), for: Reader()) == .done)
        #expect(steps.elements == [true])
    }
}
