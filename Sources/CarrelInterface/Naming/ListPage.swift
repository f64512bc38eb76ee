/// A part of a long list, and where the next part begins.
package struct ListPage<Element: Sendable>: Sendable {
    /// The elements of this part.
    package let elements: ArraySlice<Element>
    /// Where the next part begins, for `ListPage.init(of:after:)`; `nil` after the last one.
    package let next: String?

    /// The part of a list after the place where the part before ended.
    ///
    /// What came or went meanwhile does not matter: no element is given twice, and none is left out. One that moved
    /// counts as one that went and came.
    ///
    /// - Parameters:
    ///   - list: the whole list.
    ///   - cursor: the `next` of the part before; `nil` for the first part.
    ///   - limit: the most elements, above 0.
    ///   - name: what tells an element apart from all others, also in a later list, and without the secrets in it.
    /// - Throws: `ListPageError` if nothing around that place is there any longer, or the cursor is not one.
    package init(
        of list: [Element], after cursor: String?, limit: Int, name: (Element) -> String
    ) throws(ListPageError) {
        var start = 0
        if let cursor { start = try Self.place(cursor, in: list, name) }
        let part = list[start...].prefix(max(1, limit))
        elements = part
        next = part.endIndex < list.endIndex ? ListPlace(part.endIndex, in: list, name).text : nil
    }

    private static func place(
        _ cursor: String, in list: [Element], _ name: (Element) -> String
    ) throws(ListPageError) -> Int {
        guard let place = ListPlace(cursor) else { throw .notACursor }
        if list.isEmpty { return 0 }
        guard let start = place.found(in: list, name) else { throw .gone }
        return start
    }
}

/// Why a list cannot go on.
package enum ListPageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// It is not what an earlier part gave as `next`.
    case notACursor
    /// None of the elements around the place where it would go on is listed any longer.
    case gone

    /// What to do.
    package var description: String {
        switch self {
        case .notACursor: "the cursor is not one that an earlier page gave; begin without one"
        case .gone: "the list has changed where the last page ended; begin without a cursor"
        }
    }
}
