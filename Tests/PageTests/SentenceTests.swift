import CarrelStages
import Testing

@testable import CarrelCore
@testable import CarrelPage

struct SentenceTests {
    @Test(arguments: [
        (Attempt.Outcome.stored, "Stored", "Gespeichert"), (.unchanged, "Unchanged", "Unverändert"),
        (.failed, "Failed", "Fehlgeschlagen"), (.quarantined, "Set aside", "Beiseitegelegt"),
        (.parked, "Paused", "Unterbrochen"),
    ])
    func `how a try ended is said as the page says it, and not as records do`(
        outcome: Attempt.Outcome, english: String, german: String
    ) {
        #expect(outcome.phrase.text(.english) == english)
        #expect(outcome.phrase.text(.german) == german)
    }

    @Test func `the page says what helps in its own words, and names no command`() throws {
        let search = try #require(throws: SearchError.self) { try SearchQuery(".") }
        #expect(Sentence.told(search, .english) == "which words? For example: cell division")
        #expect(Sentence.told(search, .german) == "which words? Zum Beispiel: Zellteilung")
        #expect(
            Sentence.told(StoreError.notStored("Week 1"), .english)
                == "Week 1: it is not stored. Fetch it first: “Download”")
        let held = StoreError.inUse("/l", by: nil)
        #expect(
            Sentence.told(held, .english)
                == "/l: another process is using the library. Try again when it has finished")
        #expect(Remedy.sooner.words(.german) == "Um früher zu fragen: „Erneut versuchen“")
        #expect(Remedy.accept.words(.english) == "Store what was set aside after all: “Accept”")
    }
}
