/// The names of one run's documents: those given beforehand, and what is learnt of each when it has come.
final class DocumentNames: Sendable {
    /// What is learnt of a document with its arrival.
    struct Findings: Sendable {
        /// The `Content-Disposition` of the response.
        var contentDisposition: String?
        /// The declared media type.
        var mediaType: MediaType?
        /// The first bytes of the document.
        var beginning: [UInt8]
    }

    private let names: [ItemKey: String]
    private let allocator: Locked<NameAllocator>
    private let usesContentDisposition: Bool
    private let detect: @Sendable (_ beginning: [UInt8], _ declared: MediaType?) -> MediaType?

    /// Makes a list.
    ///
    /// - Parameters:
    ///   - names: the names given beforehand.
    ///   - allocator: gave them.
    ///   - usesContentDisposition: whether a document is named as its server suggests.
    ///   - detect: finds the media type of a document without an extension.
    init(
        _ names: [ItemKey: String], allocator: NameAllocator, usesContentDisposition: Bool,
        detect: @escaping @Sendable (_ beginning: [UInt8], _ declared: MediaType?) -> MediaType?
    ) {
        self.names = names
        self.allocator = Locked(allocator)
        self.usesContentDisposition = usesContentDisposition
        self.detect = detect
    }

    /// The name of a document that has come.
    ///
    /// - Parameters:
    ///   - item: the item.
    ///   - key: its key.
    ///   - recorded: the name of the stored version, which stays.
    ///   - findings: what is learnt of the document.
    /// - Returns: a safe name that no other item has.
    func name(of item: Item, key: ItemKey, recorded: String?, findings: Findings) -> String {
        if let recorded { return recorded }
        let given = names[key] ?? DocumentName.safe(item.title)
        let wanted = withExtension(suggested(for: item, key: key, findings) ?? given, findings)
        return wanted == given ? given : allocator.withLock { $0.allocate(wanted, for: key) }
    }

    /// Another name for an item whose wanted name something foreign holds.
    func alternative(to name: String, key: ItemKey, attempt: Int) -> String {
        allocator.withLock { $0.alternative(to: name, key: key, attempt: attempt) }
    }

    /// The name by RFC 6266, in the profile's template.
    private func suggested(for item: Item, key: ItemKey, _ findings: Findings) -> String? {
        guard usesContentDisposition, let field = findings.contentDisposition,
            let name = ContentDispositionField.suggestedName(in: field)
        else { return nil }
        return allocator.withLock { $0.plainName(of: item, collection: key.collection, basename: name) }
    }

    private func withExtension(_ name: String, _ findings: Findings) -> String {
        guard !DocumentName.hasExtension(name) else { return name }
        guard let mediaType = detect(findings.beginning, findings.mediaType) else { return name }
        return DocumentName.adding(extensionFor: mediaType, to: name)
    }
}
