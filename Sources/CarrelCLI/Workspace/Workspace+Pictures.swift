import CarrelBasics
import CarrelConfiguration
import CarrelModel
import CarrelOpening
import CarrelStages
import CarrelTerminal
import Foundation

extension Workspace {
    /// The form of pictures on this terminal, which is asked for it where it does not say by itself.
    ///
    /// - Throws: `ConfigurationError`.
    func pictureForm() async throws -> PictureForm {
        let setting = try opener.builder().configuration[.preview].settings[StageSettings.pictures]
        switch PictureChoice(setting: setting, environment: ProcessEnvironment.variables) {
        case .form(let form): return form
        case .ask: return await TerminalQuestion.showsSixel() ? .sixel : .blocks
        }
    }
}
