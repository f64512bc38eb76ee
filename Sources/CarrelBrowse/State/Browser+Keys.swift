import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelTerminal

/// What keys do.
extension Browser {
    mutating func press(_ key: Key) -> [BrowserEffect] {
        // These count whatever else is going on.
        switch key {
        case .control("c"): return [.quit]
        case .control("z"): return [.suspend]
        case .control("l"): return [.redraw]
        default: break
        }
        switch mode {
        case .normal:
            message = nil
            if isConverting { return convert(key) }
            return KeyTable.command(key, in: context).map { perform($0) } ?? []
        case .help(let top):
            mode = help(key, top)
            return []
        case .question(_, let effect):
            mode = .normal
            if key == .character("y") || key == .character("Y") { return [effect] }
            say("Nothing was done.")
            return []
        case .filter: return typeFilter(key)
        case .search, .find, .add: return type(key)
        }
    }

    mutating func paste(_ text: String) -> [BrowserEffect] {
        let text = text.singleLine
        switch mode {
        case .filter:
            typed.insert(text)
            return filterAsTyped()
        case .search, .find, .add: typed.insert(text)
        case .normal where isConverting:
            let isPart = { (character: Character) in "0123456789.,-".contains(character) }
            // A letter ends a number: the digits behind it would make it another one.
            let number = text.drop(while: { !isPart($0) }).prefix(while: { !$0.isLetter })
            for character in number where isPart(character) {
                converter.press(.character(character))
            }
        default: break
        }
        return []
    }

    private mutating func convert(_ key: Key) -> [BrowserEffect] {
        switch key {
        case .escape, .character("q"), .backTab: focus = .library
        default: converter.press(ConverterKey(key))
        }
        return []
    }

    private func help(_ key: Key, _ top: Int) -> Mode {
        let last = HelpLines(context, columns: columns, lines: lines).lastTop
        let step: Int? =
            switch KeyTable.command(key, in: .items) {
            case .down: 1
            case .up: -1
            case .halfDown, .pageDown: max(1, lines / 2)
            case .halfUp, .pageUp: -max(1, lines / 2)
            case .first: -last
            case .last: last
            default: nil
            }
        guard let step, last > 0 else { return .normal }
        // On a screen that grew since there may be fewer lines before it.
        return .help(top: max(0, min(last, min(last, top) + step)))
    }

    // MARK: Typing

    /// Has a line typed.
    mutating func prompt(for mode: Mode, _ text: String = "") { (self.mode, typed) = (mode, TypedLine(text)) }

    private mutating func type(_ key: Key) -> [BrowserEffect] {
        guard !typed.press(key), key == .enter || key == .escape else { return [] }
        defer { mode = .normal }
        let text = typed.text.singleLine
        return key == .escape || text.isEmpty ? [] : take(text, typedFor: mode)
    }

    private mutating func take(_ text: String, typedFor mode: Mode) -> [BrowserEffect] {
        switch mode {
        case .add:
            say("Looking at \(text) …")
            return [.look(text)]
        case .search:
            listSearch(text)
            focus = .items
            return show(.search(text))
        case .find: return find(text)
        case .normal, .filter, .question, .help: break
        }
        return []
    }

    private mutating func typeFilter(_ key: Key) -> [BrowserEffect] {
        if typed.press(key) { return filterAsTyped() }
        switch key {
        case .enter: mode = .normal
        case .escape:
            mode = .normal
            return endFilter()
        case .tab:
            filter.status = Self.next(filter.status)
            return relist(anchor: nil)
        case .backTab:
            filter.kind = Self.next(filter.kind)
            return relist(anchor: nil)
        case .down: return move(1)
        case .up: return move(-1)
        default: break
        }
        return []
    }

    /// Narrows the list if something else is typed; who only moves the cursor keeps the list.
    private mutating func filterAsTyped() -> [BrowserEffect] {
        guard filter.text != typed.text else { return [] }
        filter.text = typed.text
        return relist(anchor: nil)
    }

    mutating func endFilter() -> [BrowserEffect] {
        guard !filter.isEmpty else { return [] }
        filter = ListFilter()
        return relist(anchor: list.anchor(at: cursor.index))
    }

    /// The next one, after the last one none.
    private static func next<Choice: CaseIterable & Equatable>(_ choice: Choice?) -> Choice? {
        let all = Array(Choice.allCases)
        guard let choice, let index = all.firstIndex(of: choice) else { return all.first }
        return index + 1 < all.count ? all[index + 1] : nil
    }
}
