import CarrelBasics
import CarrelViews
import Foundation

/// `carrel convert`: converts sizes and temperatures exactly.
enum ConvertCommand {
    static let spec = CommandSpec(
        name: "convert", operands: "[NUMBER FROM TO]",
        summary: "Convert sizes of data and temperatures, exactly",
        discussion: """
            Units are B, KB, MB, GB, TB, KiB, MiB, GiB, TiB and C, F, K, or their names, such as megabyte or
            celsius. KB is 1024 bytes, with --si 1000; KiB is always 1024. A result whose digits never end is
            rounded to 16 digits and says so. On a terminal, without operands, each key changes the result
            at once.
            """,
        options: [OptionSpec(name: "--si", help: "make KB, MB, GB and TB powers of 1000")],
        operandCount: 0...3, takesNumbers: true,
        completes: [[], [.words(UnitTable.classroom.units.map(\.symbol))]]
    ) { invocation in
        let dialect: UnitDialect = invocation.has("--si") ? .si : .classroom
        guard !invocation.operands.isEmpty else { return try await live(invocation, dialect) }
        guard invocation.operands.count == 3 else { throw usage("expected a number and two units") }
        do throws(UnitError) {
            let table = UnitTable.of(dialect)
            let conversion = try UnitConversion(
                DecimalText.read(invocation.operands[0]), from: table.unit(named: invocation.operands[1]),
                to: table.unit(named: invocation.operands[2]))
            if invocation.has("--json") {
                JSONLine.write(ConversionRow(conversion))
            } else {
                LineWriter.output.line(conversion.text)
            }
            return .success
        } catch {
            throw CommandError.usage("convert", "\(error)")
        }
    }

    private static func live(_ invocation: Invocation, _ dialect: UnitDialect) async throws -> ExitStatus {
        guard !invocation.has("--json"), let screen = LiveScreen() else {
            throw usage("without a number and units it needs a terminal")
        }
        return await screen.run(ConverterSession(dialect: dialect))
    }

    private static func usage(_ problem: String) -> CommandError {
        CommandError.usage("convert", "\(problem)\nusage: carrel convert \(spec.operands)")
    }
}
