import CarrelCore
import CarrelTesting

extension PipelineHarness {
    /// A pipeline whose catalogue was synced once; each document holds its own address.
    ///
    /// - Parameters:
    ///   - catalog: the catalogue's lines.
    ///   - urls: the addresses of its documents.
    /// - Returns: the pipeline with its fakes.
    /// - Throws: what the sync throws.
    static func synced(_ catalog: String, of urls: [String]) async throws -> PipelineHarness {
        let harness = try PipelineHarness(catalog)
        for url in urls { harness.fetcher.on(url, .text(url)) }
        _ = try await harness.pipeline.sync()
        return harness
    }
}
