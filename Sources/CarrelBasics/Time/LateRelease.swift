/// Holds values for a second longer, so that nobody waits until they are given back.
///
/// To give back what holds thousands of parts takes milliseconds, and as many again for the threads that made them; a
/// command that ends within the second need not do it at all.
///
/// - Parameter values: what is no longer needed. Nothing that holds a lock, a file or a connection.
package func releaseLater(_ values: any Sendable...) {
    Task.detached(priority: .background) {
        try? await Task.sleep(for: .seconds(1))
        withExtendedLifetime(values) {}
    }
}
