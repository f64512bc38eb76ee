import CarrelBasics

/// What links call things whose identities may hold a secret, such as a token in a URL.
///
/// Links stay in histories, bookmarks and logs. So a name is what is shown of the identity, with a number behind it where
/// others are shown alike; without a secret it is the identity itself. A digest would give the secret away: with the rest of
/// the identity beside it, short ones can be tried.
struct LinkNames: Sendable {
    /// By identity, of those alone that hold a secret; and the other way round.
    private var names: [String: String] = [:]
    private var identities: [String: String] = [:]

    /// The names of all things that are to be told apart.
    init(_ all: [String]) {
        // Nearly always nothing holds a secret.
        guard all.contains(where: { ShownText.of($0) != $0 }) else { return }
        for (shown, alike) in Dictionary(grouping: Set(all), by: { ShownText.of($0) }) {
            for (index, identity) in alike.sorted().enumerated() where identity != shown {
                let name = alike.count == 1 ? shown : "\(shown)#\(index + 1)"
                (names[identity], identities[name]) = (name, identity)
            }
        }
    }

    /// The name of a thing.
    func name(of identity: String) -> String { names[identity] ?? ShownText.of(identity) }

    /// The identity of a thing by its name; any other text counts as an identity.
    func identity(named name: String) -> String { identities[name] ?? name }
}
