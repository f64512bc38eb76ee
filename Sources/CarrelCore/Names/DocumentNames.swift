import CarrelBasics
import CarrelHTTP
import CarrelModel

/// The names of the documents of one assignment: those given beforehand, adjusted to what each response says.
final class DocumentNames: Sendable {
    /// What a response tells about a document.
    struct Findings: Sendable {
        /// The `Content-Disposition` of the response.
        var contentDisposition: String?
        /// The declared media type.
        var mediaType: MediaType?
        /// The first bytes of the document.
        var beginning: [UInt8]
    }

    private let names: GivenNames
    /// Whether the recorded names of all documents were known when these were given; otherwise a name that is settled
    /// later has to be looked up.
    let areAllKnown: Bool
    private let numbers: [ItemKey: Int]
    private let allocator: Locked<NameAllocator>
    /// The names that fetched documents wanted, if they differ from the names given beforehand.
    private let wanted = Locked<[ItemKey: String]>([:])
    private let usesContentDisposition: Bool
    private let detect: @Sendable (_ beginning: [UInt8], _ declared: MediaType?) -> MediaType?

    /// Takes the names that were given beforehand.
    ///
    /// - Parameters:
    ///   - names: the names given beforehand.
    ///   - numbers: the places of items in their collections, if the template uses them.
    ///   - allocator: the allocator that gave the names.
    ///   - areAllKnown: whether the allocator knows the recorded names of all documents.
    ///   - usesContentDisposition: whether a document gets the name that its server suggests.
    ///   - detect: finds the media type of a document whose name does not say it.
    init(
        _ names: GivenNames, numbers: [ItemKey: Int], allocator: NameAllocator,
        areAllKnown: Bool, usesContentDisposition: Bool,
        detect: @escaping @Sendable (_ beginning: [UInt8], _ declared: MediaType?) -> MediaType?
    ) {
        (self.names, self.numbers, self.areAllKnown) = (names, numbers, areAllKnown)
        self.allocator = Locked(allocator)
        self.usesContentDisposition = usesContentDisposition
        self.detect = detect
    }

    /// The place of an item in its collection, if names contain it.
    func number(of key: ItemKey) -> Int? { numbers[key] }

    /// The name that an item has, or was given beforehand.
    ///
    /// - Parameters:
    ///   - key: the item.
    ///   - place: the place of its entry in the plan, as far as that is known.
    ///   - recorded: the name of the stored version, which is kept.
    ///   - title: its title, for an item that nobody gave a name.
    /// - Returns: the name.
    func given(_ key: ItemKey, at place: Int? = nil, recorded: String? = nil, title: String) -> String {
        if let recorded { return recorded }
        return names.place(of: key, near: place).flatMap { names[$0]?.text } ?? DocumentName.safe(title)
    }

    /// The name of a fetched document.
    ///
    /// - Parameters:
    ///   - item: the item.
    ///   - key: its key.
    ///   - place: the place of its entry in the plan, as far as that is known.
    ///   - recorded: the name of the stored version, which is kept.
    ///   - findings: what the response tells about the document.
    /// - Returns: a safe name that no other item has.
    func name(
        of item: Item, key: ItemKey, at place: Int? = nil, recorded: String?, findings: Findings
    ) -> String {
        if let recorded { return recorded }
        let given = given(key, at: place, title: item.title)
        let wanted = withExtension(suggested(for: item, key: key, findings) ?? given, findings)
        guard wanted != given else { return given }
        self.wanted.withLock { $0[key] = wanted }
        return allocator.withLock { $0.allocate(wanted, for: key) }
    }

    /// Other names that a document may have, if its name was only known once it was fetched; likeliest first.
    ///
    /// A name with the item's own suffix is likelier than one that several items want.
    func former(_ name: String, key: ItemKey) -> [String] {
        guard let plain = wanted.withLock({ $0.isEmpty ? nil : $0[key] }) else { return [] }
        return [NameAllocator.suffixed(plain, for: key), plain]
    }

    /// Gives an item a name in place of another, unless another item has it; says whether it did.
    func claim(_ name: String, instead other: String, for key: ItemKey) -> Bool {
        allocator.withLock { allocator in
            guard allocator.claim(name, for: key) else { return false }
            if name != other { allocator.release(other, of: key) }
            return true
        }
    }

    /// Another name for an item, because an unknown file has the name that it wants.
    func alternative(to name: String, key: ItemKey, attempt: Int) -> String {
        allocator.withLock { $0.alternative(to: name, key: key, attempt: attempt) }
    }

    /// The name that the server suggests (RFC 6266), put into the profile's template.
    private func suggested(for item: Item, key: ItemKey, _ findings: Findings) -> String? {
        guard usesContentDisposition, let field = findings.contentDisposition,
            let name = ContentDispositionField.suggestedName(in: field)
        else { return nil }
        return allocator.withLock {
            $0.plain.name(of: item, collection: key.collection, number: numbers[key], basename: name)
        }
    }

    private func withExtension(_ name: String, _ findings: Findings) -> String {
        guard DocumentName.lacksKind(name) else { return name }
        guard let mediaType = detect(findings.beginning, findings.mediaType) else { return name }
        return DocumentName.adding(extensionFor: mediaType, to: name)
    }
}
