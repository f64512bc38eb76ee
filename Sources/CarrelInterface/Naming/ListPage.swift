import CarrelBasics

/// A part of a long list, and where the next part begins.
package struct ListPage<Element: Sendable>: Sendable {
    /// The elements of this part.
    package let elements: ArraySlice<Element>
    /// Where the next part begins, for `ListPage.init(of:after:)`; `nil` after the last one.
    package let next: String?

    /// The part of a list after the element that ended the part before.
    ///
    /// Elements that came or went before it do not matter: none is given twice, and none is left out.
    ///
    /// - Parameters:
    ///   - list: the whole list.
    ///   - cursor: the `next` of the part before; `nil` for the first part.
    ///   - limit: the most elements, above 0.
    ///   - name: what tells an element apart from all others, also in a later list.
    /// - Throws: `ListPageError` if that element is no longer there, or the cursor is not one.
    package init(
        of list: [Element], after cursor: String?, limit: Int, name: (Element) -> String
    ) throws(ListPageError) {
        var start = 0
        if let cursor { start = try Self.place(cursor, in: list, name) + 1 }
        let part = list[start...].prefix(max(1, limit))
        elements = part
        next =
            part.endIndex < list.endIndex ? part.last.map { Self.cursor(part.endIndex - 1, name($0)) } : nil
    }

    /// The cursor has the place only so that the element is found at once.
    private static func cursor(_ place: Int, _ name: String) -> String { "\(place)-\(hash(name))" }

    // The names themselves may hold secrets, such as a token in a URL.
    private static func hash(_ name: String) -> String { StableHash(name.utf8).digits }

    private static func place(
        _ cursor: String, in list: [Element], _ name: (Element) -> String
    ) throws(ListPageError) -> Int {
        let halves = cursor.prefix(200).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, !halves[1].isEmpty, let guess = Int(halves[0]), guess >= 0 else {
            throw .notACursor
        }
        if list.indices.contains(guess), hash(name(list[guess])) == halves[1] { return guess }
        guard let place = list.firstIndex(where: { hash(name($0)) == halves[1] }) else { throw .gone }
        return place
    }
}

/// Why a list cannot go on.
package enum ListPageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// It is not what an earlier part gave as `next`.
    case notACursor
    /// The element after which it would go on is no longer listed.
    case gone

    /// What to do.
    package var description: String {
        switch self {
        case .notACursor: "the cursor is not one that an earlier page gave; begin without one"
        case .gone: "the list has changed where the last page ended; begin without a cursor"
        }
    }
}
