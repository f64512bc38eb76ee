import CarrelBasics
import CarrelHTTP
import CarrelModel

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
    private let numbers: [ItemKey: Int]
    private let allocator: Locked<NameAllocator>
    /// The names that documents wanted which came from their servers, where those names could be another's.
    private let wanted = Locked<[ItemKey: String]>([:])
    private let usesContentDisposition: Bool
    private let detect: @Sendable (_ beginning: [UInt8], _ declared: MediaType?) -> MediaType?

    /// Makes a list.
    ///
    /// - Parameters:
    ///   - names: the names given beforehand.
    ///   - numbers: the places of items in their collections, where names hold them.
    ///   - allocator: gave them.
    ///   - usesContentDisposition: whether a document is named as its server suggests.
    ///   - detect: finds the media type of a document without an extension.
    init(
        _ names: [ItemKey: String], numbers: [ItemKey: Int] = [:], allocator: NameAllocator,
        usesContentDisposition: Bool,
        detect: @escaping @Sendable (_ beginning: [UInt8], _ declared: MediaType?) -> MediaType?
    ) {
        (self.names, self.numbers) = (names, numbers)
        self.allocator = Locked(allocator)
        self.usesContentDisposition = usesContentDisposition
        self.detect = detect
    }

    /// The name that an item was given beforehand.
    func given(_ key: ItemKey, title: String) -> String { names[key] ?? DocumentName.safe(title) }

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
        let given = given(key, title: item.title)
        let wanted = withExtension(suggested(for: item, key: key, findings) ?? given, findings)
        guard wanted != given else { return given }
        self.wanted.withLock { $0[key] = wanted }
        return allocator.withLock { $0.allocate(wanted, for: key) }
    }

    /// The names under which a document may be, of those whose names were only learnt as they came.
    ///
    /// A name with a suffix of the item's own says more than one that several want.
    func former(_ name: String, key: ItemKey) -> [String] {
        guard let plain = wanted.withLock({ $0.isEmpty ? nil : $0[key] }) else { return [] }
        return [NameAllocator.suffixed(plain, for: key), plain]
    }

    /// Has an item own a name instead of another one, unless some other item does.
    func claim(_ name: String, instead other: String, for key: ItemKey) -> Bool {
        allocator.withLock { allocator in
            guard allocator.claim(name, for: key) else { return false }
            if name != other { allocator.release(other, of: key) }
            return true
        }
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
        return allocator.withLock {
            $0.plainName(of: item, collection: key.collection, number: numbers[key], basename: name)
        }
    }

    private func withExtension(_ name: String, _ findings: Findings) -> String {
        guard !DocumentName.hasExtension(name) else { return name }
        guard let mediaType = detect(findings.beginning, findings.mediaType) else { return name }
        return DocumentName.adding(extensionFor: mediaType, to: name)
    }
}
