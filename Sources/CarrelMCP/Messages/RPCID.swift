import CarrelBasics
import CarrelJSON

/// What tells requests, or the progress of one, apart: a text or a whole number.
enum RPCID: Sendable, Hashable {
    case text(String)
    case number(Int64)

    // Longer ones would be carried with every answer.
    private static let maxLength = 1000

    /// Reads an identity; `nil` for any other value.
    init?(_ node: JSONNode?) {
        if let number = node?.integer {
            self = .number(number)
        } else if let text = node?.string, text.utf8.count <= Self.maxLength, node?.isLargeNumber == false {
            self = .text(text)
        } else {
            return nil
        }
    }

    /// The identity as JSON.
    var json: String {
        switch self {
        case .text(let text): JSONText.line(text) ?? "\"\""
        case .number(let number): String(number)
        }
    }
}
