import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation
import Testing

@testable import CarrelCore

/// Which documents are looked into next, and which are recorded.
@Suite struct LookingQueueTests {
    private func wanted(_ count: Int) -> [IndexPlan.Wanted] {
        (0..<count).map { number in
            let key = ItemKey(catalog: "c", collection: "C1", item: "\(number)")
            let document = StoredDocument(
                name: "\(number).txt", size: 1, sha256: "\(number)", mediaType: nil,
                validators: Validators(), url: "http://x.example/\(number)", storedAt: .distantPast)
            let item = IndexedItem(
                key: key, content: "\(number)", title: "", collection: "", catalog: "", mediaType: "",
                maker: "")
            return IndexPlan.Wanted(item: item, document: document)
        }
    }

    private func seen(_ row: ArraySlice<IndexPlan.Wanted>, text: String = "") -> [LookingQueue.Seen] {
        row.map {
            LookingQueue.Seen(
                item: $0.item,
                preview: KeptPreview(maker: "m", preview: Preview(text: text, mediaType: .plainText)))
        }
    }

    /// The next group's items.
    private func group(_ queue: inout LookingQueue) -> [String]? {
        queue.nextGroup()?.map(\.item.key.item)
    }

    /// What is next, a row or a group.
    private func next(_ queue: inout LookingQueue) -> String? {
        if queue.nextRow() != nil { return "row" }
        return queue.nextGroup() == nil ? nil : "group"
    }

    @Test func `as many rows as are wanted are out at once, and the last group is what is left`() throws {
        var queue = LookingQueue(wanted(20), width: 2)
        let (one, other) = (queue.nextRow(), queue.nextRow())
        let (first, second) = (try #require(one), try #require(other))
        #expect(next(&queue) == nil)
        queue.add(seen(first))
        #expect(group(&queue) == nil, "more is to come")
        queue.add(seen(second))
        var count = first.count + second.count
        while let row = queue.nextRow() {
            count += row.count
            queue.add(seen(row))
        }
        #expect(count == 20)
        #expect(group(&queue) == (0..<20).map(String.init))
        queue.noteRecorded()
        #expect(group(&queue) == nil)
    }

    @Test func `what has much text is recorded early, and nothing more is looked into before it can be`()
        throws
    {
        var queue = LookingQueue(wanted(100), width: 1)
        let long = String(repeating: "x", count: 2 << 20)
        queue.add(seen(queue.nextRow() ?? [], text: long))
        #expect(group(&queue)?.isEmpty == false)
        queue.add(seen(queue.nextRow() ?? [], text: long))
        #expect(next(&queue) == nil, "another group is being recorded")
        queue.noteRecorded()
        #expect(group(&queue)?.isEmpty == false)
        #expect(next(&queue) == "row")
    }
}
