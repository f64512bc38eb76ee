import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages

/// What the elements of feeds and entries say.
extension XMLFeedReader {
    // More of them in one entry are of no use to anybody.
    private static let mostWords = 20

    private var isInEntry: Bool { scope != .feed }

    /// Reads the attributes of an element, and says what those within are about.
    mutating func open(_ name: String, _ attributes: [String: String]) -> Scope {
        switch name {
        case "link" where attributes["href"] != nil: readLink(attributes)
        case "author": return .person
        case "enclosure", "enc:enclosure": if isInEntry { readEnclosure(attributes) }
        case "media:group": if isInEntry { return .group }
        case "media:content":
            guard isInEntry else { break }
            readMedia(attributes)
            return .media
        default: return openOther(name, attributes)
        }
        return .skipped
    }

    private mutating func openOther(_ name: String, _ attributes: [String: String]) -> Scope {
        switch name {
        case "itunes:image", "media:thumbnail":
            let reference = attributes["href"] ?? attributes["url"]
            if isInEntry, entry.picture == nil { entry.picture = reference.flatMap(budget.resolve) }
        case "category" where attributes["term"] != nil || attributes["label"] != nil:
            addCategory(attributes["label"] ?? attributes["term"])
        case "content" where isInEntry && attributes["src"] != nil: readContent(attributes)
        case "fh:complete": head.isComplete = true
        default:
            if name == "guid" {
                entry.isGUIDOnly = attributes["ispermalink"]?.trimmed.lowercased() == "false"
            }
            if let field = (isInEntry ? FeedField.ofEntry : FeedField.ofFeed)[name] {
                begin(field, attributes)
            }
        }
        return .skipped
    }

    // MARK: Attributes

    /// The address of an enclosure; `nil` if there is none, or if it cannot be used, which is noted.
    private mutating func enclosureAddress(_ reference: String?) -> String? {
        if let url = reference.flatMap(budget.resolve) { return url }
        // Templates write an enclosure without an address for an entry that has none.
        if let address = reference?.titleText.nonEmpty, entry.lostEnclosures.count < Enclosure.most {
            entry.lostEnclosures.append(address)
        }
        return nil
    }

    /// What a link is to its entry or feed.
    private static func relation(_ attributes: [String: String]) -> String {
        let relation = (attributes["rel"] ?? "alternate").trimmed.lowercased()
        return relation.split(separator: "/").last.map { String($0) } ?? "alternate"
    }

    private mutating func readLink(_ attributes: [String: String]) {
        let relation = Self.relation(attributes)
        let type = attributes["type"]
        if relation == "enclosure" {
            guard isInEntry, let url = enclosureAddress(attributes["href"]) else { return }
            add(
                Enclosure(
                    url: url, type: type, length: Enclosure.length(attributes["length"]),
                    title: attributes["title"]))
            return
        }
        guard let url = attributes["href"].flatMap(budget.resolve) else { return }
        switch relation {
        case "alternate":
            // The page wins over other forms of the entry.
            let isPage = type.map { $0.lowercased().contains("html") } ?? true
            if isInEntry {
                if entry.page == nil || (isPage && !entry.hasPage) {
                    (entry.page, entry.hasPage) = (url, isPage)
                }
            } else if isPage, head.page == nil {
                head.page = url
            }
        case "next", "prev-archive": if !isInEntry, head.next == nil || relation == "next" { head.next = url }
        default: break
        }
    }

    private mutating func readEnclosure(_ attributes: [String: String]) {
        let reference = attributes["url"] ?? attributes["href"] ?? attributes["rdf:resource"]
        guard let url = enclosureAddress(reference) else { return }
        add(
            Enclosure(
                url: url, type: attributes["type"] ?? attributes["enc:type"],
                length: Enclosure.length(attributes["length"] ?? attributes["enc:length"])))
    }

    /// Atom's content that is elsewhere: the page, or a document.
    private mutating func readContent(_ attributes: [String: String]) {
        if attributes["type"].map({ $0.lowercased().contains("html") }) ?? true {
            if entry.page == nil { entry.page = attributes["src"].flatMap(budget.resolve) }
        } else if let url = enclosureAddress(attributes["src"]) {
            add(Enclosure(url: url, type: attributes["type"]))
        }
    }

    private mutating func readMedia(_ attributes: [String: String]) {
        let isPicture =
            attributes["medium"] == "image" || attributes["type"]?.hasPrefix("image/") == true
        let reference = attributes["url"]
        guard let url = isPicture ? reference.flatMap(budget.resolve) : enclosureAddress(reference)
        else { return }
        let enclosure = Enclosure(
            url: url, type: attributes["type"], length: Enclosure.length(attributes["filesize"]),
            duration: PlayingTime.text(attributes["duration"]), isDefault: attributes["isdefault"] == "true")
        if isPicture {
            if entry.pictures.count < Enclosure.most { entry.pictures.append(enclosure) }
        } else if scope == .group {
            if group.count < Enclosure.most { group.append(enclosure) }
        } else {
            add(enclosure)
        }
    }

    /// Of several forms of one thing the feed's choice is taken, or the first.
    mutating func closeGroup() {
        if let chosen = group.first(where: \.isDefault) ?? group.first { add(chosen) }
        group = []
    }

    private mutating func add(_ enclosure: Enclosure) {
        guard entry.enclosures.count < Enclosure.most else { return }
        guard let known = entry.enclosures.firstIndex(where: { $0.url == enclosure.url }) else {
            entry.enclosures.append(enclosure)
            return
        }
        // Feeds say one thing in two ways, and some things in one of them only.
        entry.enclosures[known].type = entry.enclosures[known].type ?? enclosure.type
        entry.enclosures[known].length = entry.enclosures[known].length ?? enclosure.length
        entry.enclosures[known].duration = entry.enclosures[known].duration ?? enclosure.duration
    }

    mutating func addAuthor(_ text: String?) {
        guard let name = PersonName.text(text) else { return }
        if isInEntry {
            if !entry.authors.contains(name), entry.authors.count < Self.mostWords {
                entry.authors.append(name)
            }
        } else if !head.authors.contains(name), head.authors.count < Self.mostWords {
            head.authors.append(name)
        }
    }

    private mutating func addCategory(_ text: String?) {
        guard isInEntry, let word = text?.titleText, !word.isEmpty, !entry.categories.contains(word),
            entry.categories.count < Self.mostWords
        else { return }
        entry.categories.append(word)
    }

    // MARK: Texts

    /// Keeps what was gathered of an element.
    mutating func store(_ text: TextConstruct) {
        switch text.field {
        case .author: addAuthor(text.readable)
        case .category: addCategory(text.line)
        default: if isInEntry { storeInEntry(text) } else { storeInHead(text) }
        }
    }

    private mutating func storeInEntry(_ text: TextConstruct) {
        switch text.field {
        case .title: keep(text.readable, \.title)
        case .otherTitle: keep(text.readable, \.otherTitle)
        case .summary: keep(text.readable, \.summary)
        case .otherSummary: keep(text.readable, \.otherSummary)
        case .content: keep(text.readable, \.content)
        // Some have both, and mean the content by the one of RSS.
        case .description: keep(text.readable, entry.summary == nil ? \.summary : \.content)
        case .id: keep(text.line, \.id)
        case .guid:
            keep(text.line, \.id)
            entry.guid = text.address
        case .link: if let url = text.address.flatMap(budget.resolve) { keep(url, \.page) }
        case .originalLink: if let url = text.address.flatMap(budget.resolve) { entry.originalPage = url }
        case .published: keep(text.line, \.published)
        case .updated: keep(text.line, \.updated)
        case .duration: keep(PlayingTime.text(text.line), \.duration)
        case .season: keep(text.line, \.season)
        case .episode: keep(text.line, \.episode)
        default: break
        }
    }

    private mutating func keep(_ text: String?, _ path: WritableKeyPath<FeedEntry, String?>) {
        if entry[keyPath: path] == nil { entry[keyPath: path] = text }
    }

    private mutating func storeInHead(_ text: TextConstruct) {
        switch text.field {
        case .title: head.title = head.title ?? text.readable
        case .otherTitle: head.otherTitle = head.otherTitle ?? text.readable
        case .summary: head.subtitle = head.subtitle ?? text.readable
        case .otherSummary: head.otherSubtitle = head.otherSubtitle ?? text.readable
        case .link: head.page = head.page ?? text.address.flatMap(budget.resolve)
        case .updated: head.updated = text.line
        case .published: head.updated = head.updated ?? text.line
        case .rights: head.rights = head.rights ?? text.readable
        case .ttl: head.interval.ttl = text.line
        case .period: head.interval.period = text.line
        case .frequency: head.interval.frequency = text.line
        case .newAddress: head.newAddress = text.address.flatMap(budget.resolve)
        default: break
        }
    }
}
