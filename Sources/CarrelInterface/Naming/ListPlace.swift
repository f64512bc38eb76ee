import CarrelBasics

/// A place between two elements of a list, which is found again in a later list by the elements around it.
///
/// So it does not matter which of them left the list or moved within it, as long as some are where they were.
struct ListPlace: Sendable, Hashable {
    /// How far the elements that are remembered on each side are from the place.
    private static let distances = [1, 2, 3, 5, 8, 21, 55, 144]
    private static let longest = 200

    /// The place in the list that it was made of; there it is found at once.
    private var guess: Int
    /// The elements before it, the nearest first; and those after it.
    private var before: [String]
    private var after: [String]

    /// A place in a list.
    ///
    /// - Parameters:
    ///   - place: the place of the first element after it; there is one on each side.
    ///   - list: the list.
    ///   - name: what tells an element apart from all others, also in a later list, and without the secrets in it.
    init<Element>(_ place: Int, in list: [Element], _ name: (Element) -> String) {
        guess = place
        before = Self.distances.filter { $0 <= place }.map { Self.mark(name(list[place - $0])) }
        after = Self.distances.filter { place + $0 <= list.count }
            .map { Self.mark(name(list[place + $0 - 1])) }
    }

    /// Reads what `text` is; `nil` if it is something else.
    init?(_ text: String) {
        let parts = text.prefix(Self.longest + 1).split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.longest, parts.count == 3, let guess = Int(parts[0]), guess > 0 else {
            return nil
        }
        let sides = parts[1...].map { $0.split(separator: ".").map(String.init) }
        guard sides.allSatisfy({ (1...Self.distances.count).contains($0.count) }) else { return nil }
        (self.guess, before, after) = (guess, sides[0], sides[1])
    }

    /// It as a text of letters, digits, full stops and hyphens.
    var text: String {
        "\(guess)-\(before.joined(separator: "."))-\(after.joined(separator: "."))"
    }

    // The names themselves may hold secrets, such as a token in a URL, and a digest lets short ones be tried.
    private static func mark(_ name: String) -> String {
        String(StableHash(ShownText.of(name).utf8).digits.suffix(8))
    }

    // MARK: Finding it

    /// An element that is still there: how far it was from the place, and where it is now.
    private struct Found {
        var distance: Int
        var place: Int
    }

    /// The place of the first element after it; `nil` if none of the elements around it is there.
    ///
    /// Where this cannot be told for certain, what was before the place counts as being after it, and not the other way round:
    /// rather an element is given twice than never.
    func found<Element>(in list: [Element], _ name: (Element) -> String) -> Int? {
        if guess < list.count, Self.mark(name(list[guess - 1])) == before[0],
            Self.mark(name(list[guess])) == after[0]
        {
            return guess
        }
        let marks = Set(before + after)
        var places: [String: Int] = [:]
        for (place, element) in list.enumerated() {
            let mark = Self.mark(name(element))
            if marks.contains(mark), places[mark] == nil { places[mark] = place }
        }
        return Self.place(Self.found(before, places), Self.found(after, places))
    }

    private static func found(_ marks: [String], _ places: [String: Int]) -> [Found] {
        zip(distances, marks).compactMap { distance, mark in
            places[mark].map { Found(distance: distance, place: $0) }
        }
    }

    private static func place(_ before: [Found], _ after: [Found]) -> Int? {
        // Which elements moved is up to what most others say; to pass over one is worse than to give it again.
        func errors(_ place: Int) -> Int {
            before.count { $0.place >= place } + 2 * after.count { $0.place < place }
        }
        let candidates = (before.map { $0.place + 1 } + after.map(\.place)).sorted()
        guard let border = candidates.min(by: { errors($0) < errors($1) }) else { return nil }
        let last = before.filter { $0.place < border }.max { $0.place < $1.place }
        let next = after.filter { $0.place >= border }.min { $0.place < $1.place }
        if let last, last.distance == 1 { return last.place + 1 }
        let earliest = last.map { $0.place + 1 } ?? 0
        guard let next else { return earliest }
        // What was between the place and this element may still be there.
        return max(earliest, next.place - (next.distance - 1))
    }
}
