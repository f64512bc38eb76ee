import CarrelBasics
import CarrelMarkup

/// Reads of the attributes of an element what matters to a preview.
struct AttributeReader {
    private(set) var flags: NodeFlags = []
    private(set) var hints: ClassHints = []
    private(set) var note: String?
    private(set) var language: String?
    /// What the text of the element tells, as the markup declares.
    private(set) var fact: TextFact?
    /// The value of `datetime` or `content`.
    private(set) var value: String?
    /// The places that a cell of a table takes.
    private(set) var span = CellSpan()
    private let tag: PageTag

    private enum Name: Sendable {
        case classes, id, style, hidden, ariaHidden, role, itemprop, itemtype, href, lang, dateTime, content,
            number, rel, columns, rows
    }
    private static let names = ByteWords<Name>([
        ("class", .classes), ("id", .id), ("data-testid", .classes), ("data-component", .classes),
        ("data-qa", .classes), ("style", .style), ("hidden", .hidden), ("aria-hidden", .ariaHidden),
        ("role", .role), ("itemprop", .itemprop), ("itemtype", .itemtype), ("href", .href), ("lang", .lang),
        ("xml:lang", .lang), ("datetime", .dateTime), ("content", .content), ("start", .number),
        ("value", .number), ("rel", .rel), ("colspan", .columns), ("rowspan", .rows),
    ])

    init(_ tag: PageTag) { self.tag = tag }

    mutating func read(_ attributes: MarkupAttributes) {
        for (name, value) in attributes {
            guard let name = Self.names[name] else { continue }
            switch name {
            case .classes: readClasses(value)
            case .id: if !Self.isPhrase(value) { readClasses(value) }
            case .style: if StyleReading.hides(value) { flags.insert(.hidden) }
            case .hidden: if !value.elementsEqual("until-found".utf8) { flags.insert(.hidden) }
            case .ariaHidden: if value.elementsEqual("true".utf8) { flags.insert(.unread) }
            case .role: readRole(value)
            case .itemprop: readProperty(value)
            case .itemtype: readType(value)
            case .href:
                guard tag == .a else { break }
                flags.insert(value.first == UInt8(ascii: "#") ? [.link, .anchor] : .link)
                if LinkedFile.isFile(value) { flags.insert(.file) }
            case .lang: language = String(decoding: value.prefix(64), as: UTF8.self)
            case .dateTime: self.value = String(decoding: value.prefix(64), as: UTF8.self)
            case .content:
                if self.value == nil { self.value = String(decoding: value.prefix(256), as: UTF8.self) }
            case .number:
                if tag == .ol || tag == .li { note = String(decoding: value.prefix(10), as: UTF8.self) }
            case .rel: if tag == .a, value.elementsEqual("author".utf8) { fact = .author }
            case .columns: span.read(columns: value)
            case .rows: span.read(rows: value)
            }
        }
    }

    private mutating func readClasses(_ value: UnsafeRawBufferPointer) {
        let value = UnsafeRawBufferPointer(rebasing: value.prefix(512))
        hints.formUnion(ClassHints(words: value))
        if tag == .pre || tag == .code || tag == .div, note == nil { note = CodeLanguage.named(in: value) }
        if fact == nil, hints.contains(.author) || hints.contains(.byline) || hints.contains(.title) {
            fact =
                hints.contains(.author)
                ? .authorClass : hints.contains(.title) ? .headlineClass : .bylineClass
        }
    }

    /// Whether an id was made from a heading: its words are those of the text, and say nothing about it.
    private static func isPhrase(_ id: UnsafeRawBufferPointer) -> Bool {
        id.reduce(0) { $1 == UInt8(ascii: "-") || $1 == UInt8(ascii: "_") ? $0 + 1 : $0 } >= 3
    }

    private mutating func readRole(_ value: UnsafeRawBufferPointer) {
        switch String(decoding: value.prefix(32), as: UTF8.self).lowercased() {
        case "main": flags.insert(.main)
        case "article": hints.insert(.content)
        case "navigation", "banner", "contentinfo", "complementary", "search", "menu", "menubar", "toolbar",
            "tablist", "dialog", "alertdialog", "doc-toc":
            flags.insert(.around)
        case "presentation", "none": if tag == .table { flags.insert(.layout) }
        default: break
        }
    }

    private mutating func readProperty(_ value: UnsafeRawBufferPointer) {
        for word in value.split(whereSeparator: \.isSpace) {
            switch String(decoding: word.prefix(32), as: UTF8.self) {
            case "articleBody", "reviewBody": flags.insert(.articleBody)
            case "comment": flags.insert(.comment)
            case "author", "creator": fact = .author
            case "datePublished", "dateCreated": fact = .published
            case "dateModified": fact = .modified
            case "headline": fact = .headline
            default: break
            }
        }
    }

    private mutating func readType(_ value: UnsafeRawBufferPointer) {
        switch String(decoding: value.prefix(64), as: UTF8.self).split(separator: "/").last {
        case "Comment", "UserComments": flags.insert(.comment)
        case "SiteNavigationElement", "WPHeader", "WPFooter", "WPSideBar", "WPAdBlock", "BreadcrumbList":
            flags.insert(.around)
        default: break
        }
    }
}

/// What the text of an element tells about the page.
enum TextFact: Sendable {
    case author, published, modified, headline, time
    /// As classes suggest it only.
    case authorClass, bylineClass, headlineClass
}
