/// The keys of the page, as its help lists them.
enum KeyHelp {
    /// Some keys that do one thing.
    struct Key: Sendable {
        let keys: [String]
        let phrase: Phrase
    }

    /// All of them.
    static let all = [
        Key(keys: ["j", "k"], phrase: .keyMove), Key(keys: ["Enter"], phrase: .keyOpen),
        Key(keys: ["Esc"], phrase: .keyBack), Key(keys: ["/"], phrase: .keySearch),
        Key(keys: ["f"], phrase: .keyFilter), Key(keys: ["s"], phrase: .keyFind),
        Key(keys: ["d"], phrase: .keyDo),
        Key(keys: ["h", "l"], phrase: .keyPanes), Key(keys: ["Space"], phrase: .keyPage),
        Key(keys: ["+", "-", "0", "1"], phrase: .keyZoom), Key(keys: ["?"], phrase: .keyHelp),
    ]
}
