import CarrelCore
import CarrelFrontEnd

extension LibraryActions.Outcome {
    /// Why it is not done, as a sentence for the person; `nil` if it is.
    var refusal: String? {
        switch self {
        case .done, .added, .marked, .removed: nil
        case .nothingSetAside: "Nothing of this item is set aside."
        case .otherSetAside: "What is set aside is not what was shown: look at it again under d."
        case .stillFetched: "A sync fetches this item, or somebody else: it goes on."
        case .stillIgnored(let rule): "“\(rule.text)” is ignored and covers it: see carrel unignore."
        case .stopped: "Too much goes on at once."
        }
    }
}
