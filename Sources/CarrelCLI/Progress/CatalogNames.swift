import CarrelBasics
import CarrelViews

/// What tells the catalogues of one command from each other, where there are several.
final class CatalogNames: Sendable {
    private let labels: Locked<[String: CatalogLabel]>

    /// Makes names.
    ///
    /// - Parameter labels: the catalogues' labels, by their locations.
    init(_ labels: [String: CatalogLabel] = [:]) { self.labels = Locked(labels) }

    /// Takes labels of catalogues that show only while the command works.
    func add(_ labels: [String: CatalogLabel]) { self.labels.withLock { $0.merge(labels) { $1 } } }

    /// The label of a catalogue, where that is to be said.
    subscript(location: String) -> CatalogLabel? { labels.value[location] }

    /// What stands before the lines of a catalogue; `nil` if there is only one.
    func heading(of location: String) -> String? {
        let labels = labels.value
        guard labels.count > 1, let label = labels[location] else { return nil }
        return label.name ?? ShownText.of(label.location ?? "")
    }
}
