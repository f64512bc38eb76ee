/// A key of the live converter.
public enum ConverterKey: Sendable, Hashable {
    /// A printable character.
    case character(Character)
    /// An arrow.
    case up, down, left, right
    /// Takes back the last character.
    case backspace
    /// Takes back everything that was typed (Ctrl-U).
    case clear
    /// Tab.
    case tab
    /// Escape, Ctrl-C or Ctrl-D.
    case leave
    /// Any other key.
    case other
}
