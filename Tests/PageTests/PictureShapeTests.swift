import Testing

@testable import CarrelPage

/// The room that is kept for a picture.
struct PictureShapeTests {
    @Test(arguments: [
        (["width": "4000", "height": "3000"], 16), (["width": "2000", "height": "3000"], 8),
        (["width": "1", "height": "100000"], 6), (["width": "100000", "height": "1"], 30),
    ])
    func `the shape is what a previewer found, within what a row holds`(
        facts: [String: String], twelfths: Int
    ) {
        #expect(PictureShape(facts)?.twelfths == twelfths)
    }

    @Test(arguments: [[:], ["width": "4"], ["width": "0", "height": "3"], ["width": "4", "height": "inf"]])
    func `what is not a size gives no shape`(facts: [String: String]) {
        #expect(PictureShape(facts) == nil)
    }
}
