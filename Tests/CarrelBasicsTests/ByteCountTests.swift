import CarrelBasics
import CarrelStages
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ByteCountTests {
    @Test(arguments: [
        ("12", 12 as Int64), ("0", 0), ("64 KiB", 65_536), ("64KiB", 65_536), ("2 MB", 2_000_000),
        ("2 mb", 2_000_000),
        ("1.5 KiB", 1536), ("1 kB", 1000), ("3 GiB", 3_221_225_472), (" 1 TB ", 1_000_000_000_000),
        ("7 B", 7), ("9007199254740993", 9_007_199_254_740_993), (".5 KiB", 512), ("1. kb", 1000),
        ("9223372036854775807", .max), ("1.0000000000000000001 TB", 1_000_000_000_000), ("0.29 KB", 290),
    ])
    func `a number with a unit is read`(text: String, bytes: Int64) {
        #expect(ByteCount(text: text)?.bytes == bytes)
    }

    @Test(arguments: [
        "", "KiB", "1 XB", "-1", "1..5 MB", "1e3", "99999999 TiB", "1 MB/s", "٣", "1 C", "1 byte",
        "9223372036854775808", ".", "12 kelvin",
    ])
    func `anything else is no count`(text: String) {
        #expect(ByteCount(text: text) == nil)
    }

    @Test(arguments: [
        (0 as Int64, "0 B"), (999, "999 B"), (1023, "1.00 KiB"), (1024, "1.00 KiB"), (1_310_720, "1.25 MiB"),
        (10_485_760, "10.0 MiB"), (104_857_600, "100 MiB"), (1_048_575, "1.00 MiB"),
        (Int64.max, "8388608 TiB"),
    ])
    func `a count is shown with three digits`(bytes: Int64, text: String) {
        #expect(ByteCount(bytes).description == text)
    }

    @Test func `a count is written so that it reads back`() {
        for bytes in [0, 1, 1000, 1024, 65_536, 3 << 30, 1_500_000] as [Int64] {
            let text = ByteCount(bytes).configText ?? ""
            #expect(ByteCount(text: text.replacing("\"", with: ""))?.bytes == bytes)
        }
        #expect(ByteCount(-5).bytes == 0)
        #expect(ByteCount(1) < ByteCount(2))
    }
}
