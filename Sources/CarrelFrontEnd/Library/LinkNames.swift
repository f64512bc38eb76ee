import CarrelBasics

/// What links call things whose identities may hold a secret, such as a token in a URL.
///
/// Links stay in histories, bookmarks and logs. So a name is what is shown of the identity, with a digest behind it, so that
/// it never leads to another thing that is shown alike; without a secret it is the identity itself.
struct LinkNames: Sendable {
    /// By name, of those alone that hold a secret.
    private let identities: [String: String]

    /// The names of all things that are to be found.
    init(_ all: [String]) {
        var identities: [String: String] = [:]
        for identity in all {
            let name = Self.name(of: identity)
            if name != identity { identities[name] = identity }
        }
        self.identities = identities
    }

    /// The name of a thing.
    static func name(of identity: String) -> String {
        let shown = ShownText.of(identity)
        return shown == identity ? identity : "\(shown)#\(StableHash(identity.utf8).digits)"
    }

    /// The identity of a thing by its name; any other text counts as an identity.
    func identity(named name: String) -> String { identities[name] ?? name }
}
