import CarrelBasics
import CarrelModel

/// Gives the documents of a catalogue their names, in the same way every time.
///
/// Recorded names stay. If several new items want one name, the first in the catalogue's order gets it; the others get
/// a suffix made from their identity. The whole catalogue is named at once, so that it does not matter which items are
/// downloaded, or in which order.
struct NameAllocator {
    /// The names before collisions are resolved.
    let plain: PlainNames
    /// The names that other catalogues were just given.
    private let given: RunNames?
    /// Whether it names a part of a catalogue: `given` has the names of everybody else.
    let isOfPart: Bool
    private var taken: TakenNames

    /// - Parameters:
    ///   - plain: the names before collisions are resolved.
    ///   - given: the names that were given and may not be recorded yet; `nil` if nobody else gives names.
    ///   - recorded: the recorded names, of the documents of all catalogues, that the new ones can meet.
    ///   - isOfPart: whether it names a part of a catalogue.
    init(
        _ plain: PlainNames, among given: RunNames? = nil, recorded: [ItemKey: String] = [:],
        isOfPart: Bool = false
    ) {
        (self.plain, self.given, self.isOfPart) = (plain, given, isOfPart)
        taken = TakenNames(recorded)
    }

    /// Makes room for more names.
    mutating func reserve(_ count: Int) {
        taken.reserve(count)
        if !isOfPart { given?.reserve(count) }
    }

    /// Gives an item the name that it wants, with a suffix if another item has that name.
    ///
    /// - Parameters:
    ///   - wanted: the name that it wants.
    ///   - key: the item.
    ///   - isWanted: whether the item gets the name now; otherwise it is only kept from other items of the catalogue.
    /// - Returns: the name.
    mutating func allocate(_ wanted: String, for key: ItemKey, isWanted: Bool = true) -> String {
        let wantedKey = DocumentName.collisionKey(wanted)
        let plain = outsideDocuments(wanted, wantedKey)
        if claim(plain, plain == wanted ? wantedKey : nil, for: key, isWanted: isWanted) { return plain }
        let hash = Self.hash(key)
        for length in [6, 13] {
            let name = DocumentName.adding(suffix: String(hash.prefix(length)), to: plain)
            if claim(name, for: key, isWanted: isWanted) { return name }
        }
        var counter = 2
        while true {
            // Another catalogue may have given a document the name of a folder meanwhile.
            let plain = outsideDocuments(wanted, wantedKey)
            let name = DocumentName.adding(suffix: "\(hash)-\(counter)", to: plain)
            if claim(name, for: key, isWanted: isWanted) { return name }
            counter += 1
        }
    }

    /// Another name for an item, because something else on the disk has the name that it wants.
    ///
    /// - Parameters:
    ///   - name: the name that is taken.
    ///   - key: the item.
    ///   - attempt: the number of names that were tried before.
    /// - Returns: a name that no other item has.
    mutating func alternative(to name: String, key: ItemKey, attempt: Int) -> String {
        // An unknown file has it, or the document of another item whose record was lost.
        release(name, of: key)
        // A suffix of its own makes room for a longer one.
        let plain = DocumentName.removingSuffix(from: name)
        let name = Self.suffixed(plain, for: key) == name ? plain : name
        let hash = Self.hash(key)
        let suffix = attempt == 0 ? String(hash.prefix(6)) : attempt == 1 ? hash : "\(hash)-\(attempt)"
        // After two attempts, perhaps a file has the name of a folder.
        let kept =
            attempt < 2
            ? outsideDocuments(name, DocumentName.collisionKey(name)) : DocumentName.withoutFolders(name)
        let other = DocumentName.adding(suffix: suffix, to: kept)
        return claim(other, for: key) ? other : DocumentName.adding(suffix: "\(hash)-\(attempt)x", to: kept)
    }

    /// The name that an item gets first if another item has the name that it wants.
    static func suffixed(_ name: String, for key: ItemKey) -> String {
        DocumentName.adding(suffix: String(hash(key).prefix(6)), to: name)
    }

    /// The name; without folders, if a document has the name of one of them.
    private func outsideDocuments(_ name: String, _ collisionKey: String) -> String {
        let folders = DocumentName.folders(of: collisionKey)
        guard !folders.isEmpty else { return name }
        let isInside = taken.holdDocument(named: folders) || given?.areTaken(folders) == true
        return isInside ? DocumentName.withoutFolders(name) : name
    }

    /// Releases a name that an item does not need after all.
    mutating func release(_ name: String, of key: ItemKey) {
        let collisionKey = DocumentName.collisionKey(name)
        // A part's name stays taken: nobody remembers whose it was.
        if isOfPart { return }
        taken.remove(collisionKey, of: key)
        given?.release(collisionKey, of: key)
    }

    /// Claims a name for an item, unless another item has it.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - collisionKey: its collision key, where that is known.
    ///   - key: the item.
    ///   - isWanted: whether the item gets the name now, as for `allocate`.
    /// - Returns: whether the item has the name.
    mutating func claim(
        _ name: String, _ collisionKey: String? = nil, for key: ItemKey, isWanted: Bool = true
    ) -> Bool {
        let collisionKey = collisionKey ?? DocumentName.collisionKey(name)
        let above = DocumentName.folders(of: collisionKey)
        guard taken.isFree(collisionKey, in: above, for: key) else { return false }
        if isOfPart, let given {
            guard taken.isTaken(collisionKey, by: key) || given.claim(collisionKey, in: above, for: nil)
            else { return false }
        } else if let given {
            guard
                isWanted
                    ? given.claim(collisionKey, in: above, for: key)
                    : !given.isTaken(collisionKey, for: key)
            else { return false }
        }
        taken.add(collisionKey, of: key)
        return true
    }

    /// What tells an item's name from the same name of others: not for security.
    static func hash(_ key: ItemKey) -> String { StableHash(texts: [key.collection, key.item]).digits }
}
