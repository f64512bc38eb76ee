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

    @Test func `shapes that are known are told also behind those that nobody has time to look for`() async {
        for (time, told) in [(Duration.zero, ["b"]), (Duration.seconds(3600), ["b", "a", "c"])] {
            let found = await PictureShape.found(of: ["a", "b", "c"], within: time) {
                $0 == "b" ? PictureShape.paper : nil
            } find: { _ in
                .photo
            }
            let rows = found.map(\.row)
            #expect(rows == told)
        }
    }
}
