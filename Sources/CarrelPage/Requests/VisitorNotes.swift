/// Sentences for browsers without scripts: each stands on the next page that its browser loads.
actor VisitorNotes {
    /// A sentence, and whether it is about trouble.
    struct Note: Sendable, Hashable {
        var text: String
        var isError: Bool
    }

    private var notes: [String: [Note]] = [:]
    private var order: [String] = []
    private static let (mostVisitors, mostNotes) = (500, 4)

    /// Keeps a sentence for a browser.
    func add(_ note: Note, for visitor: String) {
        if notes[visitor] == nil { order.append(visitor) }
        notes[visitor] = ((notes[visitor] ?? []) + [note]).suffix(Self.mostNotes)
        if order.count > Self.mostVisitors { notes[order.removeFirst()] = nil }
    }

    /// The sentences for a browser, which has them then.
    func take(for visitor: String) -> [Note] {
        guard let found = notes.removeValue(forKey: visitor) else { return [] }
        order.removeAll { $0 == visitor }
        return found
    }
}
