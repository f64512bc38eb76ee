import CarrelModel
import Testing

@testable import CarrelCore

/// What a listener gets that takes less than happens.
@Suite(.timeLimit(.minutes(1))) struct EventHubTests {
    private static func item(_ name: String) -> ItemEvent {
        let key = ItemKey(catalog: "c", collection: "C", item: name)
        return ItemEvent(key: key, title: name, url: "http://x/\(name)")
    }

    /// The next events of a listener, written down.
    private static func next(_ count: Int, of listener: EventListener) async -> [String] {
        var lines: [String] = []
        for _ in 0..<count {
            switch await listener.next() {
            case .started(let item): lines.append("started \(item.title)")
            case .unchanged(let item): lines.append("unchanged \(item.title)")
            case .progress(let item, let bytes, _): lines.append("progress \(item.title) \(bytes)")
            case .gap(let since): lines.append("gap \(since)")
            default: lines.append("other")
            }
        }
        return lines
    }

    @Test func `a full buffer drops progress, and nothing else`() async {
        let hub = EventHub()
        let listener = hub.listen(capacity: 3)
        hub.receive(.started(Self.item("a")))
        for bytes in 1...9 { hub.receive(.progress(Self.item("a"), bytes: Int64(bytes), total: nil)) }
        for name in ["a", "b"] { hub.receive(.unchanged(Self.item(name))) }
        #expect(await Self.next(3, of: listener) == ["started a", "unchanged a", "unchanged b"])
    }

    @Test func `where dropping progress is not enough, one gap tells since when to look`() async {
        let hub = EventHub()
        hub.note(7)
        let listener = hub.listen(capacity: 3)
        for name in ["a", "b", "c", "d", "e", "f", "g"] {
            hub.note(8)
            hub.receive(.unchanged(Self.item(name)))
        }
        #expect(await Self.next(3, of: listener) == ["gap 7", "unchanged f", "unchanged g"])
    }
}
