import CarrelModel
import CarrelStages
import MapParsing
import Testing

/// Numbers of JSON in a mapping.
@Suite struct MapNumberTests {
    @Test func `a whole number is what the list says, however long it is`() throws {
        let template = ConfigValue.string("http://n.example/{value}")
        let address = MapSamples.table(("at", .string("id")), ("template", template))
        let parser = try MapSamples.parser([
            "format": .string("json"),
            "items": MapSamples.table(("at", .string("$[*]")), ("id", .string("id")), ("url", address)),
        ])
        let numbers = [
            "12345678901234567890", "12345678901234567891", "18446744073709551615", "9223372036854775807",
            "-9223372036854775808", "9007199254740993", "0",
        ]
        let text = "[" + numbers.map { "{\"id\": \($0)}" }.joined(separator: ",") + "]"
        let items = try parser.parse([Samples.document(text, "http://n.example/list")]).collections[0].items
        #expect(items.map(\.givenID) == numbers)
        #expect(items.map(\.url) == numbers.map { "http://n.example/\($0)" })
    }
}
