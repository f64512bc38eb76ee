import CarrelBasics
import CarrelStages
import Testing

/// What errors of parsers say.
@Suite struct ParseErrorTests {
    @Test(arguments: [("stdin:", "stdin: line 2"), ("notes.json", "notes.json: line 2")])
    func `a place stands behind one colon, whatever the location ends with`(
        location: String, subject: String
    ) {
        let error = ParseError(location: location, place: "line 2", reason: "it ends here")
        #expect(error.subject == subject)
    }
}
