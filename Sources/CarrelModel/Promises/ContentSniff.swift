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
}
