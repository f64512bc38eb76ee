import CarrelBasics

/// What links call things whose identities may hold a secret, such as a token in a URL.
///
/// Links stay in histories, bookmarks and logs. So a name is what is shown of the identity; without a secret it is the
/// identity itself. Where others are shown alike, digits of its title and a number stand behind it, so that the name of one among
/// several lasts as long as its title does. A digest of the identity would give the secret away: with the rest of it beside it,
/// short ones can be tried.
struct LinkNames: Sendable {
    /// By identity, of those alone that hold a secret; and the other way round.
    private var names: [String: String] = [:]
    private var identities: [String: String] = [:]

    /// The names of all things that are to be told apart, in the order in which they are listed.
    init(_ all: [(identity: String, title: String)]) {
        // Nearly always nothing holds a secret.
        guard all.contains(where: { ShownText.of($0.identity) != $0.identity }) else { return }
        for (shown, alike) in Dictionary(grouping: all, by: { ShownText.of($0.identity) }) {
            let isAlone = alike.allSatisfy { $0.identity == alike[0].identity }
            var counts: [String: Int] = [:]
            for (identity, title) in alike where identity != shown && names[identity] == nil {
                let mark = StableHash(ShownText.of(title).utf8).digits
                counts[mark, default: 0] += 1
                let name = isAlone ? shown : "\(shown)#\(mark)-\(counts[mark, default: 1])"
                (names[identity], identities[name]) = (name, identity)
            }
        }
    }

    /// How many hold a secret.
    var count: Int { names.count }

    /// The name of a thing.
    func name(of identity: String) -> String { names[identity] ?? ShownText.of(identity) }

    /// The identity of a thing by its name; any other text counts as an identity.
    func identity(named name: String) -> String { identities[name] ?? name }
}
