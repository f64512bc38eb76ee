import CarrelBasics
import CarrelStages
import Testing

@Suite struct ByteRateTests {
    @Test(arguments: [
        ("2 MiB/s", 2_097_152 as Int64), ("500 kB/s", 500_000), ("64KiB/s", 65_536), ("1 MB", 1_000_000),
        ("12/s", 12), (" 3 B/s ", 3),
    ])
    func `a size in a second is read`(text: String, rate: Int64) {
        #expect(ByteRate(text: text)?.bytesPerSecond == rate)
    }

    @Test(arguments: ["", "/s", "0", "0 MB/s", "1 MB/m", "fast", "-1 MB/s", "0.2 B/s"])
    func `anything else is no rate`(text: String) {
        #expect(ByteRate(text: text) == nil)
    }

    @Test func `a rate is written so that it reads back`() {
        for rate in [1, 1000, 1024, 65_536, 3 << 30, 1_500_000] as [Int64] {
            let text = ByteRate(rate).configText ?? ""
            #expect(ByteRate(configValue: .string(text.replacing("\"", with: "")))?.bytesPerSecond == rate)
        }
        #expect(ByteRate(2 << 20).configText == "\"2 MiB/s\"")
        #expect(ByteRate(1_310_720).description == "1.25 MiB/s")
        #expect(ByteRate(configValue: .integer(7)) == ByteRate(7))
        #expect(ByteRate(configValue: .integer(0)) == nil)
        #expect(ByteRate(-5) < ByteRate(2))
    }
}
