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
    @Test func `a verification that could not begin keeps nobody from the next one`() async throws {
        let told = Recorder<String>()
        let options = BrowserOptions(form: .blocks, depth: .none, cell: PictureSize(width: 8, height: 16))
        let engine = BrowserEngine(HostWithoutLibrary(), options) { event in
            if case .message(let text, let isError) = event, isError { told.append(text) }
        }
        for times in 1...2 {
            await engine.perform(.verify(repairs: false))
            let texts = try await told.wait(atLeast: times)
            #expect(texts.last?.contains("cannot be read") == true)
        }
    }
}

/// A program whose library cannot be opened.
private struct HostWithoutLibrary: BrowserHost {
    private static let error = StoreError(.database, subject: "the library", reason: "it cannot be read")

    func desk() async throws -> Desk { throw Self.error }
    func open(_ document: StoredDocument, _ desk: Desk) async throws { throw Self.error }
    func look(_ address: String, name: String?) async throws -> CatalogLook { throw Self.error }
    func add(_ address: String, name: String?) async throws -> KnownCatalog { throw Self.error }
    func settings(of location: String) async throws -> CatalogSettings? { throw Self.error }
    func change(_ location: String, name: String?, values: [String: String]) async throws
        -> KnownCatalog?
    { throw Self.error }
    func distrust(catalogNamed name: String) async {}
    func mapTiles(for location: String) async -> MapTiles? { nil }
}
