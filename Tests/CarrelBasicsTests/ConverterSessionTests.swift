import CarrelBasics
import Testing

@Suite(.timeLimit(.minutes(1))) struct ConverterSessionTests {
    private func session(_ keys: String) -> ConverterSession {
        var session = ConverterSession()
        for key in keys { session.press(.character(key)) }
        return session
    }

    private func result(_ session: ConverterSession) -> String? { (try? session.conversion())?.text }

    @Test func `each key changes the result at once`() {
        var session = ConverterSession()
        let results = "12.5".map { key in
            session.press(.character(key))
            return result(session)
        }
        #expect(results == ["1048576 B", "12582912 B", "12582912 B", "13107200 B"])
        #expect(session.lines.contains("    12.5_ MB") && session.lines.contains("  = 13107200 B"))
        #expect(session.summary == "12.5 MB = 13107200 B")
    }

    @Test func `a second decimal point is ignored, and the reason is shown`() {
        let ignored = session("1.5.")
        #expect(ignored.typed == "1.5" && result(ignored) == "1572864 B")
        #expect(ignored.lines.contains("  A number has one decimal point at most"))
        #expect(session("1.5.2").typed == "1.52" && session("1.5.2").notice == nil)
    }

    @Test func `a comma stays, and the number is refused as the command refuses it`() {
        let comma = session("12,")
        #expect(comma.typed == "12," && comma.lines.contains("  The decimal point is a point, not a comma"))
        for keys in ["12,5", "12,5,", "12,5f"] {
            let refused = session(keys)
            #expect(refused.typed == "12,5" && result(refused) == nil && refused.summary == nil)
        }
        #expect(session("12,5").lines.contains { $0.contains("Write a point for the decimal comma") })
        var mended = session("12,5")
        for key in [ConverterKey.backspace, .backspace, .character("."), .character("5")] {
            mended.press(key)
        }
        #expect(result(mended) == "13107200 B" && mended.notice == nil)
    }

    @Test(arguments: [("x", "“x” does nothing"), ("-", "never negative")])
    func `a key without an effect says why`(key: String, part: String) {
        let session = session("1" + key)
        #expect(session.typed == "1")
        #expect(session.lines.contains { $0.contains(part) }, "\(session.lines)")
    }

    @Test func `minus changes the sign of a temperature, whenever it is typed`() {
        #expect(session("c-40").typed == "-40" && session("c40-").typed == "-40")
        #expect(session("c-40-").typed == "40")
        #expect(session("c-40").lines.contains("  = -40 F"))
        #expect(session("c-300").lines.contains { $0.contains("below absolute zero") })
    }

    @Test func `backspace and clear take back what was typed`() {
        var session = session("12.5")
        session.press(.backspace)
        session.press(.backspace)
        #expect(session.typed == "12" && result(session) == "12582912 B")
        session.press(.clear)
        session.press(.backspace)
        #expect(session.typed.isEmpty && result(session) == nil && session.summary == nil)
    }

    @Test func `units, category and dialect change and the typed value stays`() {
        #expect(result(session("1f")) == "1048576 B" && session("1f").source == "MiB")
        #expect(
            session("1F").source == "KiB" && session("1T").target == "TiB" && session("1t").target == "KB")
        #expect(result(session("512s")) == "0.00048828125 MB")
        #expect(result(session("1d")) == "1000000 B" && result(session("1dd")) == "1048576 B")
        #expect(result(session("100c")) == "212 F")
        #expect(result(session("100cs")) == "37.77777777777778 C (rounded to 16 digits)")
        #expect(session("100cc").typed == "100" && session("100cc").source == "MB")
        var session = session("7")
        session.press(.tab)
        #expect(session.category == .temperature && session.typed == "7")
        for key in [ConverterKey.down, .up, .right, .left, .up, .down] { session.press(key) }
        #expect(session.source == "C" && session.target == "F")
    }

    @Test func `a size that is negative after a change of category says so and can be mended`() {
        let negative = session("c-5c")
        #expect(negative.typed == "-5" && result(negative) == nil)
        #expect(negative.lines.contains { $0.contains("a size is never negative") })
        #expect(result(session("c-5c-")) == "5242880 B")
    }

    @Test func `half a number is no error, and too long a number stops growing`() {
        for half in ["", ".", "c-", "c-."] { #expect(session(half).lines.contains { $0.hasPrefix("  = …") }) }
        #expect(result(session("5.")) == "5242880 B" && result(session(".5")) == "524288 B")
        let long = session(String(repeating: "9", count: 30))
        #expect(long.typed.count == 24 && long.notice?.contains("24 digits") == true)
        #expect(result(long) != nil)
    }

    @Test func `the screen has as many lines whatever is typed, and each fits`() {
        for keys in ["", "1", "1.5.", "c-300", "x", "d", "cd", "123456789.123456789FFF"] {
            let lines = session(keys).lines
            #expect(lines.count == ConverterSession().lines.count)
            #expect(lines.allSatisfy { $0.count <= 120 && !$0.contains("\n") })
        }
        #expect(ConverterSession().lines.allSatisfy { $0.count <= 79 })
    }

    @Test(arguments: [(80, 24), (79, 12), (79, 11), (60, 24), (40, 8), (40, 2), (20, 5), (12, 3), (9, 1)])
    func `on a screen of any size the result and how to leave are seen`(columns: Int, rows: Int) {
        let lines = session("12.5").lines(columns: columns, rows: rows)
        #expect(lines.count <= rows)
        #expect(lines.contains { $0.prefix(columns).contains("leave") }, "\(lines)")
        #expect(lines.contains { $0.contains("= 13107200 B") }, "\(lines)")
        #expect(session("1.5.").lines(columns: columns, rows: rows).count == lines.count)
    }

    @Test func `q and the leaving keys end the session`() {
        var session = session("q")
        #expect(session.hasEnded)
        session = ConverterSession()
        session.press(.other)
        #expect(!session.hasEnded)
        session.press(.leave)
        #expect(session.hasEnded)
    }
}
