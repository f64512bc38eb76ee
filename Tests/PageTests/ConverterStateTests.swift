import CarrelBasics
import Testing

@testable import CarrelPage

/// The converter of the page: the same numbers and results as on the terminal.
struct ConverterStateTests {
    private func state(_ query: String) -> ConverterState { ConverterState(FormFields(query)) }

    @Test(arguments: [
        ("number=12.5&from=MB&to=B", "13107200"), ("number=12.5&from=MB&to=B&si=1", "12500000"),
        ("category=temperature&number=100&from=C&to=F", "212"), ("number=1,5&from=KB&to=B", "1536"),
        ("category=temperature&number=-40&from=C&to=F", "-40"), ("number=&from=MB&to=B", ""),
        ("number=1.000,5&from=KB&to=B", "1024512"), ("number=1,000.5&from=KB&to=B", "1024512"),
        ("number=1,000,000&from=KB&to=B", "1024000000"), ("number=1.000.000&from=KB&to=B", "1024000000"),
    ])
    func `a number is converted exactly`(query: String, result: String) {
        #expect(state(query).outcome(.english).result == result)
    }

    @Test(arguments: [
        ("number=1.2.3", "1.23"), ("number=12&key=back", "1"), ("number=12&key=.", "12."),
        ("number=1.2&key=.", "1.2"), ("number=12&key=clear", ""), ("number=12&key=7", "127"),
        ("number=12&key=-", "12"), ("category=temperature&number=12&key=-", "-12"),
        ("number=<b>1</b>&key=q", "1"),
    ])
    func `keys change the number, which has one decimal point`(query: String, typed: String) {
        #expect(state(query).session.typed == typed)
    }

    @Test
    func `the number stays as units and category change`() {
        let other = state("number=7&category=temperature&from=MB&to=B")
        #expect(other.session.typed == "7" && other.units == ["C", "F", "K"])
        let swapped = state("number=7&from=GB&to=KB&key=swap").session
        #expect(swapped.source == "KB" && swapped.target == "GB" && swapped.typed == "7")
    }

    @Test
    func `what cannot be is said, in the language of the page`() {
        let cold = state("category=temperature&number=-300&from=C&to=K")
        #expect(cold.outcome(.english) == ("", "This is below absolute zero."))
        #expect(cold.outcome(.german) == ("", "Das liegt unter dem absoluten Nullpunkt."))
        let third = state("category=temperature&number=1&from=F&to=C").outcome(.english)
        #expect(third.result.hasPrefix("-17.222") && third.note == "Rounded to 16 digits")
    }
}
