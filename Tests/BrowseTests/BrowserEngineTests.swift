import CarrelBasics
import CarrelBrowse
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelStages
import CarrelTerminal
import CarrelTesting
import Testing

/// What the browser does beside its keys.
@Suite(.timeLimit(.minutes(1))) struct BrowserEngineTests {
    private let options = BrowserOptions(
        form: .blocks, depth: .none, cell: PictureSize(width: 8, height: 16))

    @Test func `a verification that could not begin keeps nobody from the next one`() async throws {
        let told = Recorder<String>()
        let engine = BrowserEngine(HostWithoutLibrary(), options) { event in
            if case .message(let text, let isError) = event, isError { told.append(text) }
        }
        for times in 1...2 {
            await engine.perform(.verify(repairs: false))
            let texts = try await told.wait(atLeast: times)
            #expect(texts.last?.contains("cannot be read") == true)
        }
    }

    @Test func `whoever asks for more than is done at once is told so`() async throws {
        let (told, gate) = (Recorder<String>(), Gate())
        let engine = BrowserEngine(HostWithoutLibrary(gate: gate), options) { event in
            if case .message(let text, let isError) = event, isError { told.append(text) }
        }
        for _ in 0...200 { await engine.perform(.look("http://x.example/list")) }
        #expect(try await told.wait(atLeast: 1) == ["Too much goes on at once."])
        gate.open()
    }

    @Test func `that an item is being fetched is told as it is`() async throws {
        let told = Recorder<String>()
        let error = StoreError(.beingFetched, subject: "Notes", reason: "it is being fetched")
        let host = HostWithoutLibrary(error: PipelineError.library(error))
        let engine = BrowserEngine(host, options) { event in
            switch event {
            case .message(let text, let isError) where isError: told.append(text)
            case .busy(let text): told.append("busy: " + text)
            default: break
            }
        }
        await engine.perform(.verify(repairs: false))
        #expect(try await told.wait(atLeast: 1) == [error.description])
    }

    @Test func `that the library is gone is told as what ends once it is back`() async throws {
        let told = Recorder<String>()
        let error = StoreError.gone("/library")
        let host = HostWithoutLibrary(error: PipelineError.library(error))
        let engine = BrowserEngine(host, options) { event in
            if case .change(.unreadable(let reason?)) = event { told.append("\(reason)") }
        }
        await engine.perform(.verify(repairs: false))
        #expect(try await told.wait(atLeast: 1) == [error.description])
    }

    @Test func `of a catalogue that cannot be read the reason comes first, and the address once`()
        async throws
    {
        let told = Recorder<String>()
        let address = "http://x.example/modules.json"
        let error = SourceError(
            .unreadable, subject: address, reason: "cannot connect to x.example port 80",
            remedy: "Try again later")
        let host = HostWithoutLibrary(error: PipelineError.source(error))
        let engine = BrowserEngine(host, options) { event in
            if case .message(let text, let isError) = event, isError { told.append(text) }
        }
        await engine.perform(.look(address))
        #expect(
            try await told.wait(atLeast: 1) == [
                "cannot connect to x.example port 80 (http://x.example/modules.json). Try again later"
            ])
    }

    @Test func `what is said of a catalogue shows no secret of any address in it`() async throws {
        let told = Recorder<String>()
        let address = "http://x.example/list?token=SECRET"
        let error = ParseError(
            location: address, reason: "http://y.example/a?X-Amz-Signature=SECRET: cannot connect",
            remedy: "carrel map suggest '\(address)' proposes a mapping")
        let host = HostWithoutLibrary(error: PipelineError.parse(error))
        let engine = BrowserEngine(host, options) { event in
            if case .message(let text, let isError) = event, isError { told.append(text) }
        }
        await engine.perform(.look(address))
        #expect(
            try await told.wait(atLeast: 1) == [
                "http://y.example/a?X-Amz-Signature=…: cannot connect (http://x.example/list?token=…). "
                    + "carrel map suggest 'http://x.example/list?token=…' proposes a mapping"
            ])
    }
}

/// A program whose library cannot be opened.
private struct HostWithoutLibrary: BrowserHost {
    var error: any Error = StoreError(.database, subject: "the library", reason: "it cannot be read")
    var gate: Gate?

    func desk() async throws -> Desk {
        try await gate?.wait()
        throw error
    }
    func open(_ document: StoredDocument, _ desk: Desk) async throws { throw error }
    func look(_ address: String, name: String?) async throws -> CatalogLook { throw error }
    func add(_ address: String, name: String?) async throws -> KnownCatalog { throw error }
    func settings(of location: String) async throws -> CatalogSettings? { throw error }
    func change(_ location: String, name: String?, values: [String: String]) async throws
        -> KnownCatalog?
    { throw error }
    func distrust(catalogNamed name: String) async {}
    func mapTiles(for location: String) async -> MapTiles? { nil }
}
