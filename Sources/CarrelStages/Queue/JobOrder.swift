import CarrelModel

/// Jobs that were posted together.
public struct JobOrder: Sendable, Hashable, Codable {
    /// Its number, unique in the library.
    public let number: Int64

    public init(number: Int64) { self.number = number }
}

/// How far an order has come.
public struct OrderProgress: Sendable {
    /// How jobs ended since, in order.
    public var endings: [JobEnding]
    /// Whether no job is left, nor an ending that was not read.
    public var isDone: Bool
    /// The number of workers that work on the library.
    public var workers: Int

    public init(endings: [JobEnding] = [], isDone: Bool, workers: Int) {
        (self.endings, self.isDone, self.workers) = (endings, isDone, workers)
    }
}

/// How a job ended on another machine.
public struct JobEnding: Sendable {
    /// Identifies an ending within the library.
    public typealias Number = Int64

    /// Its number.
    public let number: Number
    /// The receipt, without content and exchanges.
    public let receipt: Receipt

    public init(number: Number, receipt: Receipt) { (self.number, self.receipt) = (number, receipt) }
}
