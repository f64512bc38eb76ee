import CarrelHTTP

/// Content that its own server calls something else than it is.
extension ContentSniff {
    /// Why content is not what its server claims, by its type or a name, where its address does not say what is there.
    ///
    /// Servers are often wrong about kinds, but never mean a page by them: a program that fails behind a field that it has sent
    /// writes one, or a text. What many programs export as a page is one.
    ///
    /// - Parameters:
    ///   - prefix: the beginning of the content.
    ///   - promised: the extension of the document's URL.
    ///   - declared: what its server says that it is.
    ///   - name: what its server calls it.
    /// - Returns: the reason, or `nil` if nothing contradicts.
    package static func contradiction(
        prefix: some Collection<UInt8>, promised: String, of declared: MediaType?, named name: String?
    ) -> String? {
        guard saysNoKind(promised) else { return nil }
        let bytes = Array(prefix.prefix(length))
        let named = name?.split(separator: ".").dropFirst().last.map { $0.lowercased() }
        if isHTML(bytes) {
            let nouns = [declared?.fileExtension, named].compactMap { $0.flatMap(nounOfNoPage) }
            return nouns.first.map { "an HTML page instead of \($0)" }
        }
        // What is a document of another kind is one, whatever its server calls it. A name counts where the type says nothing.
        let type = declared.flatMap { $0.isOpaque ? nil : $0.essence }
        let isCalledPDF = type.map { $0 == MediaType.pdf.essence } ?? (named == "pdf")
        guard isCalledPDF, ContentSignature.noun(ofContent: bytes) == nil else { return nil }
        return contradiction(prefix: bytes, promised: "pdf")
    }

    /// The kind of an extension, as a noun, if its documents never begin as a page, whatever their servers call them.
    private static func nounOfNoPage(_ fileExtension: String) -> String? {
        guard !["xls", "doc", "ppt"].contains(fileExtension), !isXML(fileExtension),
            PromisedText.of(fileExtension: fileExtension) == nil
        else { return nil }
        if let kind = ContentSignature.kind(ofExtension: fileExtension) { return kind.noun }
        return neverHoldsPages(fileExtension) ? "a .\(fileExtension) file" : nil
    }
}
