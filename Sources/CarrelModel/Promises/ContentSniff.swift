import CarrelBasics
import CarrelHTTP

/// Checks by its beginning whether content is what its name promises.
///
/// Servers may send a login page or an error page with status 200 instead of a document. Only certain contradictions
/// count: nothing contradicts an unknown extension.
public enum ContentSniff {
    /// How many bytes at the beginning are checked.
    public static let length = 1024

    /// Why content cannot be what an extension promises, such as `an HTML page instead of a PDF document`.
    ///
    /// - Parameters:
    ///   - prefix: the beginning of the content, `length` bytes or all of it; empty content contradicts nothing.
    ///   - promised: the extension of the document's URL or name, with or without its dot.
    ///   - declared: what its server says that it is; `nil` if nobody says so. It matters for text, and for
    ///     kinds whose first bytes nobody knows.
    /// - Returns: the reason, or `nil` if nothing contradicts.
    public static func contradiction(
        prefix: some Collection<UInt8>, promised: String, declared: MediaType? = nil
    ) -> String? {
        // Of several extensions, as in `notes.tar.pdf`, the last one counts.
        let fileExtension = promised.split(separator: ".").last?.lowercased() ?? ""
        let bytes = Array(prefix.prefix(length))
        guard let kind = ContentSignature.kind(ofExtension: fileExtension) else {
            return declared.flatMap {
                pageInPlace(bytes, called: $0, promised: fileExtension)
                    ?? messageInPlace(bytes, called: $0, of: "a .\(fileExtension) file", fileExtension)
            }
        }
        guard !bytes.isEmpty else { return nil }
        if kind.accepted.contains(where: { ContentSignature.matches($0, bytes) }) { return nil }
        if isHTML(bytes) {
            return isExport(bytes, of: fileExtension, declared) ? nil : "an HTML page instead of \(kind.noun)"
        }
        guard !kind.accepted.isEmpty else {
            return declared.flatMap { messageInPlace(bytes, called: $0, of: kind.noun, fileExtension) }
        }
        if let found = ContentSignature.noun(ofContent: bytes) { return "\(found) instead of \(kind.noun)" }
        return "the content does not begin as \(kind.noun) does"
    }

    /// Whether a page is what many programs export as a sheet or a text: Office opens it as one, and its server calls it that.
    ///
    /// What people are to fill in, or a browser is to run or fit to a screen, is not an export, nor what PHP says where it fails.
    private static func isExport(_ page: [UInt8], of fileExtension: String, _ declared: MediaType?) -> Bool {
        guard ["xls", "doc"].contains(fileExtension), let declared,
            declared.essence == MediaType.forFileExtension(fileExtension)?.essence
        else { return false }
        let text = lowercased(page)[...]
        return !text.starts(with: "<br />\n<b>".utf8)
            && !["<form", "<input", "<script", "viewport"].contains { contains(text, $0) }
    }

    /// Why what its server calls a page is not what an extension promises whose first bytes nobody knows.
    private static func pageInPlace(
        _ bytes: [UInt8], called declared: MediaType, promised fileExtension: String
    ) -> String? {
        if let text = PromisedText.of(fileExtension: fileExtension) {
            return text.isContradicted(by: bytes, declared: declared.essence)
                ? "an HTML page instead of \(text.noun)" : nil
        }
        guard declared.isHTML, isHTML(bytes) else { return nil }
        if fileExtension == unknownKind { return "an HTML page instead of the document" }
        // A comment may begin any XML, such as a .dtd.
        guard neverHoldsPages(fileExtension), !isXML(fileExtension) || isWholePage(bytes) else { return nil }
        return "an HTML page instead of a .\(fileExtension) file"
    }

    /// Why what its server calls JSON, as services say in that what went wrong, or a page is not what an extension promises.
    ///
    /// A page that only leads to another one may be its `<meta>` alone, which is none of the tags that tell pages.
    private static func messageInPlace(
        _ bytes: [UInt8], called declared: MediaType, of noun: String, _ fileExtension: String
    ) -> String? {
        guard neverHoldsPages(fileExtension), PromisedText.of(fileExtension: fileExtension) == nil,
            let type = MediaType.forFileExtension(fileExtension), !isXML(fileExtension),
            !["json", "yaml", "toml", "plist"].contains(where: { type.essence.contains($0) })
        else { return nil }
        let beginning = bytes.drop(while: isSpace)
        if beginning.first == UInt8(ascii: "<"), declared.isHTML, !beginning.starts(with: "<?xml".utf8) {
            return "an HTML page instead of \(noun)"
        }
        let isJSON = declared.essence == "application/json" || declared.essence.hasSuffix("+json")
        guard isJSON, let first = beginning.first, "{[".utf8.contains(first) else { return nil }
        return "JSON instead of \(noun)"
    }

    /// Whether an extension is that of a kind which is neither text nor a page.
    ///
    /// Servers run some programs to make pages, and names of sites, as in `/about/example.com.au`, say no kind.
    static func neverHoldsPages(_ fileExtension: String) -> Bool {
        guard !sites.contains(fileExtension), let type = MediaType.forFileExtension(fileExtension) else {
            return false
        }
        return !type.isText && !type.isHTML && type.essence != "application/x-executable"
    }

    /// The extensions that names of sites have far more often than files.
    private static let sites: Set<String> = ["ai", "au", "pub"]

    /// Whether an extension is that of a kind of XML; those of Office's `openxmlformats` are ZIP archives.
    static func isXML(_ fileExtension: String) -> Bool {
        guard let type = MediaType.forFileExtension(fileExtension)?.essence else { return false }
        return ["/xml", "+xml", "-xml", "/xml-dtd"].contains { type.hasSuffix($0) }
    }

    /// The extension that says what kind a stored document is, so that a web page in its place is not a new version of it.
    ///
    /// - Parameters:
    ///   - promised: the extension of its URL, which is checked by itself if it is that of a kind.
    ///   - named: the extension of its name, which counts only if its server did not say what it is.
    ///   - declared: what its server said that it is.
    /// - Returns: the extension, or `unknownKind`; `nil` if the URL says the kind, or the document may be a page.
    package static func kindBefore(
        promised: String, named: @autoclosure () -> String, declared: MediaType?
    ) -> String? {
        guard saysNoKind(promised) else { return nil }
        if let declared, !declared.isOpaque {
            if let known = declared.fileExtension, isOfKind(known) { return known }
            return declared.isText || declared.isHTML ? nil : unknownKind
        }
        let known = named().lowercased()
        if isOfKind(known) { return known }
        if known.isEmpty { return declared == nil ? nil : unknownKind }
        return pages.contains(known) || programs.contains(known) ? nil : unknownKind
    }

    /// Stands for the extension of a document that is not a page, whatever else it is.
    package static let unknownKind = "?"

    /// The extension of the kind that a catalogue lists, where an address does not say what is there; `nil` if nobody knows it.
    package static func kindListed(promised: String, as kind: String?) -> String? {
        guard let kind = kind?.lowercased(), saysNoKind(promised), isOfKind(kind) else { return nil }
        return kind
    }

    /// Whether the extension of a URL does not say what its document is.
    static func saysNoKind(_ promised: String) -> Bool {
        !isOfKind(promised.lowercased()) && !isPage(fileExtension: promised)
    }

    private static func isOfKind(_ fileExtension: String) -> Bool {
        ContentSignature.kind(ofExtension: fileExtension) != nil
            || PromisedText.of(fileExtension: fileExtension) != nil || neverHoldsPages(fileExtension)
    }

    /// What a new version of a document certainly is, such as `an EPUB book`, if the name that it keeps says something else.
    ///
    /// Its bytes contradict the name, or its server calls it something else than before, which they do not contradict.
    ///
    /// - Parameters:
    ///   - fileExtension: the extension of the name.
    ///   - prefix: the beginning of the content.
    ///   - declared: what its server says that it is.
    ///   - before: what its server said of the version before.
    /// - Returns: the kind, as a noun with its article; `nil` if the name is as right as before.
    package static func otherKind(
        than fileExtension: String, prefix: some Collection<UInt8>, declared: MediaType?, before: MediaType?
    ) -> String? {
        let (bytes, promised) = (Array(prefix.prefix(length)), fileExtension.lowercased())
        let kind = declared?.fileExtension.flatMap { ContentSignature.kind(ofExtension: $0) }
        let isKind = kind?.accepted.contains { ContentSignature.matches($0, bytes) } == true
        if contradiction(prefix: bytes, promised: promised) != nil {
            if isHTML(bytes) { return "an HTML page" }
            return isKind ? kind?.noun : ContentSignature.noun(ofContent: bytes)
        }
        guard isKind, let declared, declared.essence != before?.essence,
            let named = MediaType.forFileExtension(promised), named.essence != declared.essence
        else { return nil }
        // Many servers call a book or an office document a ZIP archive, which it is, too.
        let holds = ContentSignature.kind(ofExtension: promised)?.accepted ?? []
        let isContainer = ["zip", "gz"].contains(declared.fileExtension)
        return isContainer && holds.contains { ContentSignature.matches($0, bytes) } ? nil : kind?.noun
    }

    /// Whether content begins like an HTML page, by the table in section 7.1 of the WHATWG's MIME Sniffing Standard.
    ///
    /// Skips byte order marks, reads UTF-16, and allows an XML declaration before the page.
    public static func isHTML(_ prefix: some Collection<UInt8>) -> Bool {
        let text = lowercased(Array(prefix.prefix(length)))
        let start = text.drop(while: isSpace)
        if start.starts(with: "<?xml".utf8) {
            return contains(start, "<html") || contains(start, "<!doctype html")
        }
        return begins(start, with: patterns)
    }

    /// Whether a document with an extension, in lower case, may honestly begin as a page: it is one, or text about pages.
    public static func mayBeHTML(fileExtension: String) -> Bool {
        fileExtension == "php" || pages.contains(fileExtension)
            || PromisedText.of(fileExtension: fileExtension) != nil
    }

    /// The extensions of programs that send documents of any kind, such as `view.php`.
    static let programs: Set<String> = [
        "php", "php3", "php4", "php5", "phtml", "asp", "aspx", "ashx", "jsp", "jspx", "do", "action",
        "cfm", "cgi", "fcgi", "pl",
    ]

    private static let pages: Set<String> = ["html", "htm", "xhtml", "xht", "shtml"]

    /// Whether an extension is that of a page.
    package static func isPage(fileExtension: String) -> Bool { pages.contains(fileExtension.lowercased()) }

    /// Whether an extension is that of a text or of another kind whose first bytes nobody knows, as the end of a page's address may
    /// seem to be.
    package static func isOfUnsignedKind(_ fileExtension: String) -> Bool {
        let fileExtension = fileExtension.lowercased()
        return ContentSignature.kind(ofExtension: fileExtension) == nil && isOfKind(fileExtension)
    }

    /// Whether content is a page from its beginning on, not only markup: behind comments and an XML declaration come the
    /// document type or the outermost elements.
    static func isWholePage(_ prefix: [UInt8]) -> Bool {
        var text = lowercased(Array(prefix.prefix(length))).drop(while: isSpace)
        for (opening, closing) in [("<?xml", "?>"), ("<!--", "-->")] {
            while text.starts(with: opening.utf8) {
                guard let end = text.indices.first(where: { text[$0...].starts(with: closing.utf8) }) else {
                    return false
                }
                text = text[end...].dropFirst(closing.utf8.count).drop(while: isSpace)
            }
        }
        return begins(text, with: ["<!doctype html", "<html", "<head", "<body"])
    }

    /// Whether text begins with one of these tags.
    private static func begins(_ text: ArraySlice<UInt8>, with tags: [String]) -> Bool {
        tags.contains { tag in
            guard text.starts(with: tag.utf8), let next = text.dropFirst(tag.utf8.count).first else {
                return false
            }
            return next == UInt8(ascii: ">") || isSpace(next)
        }
    }

    private static let patterns = [
        "<!doctype html", "<html", "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table", "<a",
        "<style", "<title", "<b", "<body", "<br", "<p", "<!--",
    ]

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == 0x0C
    }

    /// The bytes with ASCII letters in lower case; UTF-16 becomes one byte for each character, with 0xFF for those
    /// outside Latin-1.
    private static func lowercased(_ bytes: [UInt8]) -> [UInt8] {
        var text = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            text = Array(bytes.dropFirst(3))
        } else if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
            let high = bytes[0] == 0xFE ? 0 : 1
            text = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
                bytes[index + high] == 0 ? bytes[index + 1 - high] : 0xFF
            }
        }
        return text.map(\.lowercased)
    }

    private static func contains(_ bytes: ArraySlice<UInt8>, _ text: String) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: text.utf8) }
    }
}
