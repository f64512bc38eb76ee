import CarrelStages

/// One promise of a stage's protocol, as a check that can be run over any plug-in of the stage.
///
/// A plug-in's test runs every check of its stage's suite:
///
///     @Test(arguments: FetcherConformance.checks(for: [.sockets]))
///     func `curl keeps the fetchers' promises`(check: ConformanceCheck<FetcherTestbed>) async throws {
///         try await check.run { try .loopback(CurlFetcher()) }
///     }
public struct ConformanceCheck<Subject: Sendable>: Sendable, CustomStringConvertible {
    /// The promise, as a sentence.
    public let description: String
    private let body: @Sendable (Subject) async throws -> Void

    /// - Parameters:
    ///   - description: the promise, as a sentence.
    ///   - body: throws `ConformanceFailure` where it is not kept.
    public init(_ description: String, _ body: @escaping @Sendable (Subject) async throws -> Void) {
        self.description = description
        self.body = body
    }

    /// Runs the check over a plug-in made for it.
    public func run(_ make: () async throws -> Subject) async throws {
        try await body(try await make())
    }
}

/// A promise that a plug-in did not keep.
public struct ConformanceFailure: Error, CustomStringConvertible {
    /// What was expected and what happened instead, with the check's line.
    public let description: String
}

/// Fails a check unless the condition holds.
public func require(
    _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) throws {
    guard condition else { throw ConformanceFailure(description: "\(message()) (\(file):\(line))") }
}

/// Fails a check unless both values are equal.
public func requireEqual<Value: Equatable>(
    _ value: Value, _ expected: Value, _ what: @autoclosure () -> String, file: StaticString = #fileID,
    line: UInt = #line
) throws {
    try require(value == expected, "\(what()): \(value), expected \(expected)", file: file, line: line)
}

/// Fails a check unless a call fails with an error of the store.
///
/// - Parameters:
///   - code: the kind of failure that is promised.
///   - what: what happened where it did not fail.
///   - call: the call.
/// - Returns: the error.
@discardableResult
public func requireRefusal(
    _ code: StoreError.Code, _ what: @autoclosure () -> String, file: StaticString = #fileID,
    line: UInt = #line, _ call: () async throws -> Void
) async throws -> StoreError {
    do {
        try await call()
    } catch let error as StoreError {
        try requireEqual(error.code, code, "the code of \(error)", file: file, line: line)
        return error
    }
    throw ConformanceFailure(description: "\(what()) (\(file):\(line))")
}

/// Fails a check unless the optional holds a value.
public func requireValue<Value>(
    _ value: Value?, _ what: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) throws -> Value {
    guard let value else { throw ConformanceFailure(description: "\(what()): missing (\(file):\(line))") }
    return value
}
