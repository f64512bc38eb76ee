import CarrelHTTP
import CarrelModel
import Foundation
import Testing

@testable import CarrelPage

/// What a page says of a document.
struct DocumentMarkupTests {
    private let slides = MediaType(
        "application/vnd.openxmlformats-officedocument.presentationml.presentation")

    @Test func `the pages of a document are called what they are`() throws {
        func facts(_ type: MediaType, _ pages: Int, _ language: Language) -> [String] {
            DocumentMarkup(Preview(text: "", mediaType: type, pages: pages), language).facts
        }
        #expect(facts(try #require(slides), 24, .english) == ["PPTX", "24 slides"])
        #expect(facts(try #require(slides), 1, .german) == ["PPTX", "1 Folie"])
        #expect(facts(.pdf, 1, .english) == ["PDF", "1 page"])
        for kind in PageKind.allCases {
            #expect(kind.count(3, .english) == "3 \(kind.rawValue)s")
            #expect(kind.number(3, .english) == "\(kind.rawValue.capitalized) 3")
        }
    }
}
