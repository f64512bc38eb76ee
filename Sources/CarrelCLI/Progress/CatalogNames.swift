import CarrelBasics
import CarrelViews

/// The labels of the catalogues of one command, if there are several.
final class CatalogNames: Sendable {
    private let labels: Locked<[String: CatalogLabel]>
    private let meetsAny: Bool

    /// Takes the first labels.
    ///
    /// - Parameters:
    ///   - labels: the labels, by location.
    ///   - meetsAny: whether the command meets catalogues that nobody told it of: those have their locations as labels.
    init(_ labels: [String: CatalogLabel] = [:], meetsAny: Bool = false) {
        (self.labels, self.meetsAny) = (Locked(labels), meetsAny)
    }

    /// Adds labels of catalogues that are only known while the command runs.
    func add(_ labels: [String: CatalogLabel]) { self.labels.withLock { $0.merge(labels) { $1 } } }

    /// The label of a catalogue, if it has to be shown.
    subscript(location: String) -> CatalogLabel? {
        labels.value[location] ?? (meetsAny ? CatalogLabel(location: location) : nil)
    }

    /// The text before the lines of a catalogue; `nil` if there is only one.
    func heading(of location: String) -> String? {
        let labels = labels.value
        guard labels.count > 1, let label = labels[location] else { return nil }
        return label.name ?? ShownText.of(label.location ?? "")
    }
}
