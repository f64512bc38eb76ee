import CarrelBasics
import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct UnitConversionTests {
    private func convert(
        _ value: String, _ source: String, _ target: String, _ table: UnitTable = .classroom
    ) throws -> UnitConversion {
        try UnitConversion(
            DecimalText.read(value), from: table.unit(named: source), to: table.unit(named: target))
    }

    @Test(arguments: [
        ("12.5", "MB", "B", "13107200"), ("100", "C", "F", "212"), ("-40", "C", "F", "-40"),
        ("1", "KB", "MB", "0.0009765625"), ("1", "B", "TiB", "0.0000000000009094947017729282379150390625"),
        ("98.6", "fahrenheit", "celsius", "37"), ("0", "K", "°C", "-273.15"), ("0", "K", "F", "-459.67"),
        ("1", "gigabyte", "mebibytes", "1024"), ("0.50", "kb", "b", "512"), ("-0", "C", "C", "0"),
        ("999999999999999999999999", "TB", "B", "1099511627775999999999998900488372224"),
        ("0.0000000000009094947017729282379150390625", "TB", "B", "1"),
        (String(repeating: "0", count: 60) + "1.5" + String(repeating: "0", count: 60), "KB", "B", "1536"),
        ("1" + String(repeating: "0", count: 50), "B", "B", "1" + String(repeating: "0", count: 50)),
        (
            "123456789012345678901.234", "B", "TB", "112283295.504626656930880926665849983692169189453125"
        ),
    ])
    func `a conversion is exact`(value: String, source: String, target: String, result: String) throws {
        let conversion = try convert(value, source, target)
        #expect(conversion.result.isExact)
        #expect(conversion.result.text == result)
    }

    @Test(arguments: [
        ("1", "F", "C", "-17.22222222222222"), ("33", "F", "C", "0.5555555555555556"),
        ("1", "F", "K", "255.9277777777778"), ("-459.66", "F", "K", "0.005555555555555556"),
    ])
    func `digits that never end are rounded, and that is said`(
        value: String, source: String, target: String, result: String
    ) throws {
        let conversion = try convert(value, source, target)
        #expect(!conversion.result.isExact)
        #expect(conversion.result.text == result)
    }

    @Test func `in the SI dialect MB is a power of 1000, and MiB stays one of 1024`() throws {
        #expect(try convert("12.5", "MB", "B", .si).result.text == "12500000")
        #expect(try convert("1", "MiB", "B", .si).result.text == "1048576")
        #expect(try convert("1", "TB", "TiB", .si).result.text == "0.9094947017729282379150390625")
        #expect(UnitTable.of(.si).dialect == .si && UnitTable.of(.classroom).dialect == .classroom)
    }

    @Test(arguments: [
        ("-273.16", "C", "F", UnitError.Code.belowAbsoluteZero, "-273.15 C"),
        ("-459.68", "F", "C", .belowAbsoluteZero, "-459.67 F"),
        ("-0.01", "K", "C", .belowAbsoluteZero, "0 K"),
        ("1", "MBB", "B", .unknownUnit, "“MB”"), ("1", "celcius", "F", .unknownUnit, "“celsius”"),
        ("1", "parsec", "B", .unknownUnit, "B, KB, KiB"),
        ("1", "MB", "C", .differentCategories, "temperature"),
        ("1.2.3", "MB", "B", .secondPoint, "one decimal point"), ("-1", "MB", "B", .negativeSize, "never"),
        ("1,5", "MB", "B", .notANumber, "Write a point for the decimal comma"),
        ("", "MB", "B", .notANumber, "not a decimal number"), (".", "MB", "B", .notANumber, "12.5"),
        ("-", "C", "F", .notANumber, "12.5"), ("1e3", "MB", "B", .notANumber, "12.5"),
        ("--1", "C", "F", .notANumber, "12.5"), ("٣", "MB", "B", .notANumber, "12.5"),
        ("0x10", "MB", "B", .notANumber, "12.5"), ("nan", "MB", "B", .notANumber, "12.5"),
        (String(repeating: "9", count: 39), "MB", "B", .tooLong, "more than 38 digits"),
        (String(repeating: "9", count: 38), "MB", "B", .tooLong, "Round it to 24 digits"),
        ("1" + String(repeating: "0", count: 50), "C", "F", .tooLong, "Round it to 24 digits"),
        (String(repeating: "9", count: 1_000_000), "MB", "B", .tooLong, "more than 38 digits"),
    ])
    func `what cannot be converted is refused with the reason and a remedy`(
        value: String, source: String, target: String, code: UnitError.Code, part: String
    ) throws {
        let error = try #require(throws: UnitError.self) { try convert(value, source, target) }
        #expect(error.code == code)
        #expect(error.description.contains(part), "\(error)")
        #expect(error.remedy != nil && error.description.count < 300)
    }

    @Test func `there and back is the same number for every pair of units`() throws {
        for table in [UnitTable.classroom, .si] {
            for source in table.units {
                for target in table.units where target.category == source.category {
                    let there = try UnitConversion(DecimalText.read("12.5"), from: source, to: target)
                    guard there.result.isExact else { continue }
                    let back = try UnitConversion(
                        DecimalText.read(there.result.text), from: target, to: source)
                    #expect(back.result.text == "12.5", "\(source.symbol) \(target.symbol)")
                }
            }
        }
    }

    @Test(.enabled(if: RealData.isPresent, "needs the folder ../shared/data"))
    func `the recorded conversions hold`() throws {
        struct Vectors: Decodable {
            struct Vector: Decodable { var from, to, value, expected: String }
            var vectors: [Vector]
        }
        let folder = RealData.file("units")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".json")
        }
        let vectors = try names.flatMap {
            try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: folder.appending(path: $0))).vectors
        }
        #expect(vectors.count >= 20)
        for vector in vectors {
            let result = try convert(vector.value, vector.from, vector.to).result
            #expect(result.isExact && result.text == vector.expected, "\(vector)")
        }
    }
}
