import CarrelModel
import Testing

@testable import CarrelCore
@testable import CarrelFrontEnd
@testable import CarrelPage

/// What a person is offered for an item.
struct ItemOfferTests {
    private func row(_ status: ItemStatus, number: Int, url: String? = "http://x.example/a")
        -> LibraryView.Row
    {
        let key = ItemKey(catalog: "c", collection: "C1", item: "a")
        var item = Item(title: "A", url: url)
        item.id = "a"
        return LibraryView.Row(key: key, item: item, number: number, status: status)
    }

    private func offers(_ row: LibraryView.Row) -> [ItemOffer] { ItemOffer.of(row, ItemState(row)) }

    @Test func `what failed is tried again only while a catalogue lists it`() {
        #expect(offers(row(.failed(reason: "gone"), number: 1)).first == .tryAgain)
        #expect(!offers(row(.failed(reason: "gone"), number: 0)).contains(.tryAgain))
        #expect(!offers(row(.failed(reason: "gone"), number: 1, url: nil)).contains(.tryAgain))
    }

    @Test func `a document whose file is gone is fetched like one that never came`() {
        var lost = row(.available, number: 1)
        lost.isMissing = true
        let state = ItemState(lost)
        #expect(state.name == .available && state.isLost && !state.isStored)
        #expect(offers(lost).first == .download && !offers(lost).contains(.openFile))
        #expect(
            StatusMarkup(state, .english).words == "Missing" && StatusMarkup(state, .german).words == "Fehlt")
    }

    @Test func `what is paused is fetched by whoever asks for it`() {
        let paused = row(.paused, number: 1)
        #expect(offers(paused) == [.download, .ignore])
        #expect(!offers(row(.paused, number: 1, url: nil)).contains(.download))
        #expect(StatusMarkup(ItemState(paused), .english).words == "Paused")
        #expect(StatusMarkup(ItemState(paused), .german).words == "Unterbrochen")
    }

    @Test func `a document that waits for its name is neither missing nor changed on disk`() {
        var waiting = row(.available, number: 1)
        (waiting.isMissing, waiting.isUnnamed) = (true, true)
        let state = ItemState(waiting)
        #expect(state.name == .unnamed && !state.isLost && !state.isStored)
        #expect(StatusMarkup(state, .english).words == "Waits for its name")
        #expect(StatusMarkup(state, .german).words == "Wartet auf seinen Namen")
    }

    @Test func `what is set aside is decided on, whether or not a catalogue lists it`() {
        for number in [0, 1] {
            let offers = offers(row(.setAside(reason: "a login page"), number: number))
            #expect(offers.starts(with: [.accept, .discard]))
        }
        var unknown = row(.setAside(reason: "found"), number: 0, url: nil)
        unknown.key = QuarantineEntry.key(ofToken: "a")
        #expect(offers(unknown) == [.discard])
    }
}
