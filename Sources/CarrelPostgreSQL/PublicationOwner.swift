/// Who gives recorded documents their names: the column `worker` of the table `publication`.
///
/// It has the number of a worker, or the negative number of the connection of whoever finishes what another one left.
package enum PublicationOwner {
    /// A condition: whether that worker was not heard of in time, or that connection no longer holds the library.
    package static let isGone = """
        (worker > 0 AND NOT EXISTS (
                SELECT 1 FROM queue_worker w WHERE w.id = worker AND w.until > statement_timestamp())
            OR worker < 0 AND NOT \(LibraryHold.isHeld(by: "-worker")))
        """
}
