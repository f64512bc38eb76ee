/// A library whose records are in a PostgreSQL database, beside which other parts of it can be.
package protocol PostgreSQLBacked: Sendable {
    /// The database.
    var address: PostgreSQLAddress { get }
    /// The schema with its tables.
    var schema: String { get }
}
