import CarrelTesting
import Dispatch
import Foundation
import FuzzHarnesses

// The door to libFuzzer: its own `main` calls one function, this one is called with a harness's name before
// libFuzzer's options.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// The harness that every input goes to.
private let harness = Harness.all.first { $0.name == CommandLine.arguments.dropFirst().first }

/// Runs one input to its end; whatever promise breaks ends the process, which is how libFuzzer learns of it.
private func run(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = bytes.map { Data(bytes: $0, count: count) } ?? Data()
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
        do {
            try await harness?.run(input)
        } catch {
            FileHandle.standardError.write(Data("carrel-fuzz: \(harness?.name ?? ""): \(error)\n".utf8))
            abort()
        }
        isDone.signal()
    }
    isDone.wait()
    return 0
}

guard let harness else {
    print(Harness.all.map { "\($0.name) \($0.maxLength)" }.joined(separator: "\n"))
    exit(CommandLine.arguments.count > 1 ? 2 : 0)
}

var arguments =
    ([CommandLine.arguments[0], "-max_len=\(harness.maxLength)"] + CommandLine.arguments.dropFirst(2))
    .map { strdup($0) }
var count = Int32(arguments.count)
arguments.append(nil)
exit(
    arguments.withUnsafeMutableBufferPointer { buffer in
        guard var base = buffer.baseAddress else { return 2 }
        return runDriver(&count, &base) { run($0, $1) }
    })
