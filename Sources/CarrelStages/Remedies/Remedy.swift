/// What somebody can do about an error, where each front end has words of its own for it.
public enum Remedy: Sendable, Hashable, Codable {
    /// See what the library lists.
    case list
    /// Fetch the item; the operands name it to `carrel get`, as a shell reads them, and may be empty.
    case fetch(operands: String)
    /// Look at what was set aside, and accept it.
    case accept
    /// Give words to search for.
    case search
    /// Ask for the item by itself: that is tried all the same where its host asked to wait.
    case sooner
    /// Wait for another process, which is at work and has the library.
    case wait

    /// As a command line says it.
    public var commandWords: String {
        switch self {
        case .list: "carrel list shows what there is"
        case .fetch(let operands): "Fetch it first: carrel get" + (operands.isEmpty ? "" : " \(operands)")
        case .accept:
            "carrel quarantine list shows what was set aside, and carrel quarantine accept stores it after all"
        case .search: "For example: carrel search cell division"
        case .sooner: "To ask sooner: carrel get ITEM"
        case .wait: "Wait until it has finished, or have the command wait: --wait"
        }
    }

    /// An error as a front end says it.
    ///
    /// - Parameters:
    ///   - error: any error.
    ///   - words: what the front end says of a remedy.
    /// - Returns: the whole sentence.
    package static func sentence(of error: any Error, _ words: (Remedy) -> String) -> String {
        (error as? any RemediedError)?.sentence(words) ?? "\(error)"
    }
}

/// An error that may have a remedy for which each front end has words of its own; its description has those of a
/// command line.
public protocol RemediedError: Error, CustomStringConvertible {
    /// The whole sentence.
    ///
    /// - Parameter words: what the front end says of a remedy.
    func sentence(_ words: (Remedy) -> String) -> String
}
