import CarrelDigest
import CarrelStages

/// Stands for a set of records, whatever order they come in: how many they are, and the sum of their digests.
struct RecordTally: Equatable {
    /// How many.
    private(set) var count = 0
    private var sum = [UInt64](repeating: 0, count: 4)

    mutating func add(_ record: [RecordValue]) {
        let hash = SHA256()
        for value in record {
            switch value {
            case .null: Self.update(hash, 0, 0)
            case .integer(let number): Self.update(hash, 1, number)
            case .time(let time): Self.update(hash, 2, time)
            case .text(var text):
                Self.update(hash, 3, Int64(text.utf8.count))
                text.withUTF8 { hash.update(UnsafeRawBufferPointer($0)) }
            }
        }
        count += 1
        let digits = Array(hash.finish().utf8)
        for lane in sum.indices {
            let word = String(decoding: digits[(lane * 16)..<(lane * 16 + 16)], as: UTF8.self)
            sum[lane] &+= UInt64(word, radix: 16) ?? 0
        }
    }

    private static func update(_ hash: SHA256, _ kind: UInt8, _ number: Int64) {
        withUnsafeBytes(of: kind) { hash.update($0) }
        withUnsafeBytes(of: number.littleEndian) { hash.update($0) }
    }
}
