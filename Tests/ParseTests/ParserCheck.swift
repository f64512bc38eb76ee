import CarrelModel
import CarrelStages
import CarrelTesting

extension ConformanceCheck<ParserSubject> {
    /// Runs the check over a parser with a document of its kind, and with a large one like that.
    func run(
        _ parser: any Parser, _ sample: CatalogDocument, beside companions: [CatalogDocument] = [],
        foreign: [CatalogDocument]
    ) async throws {
        try await run {
            ParserSubject(
                parser, sample: sample, companions: companions, foreign: foreign,
                large: Samples.large(sample))
        }
    }
}
