import CarrelMarkup
import Foundation

/// Reads the answers of S3, which are XML, within limits.
enum S3Message {
    private static let namespaces = [
        "http://s3.amazonaws.com/doc/2006-03-01/": "", "http://doc.s3.amazonaws.com/2006-03-01": "",
        "https://sts.amazonaws.com/doc/2011-06-15/": "",
    ]
    private static let limits = MarkupLimits(maxSize: 32 << 20, maxNodes: 1 << 12)

    /// Reads the elements of some names.
    ///
    /// - Parameters:
    ///   - content: the answer.
    ///   - parts: the names of the elements to take, wherever they are.
    ///   - take: gets each.
    /// - Returns: the name of the root element; `nil` if it is not XML, or not whole.
    @discardableResult
    static func read(
        _ content: [UInt8], _ parts: Set<String>, _ take: (MarkupElement) -> Void
    ) -> String? {
        var root: String?
        // A service may send spaces while it works.
        let document = content.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let result = try? MarkupReader.readXMLParts(
            Data(document), charset: "utf-8", namespaces: namespaces, limits: limits,
            isPart: { root != nil && parts.contains($0) },
            { part, _ in
                if root == nil, case .start(let name, _) = part { root = name }
                if case .element(let element) = part { take(element) }
                return true
            })
        guard let result, result.problem == nil else { return nil }
        return root
    }

    /// The texts of single elements directly below the root.
    static func values(_ content: [UInt8], _ names: Set<String>) -> (root: String?, values: [String: String])
    {
        var values: [String: String] = [:]
        let root = read(content, names) { values[$0.name] = values[$0.name] ?? $0.text }
        return (root, values)
    }
}
