import CarrelJSON
import CarrelModel
import Foundation

/// The beginning of a document that may be a JSON object, for recognition without a parse.
public struct JSONOutline {
    // How much of a document recognition looks at.
    private static let length = 1 << 20

    private let beginning: Data

    /// Looks at the catalogue among the documents; `nil` if it does not begin as an object, wrapped or not.
    public init?(_ documents: [CatalogDocument]) {
        guard let document = documents.catalog else { return nil }
        let data = document.data.prefix(Self.length)
        let text = JSONP.start(in: data).map { data[$0...] } ?? data
        // A copy, whose indices begin at zero.
        beginning = Data(Self.start(of: text))
        guard beginning.first == UInt8(ascii: "{") else { return nil }
    }

    /// Whether a name or a string of exactly this text is there, at any depth.
    public func contains(_ text: String) -> Bool {
        beginning.range(of: Data("\"\(text)\"".utf8)) != nil
    }

    /// Whether a member of this name is there, at any depth, with a string of this text.
    public func contains(_ name: String, _ text: String) -> Bool {
        contains(name) { $0.starts(with: Data("\"\(text)\"".utf8)) }
    }

    /// Whether a member of this name is there, at any depth, with an array whose first element is an array.
    public func containsLists(_ name: String) -> Bool {
        contains(name) { value in
            let opening = UInt8(ascii: "[")
            return value.first == opening && Self.start(of: value.dropFirst()).first == opening
        }
    }

    /// Whether a member of this name is there, at any depth, whose value begins as is wanted.
    private func contains(_ name: String, where isWanted: (Data) -> Bool) -> Bool {
        let name = Data("\"\(name)\"".utf8)
        var start = beginning.startIndex
        while let range = beginning.range(of: name, in: start..<beginning.endIndex) {
            start = range.upperBound
            let value = Self.start(of: beginning[start...])
            guard value.first == UInt8(ascii: ":") else { continue }
            if isWanted(Self.start(of: value.dropFirst())) { return true }
        }
        return false
    }

    /// What follows a byte order mark and white space.
    static func start(of data: Data) -> Data {
        let text = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
        return text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    }
}
