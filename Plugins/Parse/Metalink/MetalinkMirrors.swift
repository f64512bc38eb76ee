import CarrelBasics
import CarrelMarkup
import CarrelStages
import CarrelXMLReading

/// The addresses of a file, the best first.
struct MetalinkMirrors {
    /// The most that are used of one file.
    static let maxCount = 100
    // The last priority that Metalink 4 knows: that of an address without one.
    private static let lastPriority = 999_999

    /// What can be fetched, in the order of their priority, then in that of the document.
    let urls: [String]
    /// The first address that cannot, such as one of FTP.
    let other: String?
    /// How many were left out because there are too many.
    let leftOut: Int

    /// Reads the addresses of a file.
    ///
    /// Metalink 4 gives a priority from 1 on, the lowest first; Metalink 3 a preference up to 100, the highest first.
    init(_ file: MarkupElement, _ budget: CatalogBudget) {
        let resources = file.first("resources")?.elements ?? file.elements
        var found: [(priority: Int, url: String)] = []
        var other: String?
        for resource in resources where resource.name == "url" {
            guard budget.goesOn() else { break }
            // A torrent behind a web address is not the file.
            if resource["type"]?.lowercased() == "bittorrent" { continue }
            let text = resource.text.addressText
            guard Self.has(["http", "https"], text), let url = budget.fetchable(text) else {
                if other == nil, Self.has(["ftp", "ftps", "sftp", "rsync"], text) {
                    other = budget.resolve(text)
                }
                continue
            }
            found.append((Self.priority(of: resource), url))
        }
        let ordered = found.enumerated().sorted {
            ($0.element.priority, $0.offset) < ($1.element.priority, $1.offset)
        }
        .map(\.element.url).uniqued()
        urls = Array(ordered.prefix(Self.maxCount))
        leftOut = ordered.count - urls.count
        self.other = other
    }

    private static func has(_ schemes: [String], _ text: String) -> Bool {
        let text = text.prefix(8).lowercased()
        return schemes.contains { text.hasPrefix($0 + "://") }
    }

    private static func priority(of resource: MarkupElement) -> Int {
        if let priority = resource["priority"].flatMap({ Int($0) }), priority > 0 {
            return min(priority, lastPriority)
        }
        if let preference = resource["preference"].flatMap({ Int($0) }), (0...100).contains(preference) {
            return 101 - preference
        }
        return lastPriority
    }
}
