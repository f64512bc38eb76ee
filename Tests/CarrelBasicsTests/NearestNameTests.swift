import CarrelBasics
import Testing

/// Which name a mistyped one stands for.
@Suite struct NearestNameTests {
    @Test(arguments: [
        ("corse", "course"), ("coures", "course"), ("SHOW", "show"), ("dry", "dry-run"), ("lists", "list"),
        ("sho", "show"),
    ])
    func `a name with few wrong letters, or the beginning of one, is found`(typed: String, meant: String) {
        #expect(NearestName.of(typed, among: ["show", "course", "dry-run", "list"]) == meant)
    }

    @Test(arguments: [("1", "c"), ("x", "y"), ("user", "list"), ("", "c")])
    func `a name without a letter of another is not near it, however short both are`(
        typed: String, other: String
    ) {
        #expect(NearestName.of(typed, among: [other]) == nil)
    }
}
