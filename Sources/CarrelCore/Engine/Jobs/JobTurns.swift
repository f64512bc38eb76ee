/// Orders the items of a plan so that each is the first of its host at some time, where there is one try alone.
///
/// The same items, which fail in every run, would have their host left alone each time before the others are tried; where
/// an item is tried again, the others come between.
enum JobTurns {
    /// Puts what failed last, the items of each host beginning at another one with each number.
    ///
    /// - Parameters:
    ///   - places: the places of items, in order.
    ///   - number: says at which of its failed items each host begins, in turn; not negative.
    ///   - hasFailed: whether the item at a place failed before.
    ///   - host: where the item at a place is fetched from.
    /// - Returns: the places; hosts follow each other as before.
    static func order(
        _ places: [Int], from number: Int, hasFailed: (Int) -> Bool, host: (Int) -> String
    ) -> [Int] {
        var (order, failed): ([Int], [(place: Int, host: String)]) = ([], [])
        for place in places {
            if hasFailed(place) { failed.append((place, host(place))) } else { order.append(place) }
        }
        let lines = Dictionary(grouping: failed) { $0.host }
        var given: [String: Int] = [:]
        for (_, host) in failed {
            guard let line = lines[host] else { continue }
            let next = given[host, default: 0]
            given[host] = next + 1
            order.append(line[(number % line.count + next) % line.count].place)
        }
        return order
    }
}
