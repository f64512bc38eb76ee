import CarrelModel
import Testing

struct StateWordTests {
    @Test(arguments: StateWord.allCases)
    func `a state is named by its word, with a space or a hyphen`(state: StateWord) {
        #expect(StateWord(typed: state.rawValue) == state)
        #expect(StateWord(typed: " " + state.rawValue.uppercased().replacing("-", with: " ")) == state)
        #expect(StateWord.list.contains(state.rawValue))
    }

    private static let shown: [(ItemStatus, StateWord)] = [
        (.notAvailable, .notAvailable), (.available, .notFetched), (.paused, .paused),
        (.failed(reason: "404: Not Found"), .failed), (.setAside(reason: "a page"), .setAside),
        (.discarded(reason: "a page"), .discarded), (.ignored, .ignored), (.stored, .stored),
        (.updateAvailable, .updateAvailable),
    ]

    @Test(arguments: shown)
    func `a state is named as lists show it`(status: ItemStatus, state: StateWord) {
        #expect(StateWord(typed: status.words) == state)
    }

    @Test(arguments: shown)
    func `a state is named as rows give it to programs`(status: ItemStatus, state: StateWord) {
        #expect(StateWord(typed: status.name) == state)
    }

    @Test(arguments: ["", "fetching", "sto", "newer"])
    func `any other word is refused with those that there are`(word: String) {
        #expect(StateWord(typed: word) == nil)
        let refusal = StateWord.refusal(of: "status:\(word)")
        #expect(refusal.hasPrefix("status:\(word) is not a state; expected stored, not-fetched, "))
    }
}
