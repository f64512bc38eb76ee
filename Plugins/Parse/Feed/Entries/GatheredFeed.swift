import CarrelModel

/// What was read of a feed.
struct GatheredFeed {
    /// What it says of itself.
    var head = FeedHead()
    /// The items of its entries, in its order.
    var items: [Item] = []
    /// What could not be used.
    var problems = ProblemList()
}
