import Testing

@testable import CurlFetching

/// What waits on a connection, told by its first bytes.
struct CurlConnectionsTests {
    private func record(_ bytes: [UInt8]) -> CurlConnections.Input {
        bytes.withUnsafeBytes { CurlConnections.record($0) }
    }

    private func text(_ text: String) -> CurlConnections.Input {
        Array(text.utf8).withUnsafeBytes { CurlConnections.text($0) }
    }

    @Test func `a TLS alert is a farewell, in any version of TLS`() {
        #expect(record([21, 3, 3, 0, 26, 1, 0]) == .farewell)
        #expect(record([23, 3, 3, 0, 19, 7, 7]) == .farewell)
    }

    @Test func `a TLS record that can hold a response was not asked for`() {
        #expect(record([23, 3, 3, 0, 20, 7]) == .unasked)
        #expect(record([23, 3, 3, 64, 0, 7]) == .unasked)
    }

    @Test func `half a TLS record and a handshake say nothing about responses`() {
        #expect(record([23, 3, 3, 0]) == .farewell)
        #expect(record([22, 3, 3, 0, 100]) == .farewell)
    }

    @Test func `a 408 to nobody is how servers give up an idle connection`() {
        #expect(text("HTTP/1.1 408 Reque") == .farewell)
        #expect(text("HTTP/1.1 200 OK\r\n") == .unasked)
        #expect(text("\r\n") == .unasked)
    }
}
