import CarrelModel
import CarrelStages
import Foundation

private typealias Sample = LibrarySample

/// What is new, until somebody has looked at it.
extension LibraryConformance {
    static let news: [ConformanceCheck<LibraryTestbed>] = [
        Check("a document is new until it was looked at, or marked as read") { bed in
            let library = try await bed.openListed()
            try await library.commit([Sample.stored(), Sample.stored(Sample.later, "b")])
            try requireEqual(try await news(library), [Sample.key: .new, Sample.later: .new], "at first")
            try await library.recordView(of: Sample.key, at: Date(timeIntervalSince1970: 1))
            try requireEqual(try await news(library), [Sample.later: .new], "after a look")
            try await library.setRead(true, [Sample.later])
            try require(try await news(library).isEmpty, "after a mark")
            try await library.setRead(false, [Sample.key])
            try requireEqual(try await news(library), [Sample.key: .new], "marked as unread")
        },
        Check("another version of what was looked at is updated, and of what was not is new") { bed in
            let library = try await bed.openListed()
            try await library.commit([Sample.stored(), Sample.stored(Sample.later, "b")])
            try await library.setRead(true, [Sample.key])
            try await library.commit([version("11"), version("11", of: Sample.later, "b")])
            try requireEqual(
                try await news(library), [Sample.key: .updated, Sample.later: .new], "another version")
            try await library.commit([version("00")])
            try requireEqual(try await news(library), [Sample.later: .new], "the version that was looked at")
        },
        Check("what was lost and came again as it was is nothing new") { bed in
            let library = try await bed.openStored()
            try await library.setRead(true, [Sample.key])
            try await library.commit([.lost(Sample.key, reason: "damaged")])
            let memory = try await library.memory(of: Sample.location)
            try requireEqual(memory.items[Sample.key]?.readSHA256, "00", "what is known of a lost document")
            try require(memory.items[Sample.key]?.news == nil, "what is lost is not new")
            try await library.commit([Sample.stored()])
            try require(try await news(library).isEmpty, "the same again")
        },
        Check("a second entry for a document stands for it") { bed in
            let library = try await bed.openStored()
            let again = Sample.catalog.collections[0].items[2].id
            try await library.recordView(of: Sample.key(again), at: Date(timeIntervalSince1970: 1))
            try require(try await news(library).isEmpty, "after a look at the second entry")
        },
        Check("what is marked is a change where it was new, and nothing elsewhere") { bed in
            let library = try await bed.openStored()
            let before = try await library.changes(since: 0).number
            try await library.setRead(true, [Sample.key, Sample.later, Sample.key("none")])
            let marked = try await library.changes(since: before)
            try requireEqual(marked.items, [Sample.key], "what changed")
            try await library.setRead(true, [Sample.key])
            try requireEqual(try await library.changes(since: 0).number, marked.number, "marked again")
        },
    ]

    static let lists: [ConformanceCheck<LibraryTestbed>] = [
        Check("each terminal has the list that it printed last, for half a day") { bed in
            let library = try await bed.openListed()
            let date = Date(timeIntervalSince1970: 1_000_000)
            try require(try await library.printedList(of: "a", at: date) == nil, "before the first list")
            let first = PrintedList(items: [1: Sample.key, 7: Sample.later], date: date)
            let second = PrintedList(items: [2: Sample.later], date: date)
            try await library.remember(first, of: "a")
            try await library.remember(second, of: "b")
            try requireEqual(try await library.printedList(of: "a", at: date), first, "the one")
            try requireEqual(try await library.printedList(of: "b", at: date), second, "the other")
            try await library.remember(second, of: "a")
            try requireEqual(try await library.printedList(of: "a", at: date), second, "another list")
            let later = date + PrintedList.lifetime + 1
            try require(try await library.printedList(of: "a", at: later) == nil, "a day later")
            try await library.remember(PrintedList(items: [:], date: date), of: "b")
            try require(try await library.printedList(of: "b", at: date) == nil, "an empty list")
        }
    ]

    private static func news(_ library: any Library) async throws -> [ItemKey: News] {
        try await library.memory(of: Sample.location).items.compactMapValues(\.news)
    }

    /// A version of a document with other content.
    private static func version(
        _ sha256: String, of key: ItemKey = Sample.key, _ name: String = "C1-a"
    ) -> LibraryChange {
        var document = Sample.document(name)
        document.sha256 = sha256
        return .stored(key, title: "A", document, Sample.publication(name))
    }
}
