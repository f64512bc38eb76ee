import CarrelBasics
import CarrelCore
import CarrelStages

/// Says why a call did not work, to whoever called.
enum ToolFailure {
    /// An error in words, without secrets and without what acts on a terminal.
    static func words(_ error: any Error) -> String {
        if let error = error as? StoreError, error.code == .busy {
            return "another process uses the library; try again when it is done"
        }
        return ShownText.of("\(error)".terminalSafe)
    }
}
