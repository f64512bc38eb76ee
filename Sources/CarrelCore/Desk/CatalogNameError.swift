import CarrelBasics
import CarrelStages

/// Why a catalogue cannot have a name.
public enum CatalogNameError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Another catalogue of the library has it, in whatever case of letters.
    case taken(String)
    /// It is empty, `-`, of several lines, begins or ends with a space, or has a slash, which ends a catalogue's name where
    /// items are named.
    case malformed

    /// Looks at a name; `nil` if the catalogue can have it.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - others: the other catalogues of the library.
    public init?(_ name: String, among others: [KnownCatalog]) {
        if others.contains(where: { $0.name.lowercased() == name.lowercased() }) {
            self = .taken(name)
        } else if !KnownCatalog.isName(name) {
            self = .malformed
        } else {
            return nil
        }
    }

    /// The reason and the remedy.
    public var description: String {
        switch self {
        case .taken(let name): "another catalogue is called “\(name.singleLine)”; choose another name"
        case .malformed: KnownCatalog.nameRule
        }
    }
}
