import CarrelCore
import Foundation

/// Decides which links are to documents.
struct LinkFilter: Sendable {
    static let typesSetting = Setting<[String]>(
        "types",
        default: [
            "pdf", "ps", "djvu", "dvi", "epub", "doc", "docx", "ppt", "pptx", "xls", "xlsx", "odt", "odp",
            "ods",
            "rtf", "txt", "md", "csv", "tex", "ipynb", "zip", "gz", "tgz", "tar", "bz2", "xz",
        ],
        help:
            "The kinds of documents: file name extensions, or media types such as audio/*; none takes every link"
    )
    static let patternSetting = Setting<String?>(
        "pattern", help: "A regular expression that the absolute URL must match somewhere")
    static let sameHostSetting = Setting<Bool>(
        "same-host", default: false, help: "Whether to take only documents on the page's own host")

    private let extensions: Set<String>
    private let mediaTypes: Set<String>
    private let pattern: NSRegularExpression?
    private let sameHost: Bool
    private let isOpen: Bool
    /// What is expected of a link, for messages.
    let expectation: String

    /// The defaults.
    init() {
        self.init(types: Self.typesSetting.defaultValue, pattern: nil, patternText: nil, sameHost: false)
    }

    init(_ settings: Settings) throws(PluginError) {
        let text = settings[Self.patternSetting]
        var pattern: NSRegularExpression?
        if let text {
            do {
                pattern = try NSRegularExpression(pattern: text)
            } catch {
                throw PluginError(
                    setting: Self.patternSetting.name, reason: "“\(text)” is not a valid regular expression")
            }
        }
        self.init(
            types: settings[Self.typesSetting], pattern: pattern, patternText: text,
            sameHost: settings[Self.sameHostSetting])
    }

    private init(types: [String], pattern: NSRegularExpression?, patternText: String?, sameHost: Bool) {
        let types = types.map { $0.lowercased().trimmingCharacters(in: .whitespaces) }
        mediaTypes = Set(types.filter { $0.contains("/") })
        extensions = Set(
            types.filter { !$0.contains("/") }.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 })
        self.pattern = pattern
        self.sameHost = sameHost
        isOpen = types.isEmpty
        expectation =
            (isOpen ? "any link" : "one of \(types.joined(separator: ", "))")
            + (patternText.map { ", matching “\($0)”" } ?? "") + (sameHost ? ", on the same host" : "")
    }

    /// The absolute URL of a link without its fragment, or `nil` where it is not to a document.
    func accept(_ link: Link, base: URL, page: URL) -> String? {
        guard !link.reference.hasPrefix("#") else { return nil }
        guard let resolved = URLReference.resolve(link.reference, against: base) else { return nil }
        let text = String(resolved.prefix { $0 != "#" })
        guard let scheme = text.split(separator: ":").first?.lowercased(),
            ["http", "https", "ftp", "file"].contains(scheme)
        else { return nil }
        // The page itself with another query is what a folder's listing offers to sort it by.
        guard
            !text.contains("?")
                || text.prefix(while: { $0 != "?" }) != page.absoluteString.prefix(while: { $0 != "?" })
        else { return nil }
        guard isOpen || hasType(text, declared: link.type) else { return nil }
        if sameHost, URL(string: text)?.host?.lowercased() != page.host?.lowercased() { return nil }
        if let pattern {
            let whole = NSRange(text.startIndex..., in: text)
            guard pattern.firstMatch(in: text, range: whole) != nil else { return nil }
        }
        return text
    }

    private func hasType(_ url: String, declared: MediaType?) -> Bool {
        let fileExtension = URLReference.fileExtension(url)
        if let fileExtension, extensions.contains(fileExtension) { return true }
        let byName = fileExtension.flatMap(MediaType.forFileExtension)
        if let byName, matches(byName) { return true }
        guard let declared else { return false }
        return matches(declared)
            || extensions.contains { MediaType.forFileExtension($0)?.essence == declared.essence }
    }

    private func matches(_ type: MediaType) -> Bool {
        mediaTypes.contains(type.essence)
            || mediaTypes.contains { $0.hasSuffix("/*") && type.essence.hasPrefix($0.dropLast()) }
    }
}
