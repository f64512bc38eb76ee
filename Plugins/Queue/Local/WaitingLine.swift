/// What waits in line: first come, first served.
///
/// Every operation costs the same however much waits; what was taken goes in large pieces, so that nothing is moved more
/// than once.
struct WaitingLine<Element: Sendable> {
    private var places: [Element?] = []
    private var front = 0

    var count: Int { places.count - front }
    var isEmpty: Bool { front == places.count }
    /// What is next, which goes on waiting; `nil` if nothing waits.
    var first: Element? { isEmpty ? nil : places[front] }
    /// What waits, in order.
    var elements: [Element] { places[front...].compactMap(\.self) }

    /// Makes a line of what waits already.
    init(_ elements: [Element] = []) { places = elements }

    mutating func add(_ element: Element) { places.append(element) }

    /// Has something be the next.
    mutating func addFirst(_ element: Element) {
        if front > 0 {
            front -= 1
            places[front] = element
        } else {
            places.insert(element, at: 0)
        }
    }

    /// Takes what is next; `nil` if nothing waits.
    mutating func next() -> Element? {
        guard front < places.count else { return nil }
        let element = places[front]
        places[front] = nil
        front += 1
        if front > 1024, front * 2 > places.count {
            places.removeFirst(front)
            front = 0
        }
        return element
    }
}
