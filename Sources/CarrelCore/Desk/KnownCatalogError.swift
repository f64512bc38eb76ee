import CarrelBasics
import CarrelStages

/// Why a catalogue cannot be added: the library knows it.
public struct KnownCatalogError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The known one.
    public let catalog: KnownCatalog
    /// The name that it was to have, if that is another one.
    public let wantedName: String?

    /// Refuses a catalogue.
    ///
    /// - Parameters:
    ///   - catalog: the known one.
    ///   - name: the name that it was to have; `nil` if that was left open.
    public init(_ catalog: KnownCatalog, wantedName name: String? = nil) {
        self.catalog = catalog
        wantedName = name == catalog.name ? nil : name
    }

    /// The reason and the remedy.
    public var description: String {
        let remedy =
            wantedName.map { "rename it: carrel rename \(ShellWord.operands(catalog.name, $0))" }
            ?? "carrel set \(ShellWord.operands(catalog.name)) KEY=VALUE changes how it is read"
        return "the library knows it as “\(catalog.name.singleLine)”; \(remedy)"
    }
}
