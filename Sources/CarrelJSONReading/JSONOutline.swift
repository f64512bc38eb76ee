import CarrelBasics
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
        end(of: [UInt8]("\"\(text)\"".utf8), after: 0) != nil
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
        let name = [UInt8]("\"\(name)\"".utf8)
        var start = 0
        while let end = end(of: name, after: start) {
            start = end
            let value = Self.start(of: beginning[start...])
            guard value.first == UInt8(ascii: ":") else { continue }
            if isWanted(Self.start(of: value.dropFirst())) { return true }
        }
        return false
    }

    /// Where the next place of these bytes, which begin with a quote, ends; `nil` if there is none.
    ///
    /// It goes from quote to quote, where `Data.range(of:)` looks at every byte several times.
    private func end(of bytes: [UInt8], after start: Int) -> Int? {
        beginning.withUnsafeBytes { all in
            guard let base = all.baseAddress else { return nil }
            var place = start
            while place + bytes.count <= all.count,
                let quote = memchr(base + place, CInt(UInt8(ascii: "\"")), all.count - place)
            {
                place = UnsafeRawPointer(quote) - base
                if place + bytes.count <= all.count, memcmp(quote, bytes, bytes.count) == 0 {
                    return place + bytes.count
                }
                place += 1
            }
            return nil
        }
    }

    /// What follows a byte order mark and white space.
    static func start(of data: Data) -> Data {
        let text = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
        return text.drop { $0.isSpace }
    }
}
