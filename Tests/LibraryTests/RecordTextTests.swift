import CarrelModel
import CarrelRecords
import Testing

struct RecordTextTests {
    @Test func `mirrors are kept character by character, and none becomes two`() {
        var item = Item(title: "A", url: nil)
        item.mirrors = ["http://h.example/cafe\u{301}", "http://h.example/a\nb"]
        let text = RecordText.mirrors(of: item)
        #expect(text.map { Array($0.utf8) } == Array("http://h.example/cafe\u{301}".utf8))
    }
}
