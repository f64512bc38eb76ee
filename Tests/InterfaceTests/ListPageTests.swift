import CarrelInterface
import Testing

struct ListPageTests {
    private func pages(_ list: [Int], _ limit: Int, change: (inout [Int], Int) -> Void = { _, _ in }) throws
        -> [Int]
    {
        var (list, found, cursor, round): ([Int], [Int], String?, Int) = (list, [], nil, 0)
        repeat {
            let page = try ListPage(of: list, after: cursor, limit: limit) { "name \($0)" }
            found += page.elements
            cursor = page.next
            change(&list, round)
            round += 1
        } while cursor != nil
        return found
    }

    @Test(arguments: [1, 2, 3, 9, 10, 11, 100]) func `pages give each element once, in order`(limit: Int)
        throws
    {
        #expect(try pages(Array(0..<10), limit) == Array(0..<10))
        #expect(try pages([], limit).isEmpty)
    }

    @Test func `what comes and goes before the place does not matter`() throws {
        let found = try pages(Array(0..<10), 3) { list, round in
            if round == 0 { list.insert(contentsOf: 100..<110, at: 0) }
            if round == 1 { list.removeFirst(11) }
        }
        #expect(found == Array(0..<10))
    }

    @Test func `a cursor that is none, or of an element that has gone, is an error`() throws {
        let page = try ListPage(of: [1, 2, 3], after: nil, limit: 1) { "\($0)" }
        #expect(throws: ListPageError.gone) {
            try ListPage(of: [2, 3], after: page.next, limit: 1) { "\($0)" }
        }
        for text in ["", "-", "x", "1", "-1-a", "1-", String(repeating: "9", count: 1000)] {
            #expect(throws: ListPageError.notACursor) {
                try ListPage(of: [1, 2, 3], after: text, limit: 1) { "\($0)" }
            }
        }
        #expect(throws: ListPageError.gone) {
            try ListPage(of: [1, 2, 3], after: "99999999-x", limit: 1) { "\($0)" }
        }
    }
}
