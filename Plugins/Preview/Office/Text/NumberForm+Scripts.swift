/// Numbers in other scripts than Latin; those beyond a sequence are decimal.
extension NumberForm {
    /// A number in a form of another script; `nil` if the form is not one, or does not go so far.
    static func text(_ number: Int, inScript form: String) -> String? {
        switch form {
        case "japaneseCounting", "chineseCounting", "chineseCountingThousand", "taiwaneseCounting",
            "taiwaneseCountingThousand", "koreanDigital2", "一, 二, 三, ...":
            counted(number, "一二三四五六七八九", ten: "十")
        case "koreanCounting", "일, 이, 삼, ...": counted(number, "일이삼사오육칠팔구", ten: "십")
        case "hebrew1": hebrew(number)
        case "decimalFullWidth", "decimalFullWidth2", "１, ２, ３, ...":
            String(String.UnicodeScalarView(String(number).unicodeScalars.map(fullWidth)))
        default:
            sequences[form].flatMap { signs in
                (1...signs.count).contains(number) ? String(Array(signs)[number - 1]) : nil
            }
        }
    }

    private static let sequences = [
        "decimalEnclosedCircle": "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳",
        "decimalEnclosedCircleChinese": "①②③④⑤⑥⑦⑧⑨⑩", "①, ②, ③, ...": "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳",
        "ideographTraditional": "甲乙丙丁戊己庚辛壬癸", "甲, 乙, 丙, ...": "甲乙丙丁戊己庚辛壬癸",
        "ideographZodiac": "子丑寅卯辰巳午未申酉戌亥", "ganada": "가나다라마바사아자차카타파하",
        "aiueo": "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン",
        "aiueoFullWidth": "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン",
        "iroha": "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン",
        "russianLower": "абвгдежзиклмнопрстуфхцчшщыэюя", "russianUpper": "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ",
        "hebrew2": "אבגדהוזחטיכלמנסעפצקרשת",
        "arabicAlpha": "أبتثجحخدذرزسشصضطظعغفقكلمنهوي", "arabicAbjad": "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ",
        "thaiLetters": "กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ",
    ]

    /// Up to 99: the number of tens, unless it is one, the sign of ten, and the ones.
    private static func counted(_ number: Int, _ digits: String, ten: String) -> String? {
        guard (1...99).contains(number) else { return nil }
        let signs = [""] + digits.map { String($0) }
        let tens = number / 10
        return (tens > 1 ? signs[tens] : "") + (tens > 0 ? ten : "") + signs[number % 10]
    }

    /// Up to 99, with 15 and 16 as nine and six, and nine and seven: the sum of others is a name of God.
    private static func hebrew(_ number: Int) -> String? {
        guard (1...99).contains(number) else { return nil }
        let ones = [""] + "אבגדהוזחט".map { String($0) }
        let tens = [""] + "יכלמנסעפצ".map { String($0) }
        return number == 15 || number == 16
            ? ones[9] + ones[number - 9] : tens[number / 10] + ones[number % 10]
    }

    private static func fullWidth(_ digit: Unicode.Scalar) -> Unicode.Scalar {
        Unicode.Scalar(digit.value + 0xFEE0) ?? digit
    }
}
