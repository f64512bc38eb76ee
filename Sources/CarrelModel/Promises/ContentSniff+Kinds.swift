import CarrelHTTP

/// What extensions say of the kind of a document.
extension ContentSniff {
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

    /// Whether an extension is that of a text or of another kind whose first bytes nobody knows, as the end of a page's address may
    /// seem to be.
    package static func isOfUnsignedKind(_ fileExtension: String) -> Bool {
        let fileExtension = fileExtension.lowercased()
        return ContentSignature.kind(ofExtension: fileExtension) == nil && isOfKind(fileExtension)
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

    /// Whether a document with an extension, in lower case, may honestly begin as a page: it is one, or text about pages.
    public static func mayBeHTML(fileExtension: String) -> Bool {
        fileExtension == "php" || pages.contains(fileExtension)
            || PromisedText.of(fileExtension: fileExtension) != nil
    }

    /// Whether an extension is that of a page.
    package static func isPage(fileExtension: String) -> Bool { pages.contains(fileExtension.lowercased()) }

    private static let pages: Set<String> = ["html", "htm", "xhtml", "xht", "shtml"]

    /// The extensions of programs that send documents of any kind, such as `view.php`.
    static let programs: Set<String> = [
        "php", "php3", "php4", "php5", "phtml", "asp", "aspx", "ashx", "jsp", "jspx", "do", "action",
        "cfm", "cgi", "fcgi", "pl",
    ]
}
