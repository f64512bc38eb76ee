import CarrelModel

@testable import CarrelCore

extension NamingRound {
    /// The names by the items' keys.
    var texts: [ItemKey: String] {
        let named = names.indices.compactMap { place in
            names[place].map { (names.key(at: place), $0.text) }
        }
        return Dictionary(named) { first, _ in first }
    }
}
