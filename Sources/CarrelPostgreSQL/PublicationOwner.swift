/// Who gives recorded documents their names: the worker with the number in the column `worker` of the table `publication`.
///
/// It has recorded them, or finishes what another one left. There is none for what a process did that had the library alone,
/// or that renamed documents beside workers.
package enum PublicationOwner {
    /// A condition: whether no worker gives the name that is heard of.
    package static let isGone = """
        NOT EXISTS (SELECT 1 FROM queue_worker w WHERE w.id = worker AND w.until > statement_timestamp())
        """

    /// A condition: whether it is a document that is recorded, and that waits for its name, whoever gives that.
    package static let isUnnamed = "area <> 'removal'"

    /// A condition: whether it is a document without its name that no worker gives which is heard of.
    package static let isLeft = "\(isUnnamed) AND \(isGone)"
}
