import CarrelMarkup
import CarrelXMLReading

/// What an answer says of one member of a folder.
struct WebDAVMember {
    /// Why the server does not say what it is; `nil` if it does.
    let refusal: String?
    /// Whether it is a folder, and not a file.
    let isFolder: Bool
    /// Whether the server tells anything of it, if not its type.
    let isTold: Bool
    private let values: [String: String]

    /// The names of the properties that are read.
    private static let names = [
        "displayname", "getcontentlength", "getcontenttype", "getetag", "getlastmodified",
    ]

    /// Reads what is said of a member.
    ///
    /// - Parameters:
    ///   - response: the element that says it.
    ///   - path: the member's path, as the server writes it.
    init(_ response: MarkupElement, at path: String) {
        let properties = response.all("propstat").filter(Self.isGood).compactMap { $0.first("prop") }
        let types = properties.compactMap { $0.first("resourcetype") }
        var values: [String: String] = [:]
        for name in Self.names { values[name] = properties.lazy.compactMap { $0.line(name) }.first }
        self.values = values
        isFolder = types.contains { $0.first("collection") != nil }
        let status = response.line("status").flatMap { $0.contains(" 2") ? nil : $0 }
        isTold = status == nil && !properties.isEmpty
        if let status {
            refusal = "the server answered \(status)"
        } else if types.isEmpty {
            refusal = Self.refusal(response, isSilent: properties.isEmpty, path)
        } else {
            refusal = nil
        }
    }

    /// The text of the first property of a name that the server knows.
    func value(_ name: String) -> String? { values[name] }

    /// Its date and entity tag; `nil` without both.
    var version: String? {
        let parts = ["getlastmodified", "getetag"].compactMap(value)
        return parts.isEmpty ? nil : parts.joined(separator: "\n")
    }

    /// Why a member without a type may be anything; many servers give files none, and some say so with status 404.
    private static func refusal(_ response: MarkupElement, isSilent: Bool, _ path: String) -> String? {
        let refused = response.all("propstat").first {
            !isGood($0) && (isSilent || !isMissing($0) && $0.first("prop", "resourcetype") != nil)
        }
        if let status = refused?.line("status") { return "the server answered \(status)" }
        if isSilent { return "the server says nothing of it" }
        return path.utf8.last == UInt8(ascii: "/") ? "the server does not say whether it is a folder" : nil
    }

    /// Whether the server knows the properties of a part: those with status 200.
    private static func isGood(_ part: MarkupElement) -> Bool {
        (part.line("status") ?? " 200").contains(" 200")
    }

    /// Whether a member does not have the properties of a part: those with status 404.
    private static func isMissing(_ part: MarkupElement) -> Bool {
        part.line("status")?.contains(" 404") == true
    }
}
