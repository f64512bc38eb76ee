import CarrelBasics
import CarrelHTTP
import CarrelRegex
import CarrelStages
import Foundation

/// Decides which links are to documents.
struct LinkFilter: Sendable {
    static let typesSetting = Setting<[String]>(
        "types",
        default: [
            "pdf", "ps", "djvu", "dvi", "epub", "doc", "docx", "ppt", "pptx", "pps", "ppsx", "xls", "xlsx",
            "odt", "odp", "ods", "rtf", "txt", "md", "csv", "tsv", "tex", "bib", "ics", "ipynb", "zip", "7z",
            "rar", "gz", "tgz", "tar", "bz2", "xz",
        ],
        help:
            "The kinds of documents: file name extensions, or media types such as audio/*; none takes every link"
    )
    static let patternSetting = Setting<String?>(
        "pattern", help: "A regular expression in RE2's syntax that the absolute URL must match somewhere")
    static let sameHostSetting = Setting<Bool>(
        "same-host", default: false, help: "Whether to take only documents on the page's own host")

    private let extensions: Set<String>
    private let mediaTypes: Set<String>
    private let pattern: LinearPattern?
    private let sameHost: Bool
    private let isOpen: Bool
    /// Whether a kind of document does not count that usually does.
    private let isNarrow: Bool
    /// What is expected of a link, for messages.
    let expectation: String

    /// What a link leads to.
    enum Target {
        /// A document, at its absolute URL.
        case document(String)
        /// A document of a kind that usually counts and here does not.
        case otherKind
        /// A page, or what counts as little.
        case nothing
    }

    private static let usual = LinkFilter()

    /// The defaults.
    init() {
        self.init(types: Self.typesSetting.defaultValue, pattern: nil, patternText: nil, sameHost: false)
    }

    init(_ settings: Settings) throws(PluginError) {
        let text = settings[Self.patternSetting]
        var pattern: LinearPattern?
        if let text {
            do {
                pattern = try LinearPattern(text)
            } catch {
                throw PluginError(
                    setting: Self.patternSetting.name,
                    reason: "“\(text)” is not a valid regular expression: \(error.reason)")
            }
        }
        self.init(
            types: settings[Self.typesSetting], pattern: pattern, patternText: text,
            sameHost: settings[Self.sameHostSetting])
    }

    private init(types: [String], pattern: LinearPattern?, patternText: String?, sameHost: Bool) {
        func isMediaType(_ type: String) -> Bool { type.utf8.contains(UInt8(ascii: "/")) }
        let types = types.map(\.withoutBlankEnds).map { $0.lowercased() }
        mediaTypes = Set(types.filter(isMediaType))
        extensions = Set(
            types.filter { !isMediaType($0) }.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 })
        self.pattern = pattern
        self.sameHost = sameHost
        isOpen = types.isEmpty
        isNarrow = !isOpen && !extensions.isSuperset(of: Self.typesSetting.defaultValue)
        expectation =
            (isOpen ? "any link" : "one of \(types.joined(separator: ", "))")
            + (patternText.map { ", matching “\($0)”" } ?? "") + (sameHost ? ", on the same host" : "")
    }

    /// The filter for the links of one page.
    func of(_ page: URL) -> OfPage { OfPage(filter: self, page: page) }

    /// Decides for the links of one page.
    struct OfPage {
        private let filter: LinkFilter
        private let page: String.UTF8View.SubSequence
        private let host: String?

        fileprivate init(filter: LinkFilter, page: URL) {
            self.filter = filter
            self.page = page.absoluteString.utf8.prefix { $0 != UInt8(ascii: "?") }
            host = page.host?.lowercased()
        }

        /// Whether what a link that was accepted leads to may be fetched: it is on the web, or beside a page that is a file.
        func isFetchable(_ url: String) -> Bool {
            let scheme = Self.scheme(of: url)
            return scheme != "ftp" && (scheme != "file" || page.starts(with: "file:".utf8))
        }

        private static func scheme(of url: String) -> String {
            String(Substring(url.utf8.prefix(8).prefix { $0 != UInt8(ascii: ":") })).lowercased()
        }

        /// Whether a link is to a document that counts.
        func accepts(_ link: Link, _ budget: CatalogBudget) -> Bool {
            if case .document = target(of: link, budget) { true } else { false }
        }

        /// What a link leads to.
        func target(of link: Link, _ budget: CatalogBudget) -> Target {
            guard let url = address(of: link, budget) else { return .nothing }
            // A frame mostly shows a page.
            let isAny = filter.isOpen && link.embedding != "iframe"
            let kinds = filter.isOpen ? LinkFilter.usual : filter
            let isOfKind = isAny || kinds.hasType(url, declared: link.type)
            guard isOfKind || filter.isNarrow && LinkFilter.usual.hasType(url, declared: link.type) else {
                return .nothing
            }
            if filter.sameHost, URL(string: url)?.host?.lowercased() != host { return .nothing }
            guard filter.pattern?.isFound(in: url) ?? true else { return .nothing }
            return isOfKind ? .document(url) : .otherKind
        }

        /// The absolute URL of a link without its fragment, however long; `nil` if nothing can be there.
        private func address(of link: Link, _ budget: CatalogBudget) -> String? {
            guard link.reference.utf8.first != UInt8(ascii: "#"),
                let resolved = budget.resolve(link.reference) ?? budget.resolveTooLong(link.reference)
            else { return nil }
            let text = resolved.withoutFragment
            guard ["http", "https", "ftp", "file"].contains(Self.scheme(of: text)) else { return nil }
            // The page itself with another query is what a folder's listing offers to sort it by.
            if let query = text.utf8.firstIndex(of: UInt8(ascii: "?")),
                text.utf8[..<query].elementsEqual(page)
            {
                return nil
            }
            return text
        }
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
