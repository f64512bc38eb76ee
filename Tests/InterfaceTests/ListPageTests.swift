import CarrelInterface
import CarrelModel
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

    @Test func `a cursor does not tell which token a name holds`() throws {
        func cursor(_ token: String) throws -> String? {
            try ListPage(of: [1, 2, 3], after: nil, limit: 1) { "http://h.example/\($0)?token=\(token)" }.next
        }
        #expect(try cursor("1") == cursor("2"))
    }

    @Test func `items that a token alone tells apart are all given, though one has gone`() throws {
        func name(_ number: Int) -> String {
            let item = "http://h.example/dl.pdf?key=k\(number)"
            return RowPage.name(
                of: ItemKey(catalog: "list", collection: "C", item: item), title: "Doc \(number)")
        }
        let first = try ListPage(of: Array(1...12), after: nil, limit: 4, name: name)
        let rest = try ListPage(of: Array(2...12), after: first.next, limit: 12, name: name)
        #expect(Array(rest.elements) == Array(5...12))
    }

    @Test func `what comes and goes before the place does not matter`() throws {
        let found = try pages(Array(0..<10), 3) { list, round in
            if round == 0 { list.insert(contentsOf: 100..<110, at: 0) }
            if round == 1 { list.removeFirst(11) }
        }
        #expect(found == Array(0..<10))
    }

    /// The pages of what a list is now, after the first page of what it was.
    private func rest(of list: [Int], limit: Int, becoming changed: [Int]) throws -> [Int] {
        let first = try ListPage(of: list, after: nil, limit: limit) { "name \($0)" }
        var (found, cursor): ([Int], String?) = ([], first.next)
        while let place = cursor {
            let page = try ListPage(of: changed, after: place, limit: limit) { "name \($0)" }
            found += page.elements
            cursor = page.next
        }
        return found
    }

    @Test func `an element that moves to the end does not take the end of its page with it`() throws {
        // As where a catalogue no longer lists it.
        #expect(try rest(of: [1, 2, 3, 4, 5, 6], limit: 3, becoming: [1, 2, 4, 5, 6, 3]) == [4, 5, 6, 3])
        #expect(try rest(of: [1, 2], limit: 1, becoming: [2, 1]) == [2, 1])
        #expect(try rest(of: [1, 2, 3, 4, 5], limit: 3, becoming: [4, 5, 1, 2, 3]) == [4, 5, 1, 2, 3])
    }

    @Test func `an element that moves to the front gives nothing twice`() throws {
        #expect(try rest(of: [1, 2, 3, 4, 5, 6], limit: 3, becoming: [4, 1, 2, 3, 5, 6]) == [5, 6])
        #expect(try rest(of: [1, 2, 3, 4, 5, 6], limit: 3, becoming: [3, 1, 2, 4, 5, 6]) == [4, 5, 6])
    }

    @Test func `a page whose elements have all left the list is followed by the next one`() throws {
        // As where what is new is marked as read page by page.
        let found = try pages(Array(0..<10), 2) { list, _ in list.removeFirst(min(2, list.count)) }
        #expect(found == Array(0..<10))
        #expect(try rest(of: [1, 2, 3], limit: 2, becoming: []).isEmpty)
    }

    @Test(arguments: [1...30, 8...26, 20...60, 21...200]) func `what leaves around the place hides nothing`(
        gone: ClosedRange<Int>
    ) throws {
        let list = Array(0..<400)
        let left = list.filter { !gone.contains($0) }
        let found = try rest(of: list, limit: 20, becoming: left)
        #expect(found.filter { $0 >= 20 } == left.filter { $0 >= 20 })
        #expect(Set(found).count == found.count)
    }

    @Test func `a cursor that is none, or whose place has gone with all around it, is an error`() throws {
        let page = try ListPage(of: [1, 2, 3], after: nil, limit: 1) { "\($0)" }
        #expect(throws: ListPageError.gone) {
            try ListPage(of: [7, 8], after: page.next, limit: 1) { "\($0)" }
        }
        let others = [
            "", "-", "x", "1", "-1-a", "1-", "1-a", "0-a-a", "1--a", "1-a-", "1-a-a-a", "-1-a-a",
            String(repeating: "9", count: 1000), "1-\(String(repeating: "a.", count: 20))-a",
        ]
        for text in others {
            #expect(throws: ListPageError.notACursor) {
                try ListPage(of: [1, 2, 3], after: text, limit: 1) { "\($0)" }
            }
        }
        #expect(throws: ListPageError.gone) {
            try ListPage(of: [1, 2, 3], after: "99999999-x-x", limit: 1) { "\($0)" }
        }
    }
}
