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
        var decoder = KeyDecoder()
        for case .attributes(let numbers) in decoder.inputs(of: bytes) { return numbers }
        return nil
    }
}
