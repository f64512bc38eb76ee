/// How the documents of catalogues are asked for, as far as their library knows.
package struct AccessSettings: Sendable {
    /// The profile and the settings of downloads, by location; nothing for a catalogue that has none of its own.
    private let settings: [String: [String]]

    /// - Parameter known: the library's catalogues.
    package init(_ known: [KnownCatalog]) {
        let settings = known.map { catalog in
            let settings = catalog.settings.filter { $0.hasPrefix("download.") }
            return (catalog.location, [catalog.profile ?? ""] + settings)
        }
        self.settings = Dictionary(settings) { first, _ in first }.filter { $0.value != [""] }
    }

    /// Whether the documents of two catalogues are asked for in the same way.
    package func areSame(_ location: String, _ other: String) -> Bool {
        settings[location] == settings[other]
    }
}
