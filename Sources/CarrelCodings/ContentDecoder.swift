import CCodings

/// Takes content codings off, piece by piece, and knows whether the content has come to its end.
///
/// gzip (RFC 1952, also of several members), deflate (RFC 1950, or RFC 1951 as some servers send it), br (RFC 7932) and
/// zstd (RFC 8878). Used by one thread at a time.
public final class ContentDecoder {
    /// What became of a piece.
    public enum Outcome: Sendable, Hashable {
        /// All of it was decoded.
        case taken
        /// The taker wants nothing further.
        case refused
        /// It is no such coding.
        case malformed
    }

    /// The codings that can be taken off.
    public static let codings: Set<String> = ["gzip", "x-gzip", "deflate", "br", "zstd"]

    private let stages: [Stage]

    /// Makes a decoder of codings in the order in which they were applied; `nil` if one is not known, or there are
    /// none, or more than four.
    public init?(_ codings: [String]) {
        let stages = codings.reversed().compactMap(Stage.init)
        guard stages.count == codings.count, (1...4).contains(stages.count) else { return nil }
        self.stages = stages
    }

    /// Whether every coded stream has come to its end.
    public var isWhole: Bool { stages.allSatisfy(\.isWhole) }

    /// Decodes a piece.
    ///
    /// - Parameters:
    ///   - bytes: the coded bytes.
    ///   - take: takes what comes out, at most 64 KiB a call; `false` for nothing further. The buffer is valid during the
    ///     call only.
    /// - Returns: what became of it.
    public func decode(
        _ bytes: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Bool
    ) -> Outcome {
        decode(bytes, from: 0, take)
    }

    private func decode(
        _ bytes: UnsafeRawBufferPointer, from index: Int, _ take: (UnsafeRawBufferPointer) -> Bool
    ) -> Outcome {
        guard index < stages.count else { return take(bytes) ? .taken : .refused }
        return stages[index].decode(bytes) { decode($0, from: index + 1, take) }
    }

    /// One coding.
    ///
    /// The C decoder is freed with the object that owns it.
    private final class Stage {
        private let decoder: OpaquePointer
        private let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

        init?(_ coding: String) {
            let kind: carrel_coding
            switch coding {
            case "gzip", "x-gzip": kind = CARREL_GZIP
            case "deflate": kind = CARREL_DEFLATE
            case "br": kind = CARREL_BROTLI
            case "zstd": kind = CARREL_ZSTD
            default: return nil
            }
            guard let decoder = carrel_decoder_new(kind) else { return nil }
            self.decoder = decoder
        }

        deinit {
            carrel_decoder_free(decoder)
            room.deallocate()
        }

        var isWhole: Bool { carrel_decoder_is_whole(decoder) != 0 }

        func decode(_ bytes: UnsafeRawBufferPointer, _ next: (UnsafeRawBufferPointer) -> Outcome) -> Outcome {
            var rest = bytes
            while true {
                var (inputCount, outputCount) = (rest.count, room.count)
                let code = carrel_decoder_run(
                    decoder, rest.bindMemory(to: UInt8.self).baseAddress, &inputCount,
                    room.bindMemory(to: UInt8.self).baseAddress, &outputCount)
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(inputCount))
                if outputCount > 0 {
                    let outcome = next(UnsafeRawBufferPointer(rebasing: room[..<outputCount]))
                    guard outcome == .taken else { return outcome }
                }
                guard code == 0 else { return .malformed }
                let isDone = rest.isEmpty && outputCount < room.count
                if isDone { return .taken }
                // Nothing goes in and nothing comes out: the stream cannot be followed.
                guard inputCount > 0 || outputCount > 0 else { return .malformed }
            }
        }
    }
}
