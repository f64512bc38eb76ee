/// What waits in line: first come, first served.
///
/// Every operation costs the same however much waits; what was taken goes in large pieces, so that nothing is moved more
/// than once.
struct WaitingLine<Element: Sendable> {
    private var places: [Element?] = []
    private var first = 0

    var count: Int { places.count - first }
    var isEmpty: Bool { first == places.count }
    /// What waits, in order.
    var elements: [Element] { places[first...].compactMap(\.self) }

    /// Makes a line of what waits already.
    init(_ elements: [Element] = []) { places = elements }

    mutating func add(_ element: Element) { places.append(element) }

    /// Has something be the next.
    mutating func addFirst(_ element: Element) {
        if first > 0 {
            first -= 1
            places[first] = element
        } else {
            places.insert(element, at: 0)
        }
    }

    /// Takes what is next; `nil` if nothing waits.
    mutating func next() -> Element? {
        guard first < places.count else { return nil }
        let element = places[first]
        places[first] = nil
        first += 1
        if first > 1024, first * 2 > places.count {
            places.removeFirst(first)
            first = 0
        }
        return element
    }
}
