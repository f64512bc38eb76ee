import CarrelStages

/// How a catalogue is read, as a person may change it.
public struct CatalogSettings: Sendable {
    /// One setting.
    public struct Field: Sendable {
        /// Its key in a profile, such as `download.max-concurrent`.
        public let key: String
        /// One sentence that says what it does.
        public let help: String
        /// The kind of value, such as `duration such as "2s"`.
        public let kind: String
        /// All values, if they can be listed.
        public let choices: [String]
        /// The value that is set for this catalogue; `nil` if the profile's holds.
        public let own: String?
        /// The value of the profile, or the built-in one; `nil` for none.
        public let inherited: String?

        public init(
            key: String, help: String, kind: String, choices: [String], own: String?, inherited: String?
        ) {
            (self.key, self.help, self.kind) = (key, help, kind)
            (self.choices, self.own, self.inherited) = (choices, own, inherited)
        }
    }

    /// The catalogue.
    public let catalog: KnownCatalog
    /// The settings by their tables, in the order of a profile.
    public let tables: [(name: String, fields: [Field])]

    public init(_ catalog: KnownCatalog, tables: [(name: String, fields: [Field])]) {
        (self.catalog, self.tables) = (catalog, tables)
    }
}

/// Settings that cannot be used; nothing was changed.
public struct RefusedSettings: Error, Sendable, Equatable {
    /// Why, by the key of the setting.
    public var reasons: [String: String]
    /// What concerns none of the settings that were given.
    public var others: [String]

    public init(reasons: [String: String] = [:], others: [String] = []) {
        (self.reasons, self.others) = (reasons, others)
    }

    /// Whether nothing is wrong.
    public var isEmpty: Bool { reasons.isEmpty && others.isEmpty }

    /// Adds what else is wrong; of two reasons for one setting the first stays.
    public mutating func add(_ more: RefusedSettings) {
        reasons.merge(more.reasons) { first, _ in first }
        others += more.others
    }
}
