import CarrelBasics
import CarrelStages
import Testing

/// What helps where a catalogue cannot be read.
@Suite struct SourceRemedyTests {
    private func error(_ code: SourceError.Code, _ remedy: SourceRemedy) -> SourceError {
        SourceError(code, subject: "http://x.example/", reason: "404 Not Found", remedy: remedy)
    }

    @Test(
        arguments: [
            ("lib", "Check source.url: carrel set lib source.url=URL"),
            ("my list", "Check source.url: carrel set 'my list' source.url=URL"), (nil, "Check source.url"),
        ] as [(String?, String)])
    func `the command that moves a catalogue of the library is named`(name: String?, remedy: String) {
        let error = error(.httpStatus(404), "Check \(setting: "url")")
        #expect(error.ofKnown(name).message.remedy == remedy)
        #expect(error.ofKnown(name).ofOperand.message.remedy == "Check the URL")
    }

    @Test func `it is not named where another address is no help`() {
        let away = error(.unreadable, "Check \(setting: "url") and the network")
        #expect(away.ofKnown("lib").message.remedy == "Check source.url and the network")
        let denied = error(.httpStatus(401), "Set download.token")
        #expect(denied.ofKnown("lib").message.remedy == "Set download.token")
    }
}
