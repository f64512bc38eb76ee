import CarrelBasics
import CarrelViews

/// The labels of the catalogues of one command, if there are several.
final class CatalogNames: Sendable {
    private let labels: Locked<[String: CatalogLabel]>
    private let meetsAny: Bool
    private let areOfSeveral: Bool

    /// Takes the first labels.
    ///
    /// - Parameters:
    ///   - labels: the labels, by location.
    ///   - meetsAny: whether the command meets catalogues that nobody told it of: those have their locations as labels.
    ///   - areOfSeveral: whether the command is for further catalogues, which it does not read this time.
    init(
        _ labels: [String: CatalogLabel] = [:], meetsAny: Bool = false, areOfSeveral: Bool = false
    ) {
        (self.labels, self.meetsAny, self.areOfSeveral) = (Locked(labels), meetsAny, areOfSeveral)
    }

    /// Adds labels of catalogues that are only known while the command runs.
    func add(_ labels: [String: CatalogLabel]) { self.labels.withLock { $0.merge(labels) { $1 } } }

    /// The label of a catalogue, if it has to be shown.
    subscript(location: String) -> CatalogLabel? {
        labels.value[location] ?? (meetsAny ? CatalogLabel(location: location) : nil)
    }

    /// The text before the lines of a catalogue; `nil` if the command is for no other one.
    func heading(of location: String) -> String? {
        let labels = labels.value
        guard areOfSeveral || labels.count > 1, let label = labels[location] else { return nil }
        return label.name ?? ShownText.of(label.location ?? "")
    }
}
