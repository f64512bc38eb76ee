import CarrelHTTP
import CarrelStages
import Testing

@Suite("The address of map tiles has places for three numbers, and one host")
struct TileAddressTests {
    @Test(
        "an address gives the server that a page may ask",
        arguments: [
            ("https://tile.example.org/{z}/{x}/{y}.png", "https://tile.example.org"),
            ("http://127.0.0.1:8080/{z}/{x}/{y}{r}.png?style=plain", "http://127.0.0.1:8080"),
            ("https://maps.example.org/tile?z={z}&x={x}&y={y}", "https://maps.example.org"),
        ])
    func origins(text: String, origin: String) throws {
        let address = try #require(TileAddress(text))
        #expect(address.template == text)
        #expect(address.origin.description == origin)
    }

    @Test(
        "anything else is refused",
        arguments: [
            "", "https://tile.example.org/", "https://tile.example.org/{z}/{x}.png",
            "https://{s}.example.org/{z}/{x}/{y}.png", "https://{x}.example.org/{z}/{x}/{y}.png",
            "file:///tiles/{z}/{x}/{y}.png", "//tile.example.org/{z}/{x}/{y}.png",
            "https://tile.example.org;script-src/{z}/{x}/{y}.png", "https://a b/{z}/{x}/{y}.png",
            "https://name:word@tile.example.org/{z}/{x}/{y}.png", "javascript:alert(1)//{z}/{x}/{y}",
            "https://tile.example.org/{z}/{x}/{y}\".png", "https://tile.example.org/{z}/{x}/{y}/{q}",
        ])
    func refusals(text: String) {
        #expect(TileAddress(text) == nil)
    }
}
