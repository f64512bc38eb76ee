import CarrelBasics

/// Tells items apart to which a catalogue gives the same identity.
///
/// Each document is known by the identity together with its URL, so that the others stay what they are when one is added
/// or goes. Where all have one URL, or none, they are one document, which keeps the identity as it is.
struct SharedIdentity {
    /// How many URLs the items have.
    enum Variety { case none, one, several }

    private let id: String
    private let variety: Variety
    /// The URL of the first document, and the identity that it has.
    private var first: (url: String?, id: String)?
    /// The identities of the further documents, by URL.
    private var others: [String: String] = [:]
    private var number = 1

    init(_ id: String, _ variety: Variety) { (self.id, self.variety) = (id, variety) }

    /// Gives the next item its identity, and marks it if it is the same document as an earlier one.
    ///
    /// - Parameters:
    ///   - item: the item.
    ///   - url: its URL as an identity.
    ///   - give: takes an identity, unless another item has it; says whether it did.
    mutating func mark(_ item: inout Item, _ url: String?, _ give: (String) -> Bool) {
        if let original = original(of: url) {
            item.duplicateOf = original
            item.share(id, as: numbered(id, give))
        } else if url == nil, variety != .none {
            // Nothing can be stored for it, so its place may name it.
            item.share(id, as: numbered(id, give))
        } else {
            let own = variety == .several ? identity(with: url, give) : id
            if first == nil { first = (url, own) } else if let url { others[url] = own }
            item.share(id, as: own)
        }
    }

    /// The earlier item that is the same document; without a URL, it is the first one.
    private func original(of url: String?) -> String? {
        guard let first, let url, first.url != url else { return first?.id }
        return others[url]
    }

    private mutating func identity(with url: String?, _ give: (String) -> Bool) -> String {
        let own = "\(id)#\(StableHash(texts: [url ?? ""]).digits)"
        return give(own) ? own : numbered(own, give)
    }

    private mutating func numbered(_ id: String, _ give: (String) -> Bool) -> String {
        repeat { number += 1 } while !give("\(id)#\(number)")
        return "\(id)#\(number)"
    }
}
