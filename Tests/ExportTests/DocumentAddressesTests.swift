import CarrelHTTP
import CarrelModel
import Foundation
import Testing

@testable import CarrelExport

/// The addresses that an export gives a document.
struct DocumentAddressesTests {
    private let page = "https://notes.example/get?id=1"
    private let file = "https://files.example/1.pdf?expires=300"
    private let mirror = "https://mirror.example/1.pdf"

    private var document: StoredDocument {
        var document = StoredDocument(
            name: "1.pdf", size: 1, sha256: "", mediaType: nil, validators: Validators(), url: file,
            storedAt: Date(timeIntervalSince1970: 0))
        document.requestedURL = page
        return document
    }

    @Test func `the one that the catalogue gave comes first, also once the catalogue gives another one`() {
        var item = Item(title: "1", url: page)
        item.mirrors = [mirror]
        #expect(document.addresses(of: item) == [page, file, mirror])
        (item.url, item.mirrors) = ("https://notes.example/get?id=2", [])
        #expect(document.address(of: item) == page)
        #expect(document.addresses(of: item) == [page, file])
    }
}
