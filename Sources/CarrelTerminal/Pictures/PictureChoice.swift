import CarrelBasics
import CarrelModel
import Foundation

/// Which form of pictures a terminal gets.
package enum PictureChoice: Equatable {
    /// This one.
    case form(PictureForm)
    /// The terminal has to be asked whether it shows Sixel.
    case ask

    /// Chooses by the setting and by what a terminal says of itself.
    ///
    /// - Parameters:
    ///   - setting: `preview.pictures`: `auto`, or the form.
    ///   - environment: the variables of the environment.
    package init(setting: String, environment: [String: String]) {
        if let form = PictureForm(rawValue: setting) {
            self = .form(form)
            return
        }
        let (name, program) = (environment["TERM"] ?? "", environment["TERM_PROGRAM"] ?? "")
        // Programs that draw windows on a terminal do not pass pictures on as they are, but the terminal's name.
        let isShared =
            !(environment["TMUX"] ?? "").isEmpty || !(environment["STY"] ?? "").isEmpty
            || name.hasPrefix("tmux") || name.hasPrefix("screen")
        if isShared || name == "linux" || program == "Apple_Terminal" {
            self = .form(.blocks)
        } else if name == "xterm-kitty" || name == "xterm-ghostty" || program == "ghostty"
            || !(environment["KITTY_WINDOW_ID"] ?? "").isEmpty
        {
            self = .form(.kitty)
        } else if program == "iTerm.app" || environment["LC_TERMINAL"] == "iTerm2" {
            self = .form(.iterm)
        } else {
            self = .ask
        }
    }
}

/// What a terminal answers to the question for its primary device attributes (DA1, ECMA-48).
package enum DeviceAttributes {
    /// The question.
    package static let question = "\u{1B}[c"

    /// The attributes in an answer, such as 4 for Sixel; `nil` while it is not whole.
    ///
    /// - Parameter bytes: what came from the terminal; keys may have been pressed before.
    /// - Returns: the numbers.
    package static func attributes(in bytes: [UInt8]) -> Set<Int>? {
        let start: [UInt8] = [0x1B, 0x5B, 0x3F]
        for place in bytes.indices where bytes[place...].starts(with: start) {
            let rest = bytes[(place + start.count)...].prefix(256)
            let body = rest.prefix { $0 == 0x3B || $0.isDigit }
            guard rest.dropFirst(body.count).first == UInt8(ascii: "c") else { continue }
            return Set(body.split(separator: 0x3B).compactMap { Int(String(decoding: $0, as: UTF8.self)) })
        }
        return nil
    }
}
