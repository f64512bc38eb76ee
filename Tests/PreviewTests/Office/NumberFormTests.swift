import Testing
@testable import OfficePreviewing

/// Numbers of lists as documents in many languages write them.
@Suite struct NumberFormTests {
    @Test(arguments: [
        (3, "japaneseCounting", "三"), (10, "chineseCounting", "十"), (21, "chineseCountingThousand", "二十一"),
        (14, "koreanCounting", "십사"), (4, "ganada", "라"), (2, "ideographTraditional", "乙"),
        (3, "decimalEnclosedCircle", "③"), (12, "decimalFullWidth", "１２"), (3, "aiueo", "ウ"),
        (15, "hebrew1", "טו"), (21, "hebrew1", "כא"), (3, "arabicAbjad", "ج"), (3, "russianLower", "в"),
        (2, "thaiLetters", "ข"), (3, "lowerRoman", "iii"), (28, "upperLetter", "BB"),
    ])
    func `numbers are written in the script of their list`(number: Int, form: String, text: String) {
        #expect(NumberForm.text(number, as: form) == text)
    }

    @Test(arguments: [
        (0, "chineseCounting"), (100, "hebrew1"), (-1, "ganada"), (11, "ideographTraditional"), (7, "x"),
    ])
    func `a number beyond its sequence is decimal`(number: Int, form: String) {
        #expect(NumberForm.text(number, as: form) == String(number))
    }
}
