/// A key of a terminal.
package enum Key: Sendable, Hashable {
    /// A character that was typed, Space too.
    case character(Character)
    /// A letter with Ctrl, in lower case.
    case control(Character)
    /// A character with Alt.
    case alt(Character)
    case up, down, left, right, home, end, pageUp, pageDown
    case enter, tab, backTab, escape, backspace, delete, insert
    /// A function key, from 1.
    case function(Int)
    /// Any other key.
    case other
}

/// What comes from a terminal.
package enum TerminalInput: Sendable, Hashable {
    /// A key was pressed.
    case key(Key)
    /// The mouse did something.
    case mouse(MouseAction, ScreenPlace)
    /// Text was pasted.
    case paste(String)
    /// The terminal answered which attributes it has.
    case attributes(Set<Int>)
}

/// What a mouse did.
package enum MouseAction: Sendable, Hashable {
    /// The first button was pressed.
    case press
    /// The wheel was turned.
    case wheelUp, wheelDown
    /// Anything else.
    case other
}
