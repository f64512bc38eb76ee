import CarrelCore
import CarrelHTTP
import CarrelModel
import Foundation
import Testing

@testable import CarrelExport

/// What tells feeds of exports apart.
struct ExportIdentityTests {
    private func view(_ catalogs: [String: [String]]) -> LibraryView {
        LibraryView(
            catalogs.sorted { $0.key < $1.key }.map { name, collections in
                let location = "http://\(name).example/list"
                let listed = collections.map { ItemCollection(id: $0, title: $0, items: []) }
                return LibraryView.CatalogView(
                    location: location, name: name, catalog: Catalog(collections: listed),
                    memory: LibraryMemory(catalog: location, items: [:]))
            })
    }

    /// The identity of the feed of some collections; of all unless told.
    private func identity(_ view: LibraryView, _ collections: [String]? = nil) throws -> String {
        let rows = collections.map { names in view.collections.filter { names.contains($0.collection.id) } }
        var text = ""
        AtomFormat().write(ExportedLibrary(view, collections: rows, date: Date(), generator: "test")) {
            text += $0
        }
        let match = try #require(text.firstMatch(of: #/<id>([^<]*)</id>/#))
        return String(match.1)
    }

    @Test func `a catalogue's feed stays the same when the catalogue lists another collection`() throws {
        let before = try identity(view(["notes": ["A", "B"]]))
        #expect(try identity(view(["notes": ["A", "B", "C"]])) == before)
        let whole = try identity(view(["charts": ["X"], "notes": ["A", "B", "C"]]), ["B", "A", "C"])
        #expect(whole == before)
    }

    @Test func `feeds of different collections are different feeds, also where they begin alike`() throws {
        let names = (0..<60).map { "a collection with a long name \($0)" }
        let all = view(["charts": ["X"], "notes": names])
        let chosen: [[String]?] = [
            nil, ["X"], Array(names.dropLast()), Array(names.dropLast(2)), ["X", names[0]],
        ]
        let ids = try chosen.map { try identity(all, $0) }
        #expect(Set(ids).count == ids.count, "\(ids)")
        #expect(try identity(view(["charts": ["X"]])) == ids[1])
    }
}
