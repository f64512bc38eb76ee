import CarrelCore
import CarrelTesting
import HTMLLinksParsing
import ModuleNotesParsing
import Testing

@Suite(.timeLimit(.minutes(2)))
struct ParserConformanceTests {
    @Test(arguments: ParserConformance.checks)
    func `module-notes keeps the parsers' promises`(check: ConformanceCheck<ParserSubject>) async throws {
        try await check.run {
            ParserSubject(
                ModuleNotesParser(), sample: Samples.modules,
                foreign: [Samples.page, Samples.feed, Samples.chart])
        }
    }

    @Test(arguments: ParserConformance.checks)
    func `html-links keeps the parsers' promises`(check: ConformanceCheck<ParserSubject>) async throws {
        try await check.run {
            ParserSubject(
                HTMLLinksParser(), sample: Samples.page,
                foreign: [Samples.modules, Samples.feed, Samples.chart])
        }
    }
}
