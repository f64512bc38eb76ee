import CarrelHTTP
import Testing

@Suite struct ConnectionMessageTests {
    @Test(arguments: [
        (
            "Failed to connect to notes.test port 80 after 3 ms: Couldn't connect to server",
            "cannot connect to notes.test port 80"
        ),
        (
            "failed to connect to 127.0.0.1 port 8080: Could not connect to server",
            "cannot connect to 127.0.0.1 port 8080"
        ),
        (
            "Failed to connect to ::1 port 80 after 3061 ms: No route to host",
            "cannot connect to ::1 port 80: No route to host"
        ),
        ("Could not resolve host: notes.test", "Could not resolve host: notes.test"),
    ])
    func `that a host cannot be connected to is said once, without how long that took`(
        said: String, plain: String
    ) {
        #expect(ConnectionMessage.connecting(said) == plain)
    }
}
