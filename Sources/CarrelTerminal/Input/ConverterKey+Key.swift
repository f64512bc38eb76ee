import CarrelBasics

/// The keys of a terminal as the converter knows them.
extension ConverterKey {
    /// What a key means to the converter.
    package init(_ key: Key) {
        switch key {
        case .character(let character): self = .character(character)
        case .up: self = .up
        case .down: self = .down
        case .left: self = .left
        case .right: self = .right
        case .backspace: self = .backspace
        case .tab: self = .tab
        case .control("u"): self = .clear
        case .escape, .control("c"), .control("d"): self = .leave
        default: self = .other
        }
    }
}
