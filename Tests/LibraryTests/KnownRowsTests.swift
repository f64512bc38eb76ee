import CarrelModel
import Testing

@testable import SQLiteKeeping

/// Rows that were read ahead.
@Suite struct KnownRowsTests {
    private func key(_ number: Int) -> ItemKey {
        ItemKey(catalog: "here", collection: "C", item: "item \(number)")
    }

    private func rows(_ count: Int) -> KnownRows {
        var rows = KnownRows()
        for number in 0..<count {
            rows.add(
                "item \(number)", KnownRows.Item(row: Int64(number), collection: 1, isTroubled: false))
        }
        return rows
    }

    @Test(arguments: [1, 7, 997])
    func `they are found in any order`(step: Int) {
        var rows = rows(1000)
        for number in 0..<1000 {
            let wanted = number * step % 1000
            #expect(rows.item(key(wanted), in: 1)?.row == Int64(wanted))
        }
        #expect(rows.item(key(3), in: 2) == nil, "one of another collection")
        #expect(rows.item(key(1000), in: 1) == nil)
        #expect(rows.lookAhead == 1000)
    }

    @Test func `one that is changed is read anew`() {
        var rows = rows(100)
        for number in [5, 50, 51] { rows.forget(key(number)) }
        for number in (0..<100).reversed() {
            #expect((rows.item(key(number), in: 1) == nil) == [5, 50, 51].contains(number))
        }
        rows.add("item 100", KnownRows.Item(row: 100, collection: 1, isTroubled: true))
        #expect(rows.item(key(100), in: 1)?.isTroubled == true)
    }
}
