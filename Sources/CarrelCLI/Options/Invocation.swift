import CarrelBasics

/// A parsed command line: the command's operands and options.
struct Invocation: Sendable {
    /// The command's name.
    var command: String
    var operands: [String] = []
    /// The values of each option, in order; a flag has one empty value.
    var options: [String: [String]] = [:]

    /// What was typed so far, unchecked.
    init(command: String, options: [String: [String]]) { (self.command, self.options) = (command, options) }

    /// Whether a flag is given.
    func has(_ name: String) -> Bool { options[name] != nil }

    /// The command with the given flags that it has, to be typed again with other operands.
    func repeated(with flags: [String]) -> String {
        (["carrel", command] + flags.filter(has)).joined(separator: " ")
    }

    func value(_ name: String) -> String? { options[name]?.last }

    /// Parses the arguments after the command's name.
    ///
    /// Options and operands may be mixed; `--` ends the options; `--name=value` and `--name value` mean the same.
    init(_ spec: CommandSpec, arguments: [String]) throws(CommandError) {
        command = spec.name
        let known = spec.options + OptionSpec.global
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                break
            }
            let isNumber = spec.takesNumbers && argument.wholeMatch(of: /-[0-9.].*/) != nil
            let isWord =
                spec.takesDashedWords && !argument.hasPrefix("--")
                && !known.contains { $0.short == argument }
            guard argument.hasPrefix("-"), argument != "-", !isNumber, !isWord else {
                operands.append(argument)
                continue
            }
            try takeOption(argument, from: &rest, known: known)
        }
        guard !has("--help") else { return }
        guard spec.operandCount.contains(operands.count) else {
            throw usage(
                operands.count < spec.operandCount.lowerBound ? question(spec) : "too many operands",
                hint: ["usage: carrel", spec.name, spec.operands].filter { !$0.isEmpty }.joined(
                    separator: " "))
        }
    }

    /// Asks which option is meant: the command's only one with a value of that name, such as `HOST:PORT`, a setting,
    /// or the nearest.
    private static func question(_ name: String, _ known: [OptionSpec]) -> String {
        let word = name.drop { $0 == "-" }.uppercased()
        let taking = known.filter { option in
            let words = option.value?.split { !$0.isLetter } ?? []
            return words.contains { $0 == word } && !OptionSpec.global.contains(option)
        }
        if taking.count == 1, let value = taking[0].value {
            return "; did you mean “\(taking[0].name) \(value)”?"
        }
        return SettingOption.question(name) ?? NearestName.question(name, among: known.map(\.name)) ?? ""
    }

    private mutating func takeOption(
        _ argument: String, from rest: inout ArraySlice<String>, known: [OptionSpec]
    ) throws(CommandError) {
        let halves = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        let name = halves[0]
        guard let option = known.first(where: { $0.name == name || $0.short == name }) else {
            throw usage(
                "unknown option \(name)\(Self.question(name, known))",
                hint: "carrel \(command) --help lists the options")
        }
        guard option.value != nil else {
            guard halves.count == 1 else { throw usage("\(option.name) takes no value") }
            options[option.name] = [""]
            return
        }
        guard let value = halves.count == 2 ? halves[1] : rest.popFirst() else {
            throw usage("\(option.name) needs a value: \(option.value ?? "")")
        }
        if !option.choices.isEmpty, !option.choices.contains(value) {
            throw usage("\(option.name) is “\(value)”; expected \(option.choices.joined(separator: ", "))")
        }
        options[option.name] = option.repeats ? options[option.name, default: []] + [value] : [value]
    }

    /// What is said if operands are missing, such as `which item?`, or of a later one `the new name is missing`.
    private func question(_ spec: CommandSpec) -> String {
        let words = spec.operands.split { " []".contains($0) }.map(String.init)
        if !operands.isEmpty, words.indices.contains(operands.count) {
            return "the \(words[operands.count].lowercased().replacing("-", with: " ")) is missing"
        }
        let word = words.first ?? ""
        guard word.contains("|") else { return "which \(word.lowercased())?" }
        return "which of \(word.split(separator: "|").joined(separator: ", "))?"
    }

    /// The number that an option gives; `nil` without the option.
    ///
    /// - Parameters:
    ///   - option: the option.
    ///   - range: the numbers that it takes.
    ///   - unit: what it counts, for the error.
    /// - Throws: `CommandError` for anything else.
    func number(
        _ option: String, in range: ClosedRange<Int>, of unit: String? = nil
    ) throws(CommandError) -> Int? {
        let what = unit.map { "a number of \($0)" } ?? "a number"
        return try number(option, range, "\(what) from \(range.lowerBound) to \(range.upperBound)")
    }

    /// The number of a version that an option gives; `nil` without the option.
    ///
    /// - Throws: `CommandError` for anything else.
    func versionNumber(_ option: String) throws(CommandError) -> Int? {
        try number(option, 1...Int.max, "a number that carrel versions shows")
    }

    private func number(
        _ option: String, _ range: ClosedRange<Int>, _ expected: String
    ) throws(CommandError) -> Int? {
        guard let text = value(option) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw usage("\(option) \(text.singleLine): expected \(expected)")
        }
        return number
    }

    private func usage(_ message: String, hint: String? = nil) -> CommandError {
        CommandError.usage(command, message + (hint.map { "\n\($0)" } ?? ""))
    }
}
