import CarrelBasics
import CarrelStages

/// Why a catalogue cannot be added: its server leads to one that the library knows.
public struct KnownCatalogError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The known one.
    public let catalog: KnownCatalog

    /// The reason and the remedy.
    public var description: String {
        "the library knows it as “\(catalog.name.singleLine)”; "
            + "carrel set \(ShellWord.operands(catalog.name)) KEY=VALUE changes how it is read"
    }
}
