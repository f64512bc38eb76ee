/// A command line that is being typed: what is before the cursor, and what is expected there.
struct TypedLine {
    /// What is expected at the cursor.
    enum Place {
        /// The name of a command.
        case command
        /// The name of an option.
        case option
        /// The value of an option.
        case value(OptionSpec)
        /// An operand, counted from 0.
        case operand(Int)
    }

    /// The command, once it is typed.
    private(set) var command: CommandSpec?
    /// The options before the cursor, each with its last value.
    private(set) var options: [String: [String]] = [:]
    /// The operands before the cursor.
    private(set) var operands: [String] = []
    /// What is expected.
    private(set) var place = Place.command
    /// The part of it that was typed.
    private(set) var typed = ""
    /// The part of the same word before that, such as `--profile=`, or other values with a comma behind them.
    private(set) var before = ""

    /// The options that are possible here.
    var known: [OptionSpec] { (command?.options ?? [.version]) + OptionSpec.global }

    /// Reads a line; `nil` if its command does not exist.
    ///
    /// - Parameters:
    ///   - words: the words after the program's name up to the cursor; the last one is being typed.
    ///   - find: finds a command by its name.
    init?(_ words: [String], find: (String) -> CommandSpec?) {
        var awaited: OptionSpec?
        var takesOptions = true
        for word in words.dropLast() {
            if let option = awaited.take() {
                take(word, for: option)
            } else if takesOptions, word == "--" {
                takesOptions = false
            } else if takesOptions, word.hasPrefix("-"), word != "-" {
                awaited = takeOption(word)
            } else if command == nil {
                guard let found = find(word) else { return nil }
                command = found
            } else {
                operands.append(word)
            }
        }
        typed = words.last ?? ""
        if let awaited {
            place = .value(awaited)
            takeLast(of: awaited)
        } else if takesOptions, typed.hasPrefix("-") {
            placeOption()
        } else if command != nil {
            place = .operand(operands.count)
        }
    }

    private mutating func placeOption() {
        place = .option
        guard let sign = typed.firstIndex(of: "="), let option = option(String(typed[..<sign])),
            option.value != nil
        else { return }
        place = .value(option)
        before = String(typed[...sign])
        typed = String(typed[typed.index(after: sign)...])
        takeLast(of: option)
    }

    /// Of several values with commas between them, the last one is being typed.
    private mutating func takeLast(of option: OptionSpec) {
        guard option.isList, let comma = typed.lastIndex(of: ",") else { return }
        before += String(typed[...comma])
        typed = String(typed[typed.index(after: comma)...])
    }

    private func option(_ name: String) -> OptionSpec? {
        known.first { $0.name == name || $0.short == name }
    }

    /// Takes an option.
    ///
    /// - Returns: the option if its value is the next word.
    private mutating func takeOption(_ word: String) -> OptionSpec? {
        let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        guard let option = option(halves[0]) else { return nil }
        guard option.value != nil else {
            options[option.name] = [""]
            return nil
        }
        guard halves.count == 2 else { return option }
        take(halves[1], for: option)
        return nil
    }

    private mutating func take(_ value: String, for option: OptionSpec) {
        options[option.name] = option.repeats ? options[option.name, default: []] + [value] : [value]
    }
}
