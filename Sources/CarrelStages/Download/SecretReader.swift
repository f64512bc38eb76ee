import CarrelBasics
import Dispatch
import Foundation

/// Reads secrets when they are first needed, each once.
public final class SecretReader: Sendable {
    /// Why a secret could not be read; never holds any part of the secret.
    public struct Failure: Error, Sendable, Hashable {
        /// What went wrong.
        public let reason: String
        /// Whether the task was cancelled.
        public let isCancelled: Bool

        init(_ reason: String, isCancelled: Bool = false) {
            self.reason = reason
            self.isCancelled = isCancelled
        }

        static let cancelled = Failure("cancelled", isCancelled: true)
    }

    private typealias Answer = Result<String, Failure>

    /// The longest secret, in bytes.
    private static let limit = 64 << 10
    /// The longest time that a command may take to print a secret.
    static let timeout: Duration = .seconds(30)
    private static let queue = DispatchQueue(label: "carrel.secrets", attributes: .concurrent)

    private let context: PluginContext
    private let answers = Locked<[Secret: Answer]>([:])
    private let readings = SingleFlight<Secret, Answer>()

    public init(_ context: PluginContext) { self.context = context }

    /// The secret, read now or before.
    public func value(of secret: Secret) async throws(Failure) -> String {
        if let answer = known(secret) { return try answer.get() }
        let reading = await readings.run(secret) {
            // Another reading may have ended since.
            if let answer = self.known(secret) { return answer }
            let answer = await self.read(secret)
            if case .failure(let failure) = answer, failure.isCancelled { return answer }
            self.answers.withLock { $0[secret] = answer }
            return answer
        }
        // The other tasks that wait for the secret go on.
        guard let answer = reading else { throw .cancelled }
        return try answer.get()
    }

    private func known(_ secret: Secret) -> Answer? { answers.withLock { $0[secret] } }

    private func read(_ secret: Secret) async -> Answer {
        switch secret {
        case .environment(let name):
            guard let value = context.environment[name] else {
                return .failure(Failure("the variable \(name) is not set"))
            }
            return Self.firstLine(Data(value.utf8), of: "the variable \(name)")
        case .file(let path):
            let file = context.file(path)
            return await withCheckedContinuation { continuation in
                Self.queue.async { continuation.resume(returning: Self.read(file)) }
            }
        case .command(let words): return await run(words)
        }
    }

    private static func read(_ file: URL) -> Answer {
        guard let (data, _) = try? RegularFile.beginning(of: file, limit: limit) else {
            return .failure(Failure("\(file.path) cannot be read"))
        }
        return firstLine(data, of: file.path)
    }

    private func run(_ words: [String]) async -> Answer {
        let program = words.first ?? ""
        do throws(ToolError) {
            let invocation = ToolInvocation(
                program, Array(words.dropFirst()), timeout: Self.timeout, outputLimit: Self.limit)
            let output = try await context.tools.run(invocation)
            guard output.status == 0 || output.isTruncated else {
                return .failure(Failure("\(program) ended with status \(output.status)"))
            }
            return Self.firstLine(output.output, of: "the output of \(program)")
        } catch {
            return switch error {
            case .notFound: .failure(Failure("there is no program \(program)"))
            case .notStarted(_, let reason):
                .failure(Failure("\(program) could not be started: \(reason)"))
            case .timedOut(_, let time): .failure(Failure("\(program) took longer than \(time.durationText)"))
            case .tooManyProcesses: .failure(Failure("\(program) started too many processes"))
            case .outOfMemory(_, let limit):
                .failure(Failure("\(program) needed more than \(ByteCount(Int64(limit)))"))
            case .cancelled: .failure(.cancelled)
            }
        }
    }

    private static func firstLine(_ data: Data, of what: String) -> Answer {
        let line = data.prefix { $0 != 0x0A }
        let bytes = line.last == 0x0D ? line.dropLast() : line
        guard !bytes.isEmpty else { return .failure(Failure("\(what) is empty")) }
        // A line break or the like would let the secret's author add fields to requests.
        guard bytes.count < limit, let text = String(validating: bytes, as: UTF8.self),
            !text.utf8.contains(where: \.isControl)
        else { return .failure(Failure("the first line of \(what) is not plain text")) }
        return .success(text)
    }
}
