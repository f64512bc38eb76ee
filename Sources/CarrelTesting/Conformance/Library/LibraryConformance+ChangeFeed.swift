import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

private typealias Sample = LibrarySample

/// What has changed since.
extension LibraryConformance {
    static let changeFeed: [Check] = [
        Check("each item and catalogue that changed is told once, with a number that grows") { bed in
            let library = try await bed.open()
            try requireEqual(
                try await library.changes(since: 0), LedgerChanges(number: 0), "an empty library")
            try await library.record(Sample.catalog, reading: Sample.reading())
            let listed = try await library.changes(since: 0)
            try requireEqual(listed.catalogs, [Sample.location], "the catalogues that were recorded")
            try require(listed.items.isEmpty && listed.number > 0, "a listing changes no item")
            try await library.commit([Sample.tried(.failed, reason: "gone")])
            let failed = try await library.changes(since: listed.number)
            try await library.commit([Sample.stored(), Sample.tried(.stored)])
            let changed = try await library.changes(since: listed.number)
            try requireEqual(changed.items, [Sample.key], "the items that changed")
            try require(changed.catalogs.isEmpty, "no listing changed")
            try require(listed.number < failed.number && failed.number < changed.number, "the numbers grow")
            try requireEqual(
                try await library.changes(since: changed.number), LedgerChanges(number: changed.number),
                "after the last change")
            try requireEqual(
                try await library.changes(since: .max), LedgerChanges(number: changed.number),
                "after a number that there is not yet")
        },
        Check("what changes nothing that is shown has no number") { bed in
            let library = try await bed.openListed()
            try await library.commit([Sample.stored(), Sample.tried(.stored)])
            let before = try await library.changes(since: .max).number
            try await library.commit([Sample.tried(.unchanged)])
            try await library.commit([], settling: try await library.pendingPublications())
            try await library.commit([
                .confirmed(Sample.key, Sample.document().origin),
                .held(HostHold(host: "h.example", until: .distantFuture, reason: "r")),
            ])
            try requireEqual(try await library.changes(since: .max).number, before, "the number")
        },
        Check("whatever changes an item's document or status has a number") { bed in
            let library = try await bed.openListed()
            let changes: [LibraryChange] = [
                Sample.stored(), Sample.tried(.failed, reason: "r"), Sample.tried(.unchanged),
                // A part of its document may be there now.
                Sample.tried(.parked),
                .kept(Sample.key, Sample.document(), reason: "r"), .declared(Sample.key, .html),
                .quarantined(Sample.quarantined("a~1"), nil), .released(token: "a~1"),
                .lost(Sample.key, reason: "gone"),
            ]
            for (place, change) in changes.enumerated() {
                let before = try await library.changes(since: .max).number
                try await library.commit([change])
                let after = try await library.changes(since: before)
                try requireEqual(after.items, [Sample.key], "what change \(place) changed")
                try require(after.number > before, "the number of change \(place)")
            }
        },
        Check("a catalogue's other name, and what is chosen of it, are told, and only where they changed") {
            bed in
            let library = try await bed.openListed()
            let changes: [(any Library) async throws -> Void] = [
                { try await $0.setName("notes", of: Sample.location) },
                { try await $0.setChosen(false, [Sample.collection("C1")]) },
                { try await $0.setChosen(true, [Sample.collection("C1")]) },
            ]
            for (place, change) in changes.enumerated() {
                let before = try await library.changes(since: .max).number
                try await change(library)
                let after = try await library.changes(since: before)
                try requireEqual(after.catalogs, [Sample.location], "what change \(place) changed")
                try await change(library)
                try requireEqual(
                    try await library.changes(since: .max).number, after.number,
                    "the number of change \(place) once more")
            }
        },
        Check("that a collection was opened, or a catalogue forgotten, is told, too") { bed in
            let library = try await bed.openListed()
            let before = try await library.changes(since: .max).number
            try await library.record(
                [Item(title: "P", url: "http://x.example/p")], of: Sample.collection("C2"),
                reading: Sample.reading("http://x.example/more"))
            let opened = try await library.changes(since: before)
            try requireEqual(opened.catalogs, [Sample.location], "the catalogue of an opened collection")
            try await library.forget(Sample.location)
            try require(
                try await library.changes(since: .max).number > opened.number, "a forgotten catalogue")
        },
    ]
}
