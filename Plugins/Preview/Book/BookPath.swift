import Foundation

/// Places within a book.
enum BookPath {
    /// A reference of a file in the book as a path from the book's root; its fragment stays.
    static func resolve(_ reference: String, from path: String) -> String {
        let decoded = reference.removingPercentEncoding ?? reference
        if decoded.hasPrefix("#") { return path + decoded }
        var steps = decoded.hasPrefix("/") ? [] : path.split(separator: "/").dropLast()
        for step in decoded.split(separator: "/") {
            switch step {
            case ".": break
            case "..": _ = steps.popLast()
            default: steps.append(step)
            }
        }
        return steps.joined(separator: "/")
    }

    /// A path without its fragment.
    static func file(_ path: String) -> String { path.split(separator: "#").first.map { String($0) } ?? "" }
}
