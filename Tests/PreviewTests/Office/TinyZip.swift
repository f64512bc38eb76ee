import Foundation

/// Writes small ZIP archives, without compression.
enum TinyZip {
    /// Whether bsdtar is installed, which reads them.
    static let canBeRead = ["/usr/bin", "/usr/local/bin", "/bin"].contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/bsdtar")
    }

    /// An archive of some files, in the given order.
    ///
    /// - Parameters:
    ///   - files: their names and contents.
    ///   - flags: the flags in the header of each; 1 says that it is encrypted.
    static func archive(_ files: [(name: String, data: Data)], flags: UInt16 = 0) -> Data {
        var archive = Data()
        var directory = Data()
        for (name, data) in files {
            let offset = archive.count
            var facts = bytes(UInt16(20)) + bytes(flags) + bytes(UInt16(0)) + bytes(UInt32(0x0021_0000))
            facts += bytes(checksum(data)) + bytes(UInt32(data.count)) + bytes(UInt32(data.count))
            facts += bytes(UInt16(name.utf8.count)) + bytes(UInt16(0))
            archive += Data("PK\u{3}\u{4}".utf8) + facts + Data(name.utf8) + data
            directory += Data("PK\u{1}\u{2}".utf8) + bytes(UInt16(20)) + facts
            directory += bytes(UInt16(0)) + bytes(UInt16(0)) + bytes(UInt16(0)) + bytes(UInt32(0))
            directory += bytes(UInt32(offset)) + Data(name.utf8)
        }
        let count = bytes(UInt16(files.count))
        return archive + directory + Data("PK\u{5}\u{6}".utf8) + bytes(UInt32(0)) + count + count
            + bytes(UInt32(directory.count)) + bytes(UInt32(archive.count)) + bytes(UInt16(0))
    }

    /// An archive of some texts.
    static func archive(_ files: [(String, String)]) -> Data {
        archive(files.map { (name: $0.0, data: Data($0.1.utf8)) })
    }

    private static func bytes(_ number: some FixedWidthInteger) -> Data {
        withUnsafeBytes(of: number.littleEndian) { Data($0) }
    }

    /// CRC-32 as ZIP has it.
    private static func checksum(_ data: Data) -> UInt32 {
        var sum: UInt32 = .max
        for byte in data {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return ~sum
    }
}
