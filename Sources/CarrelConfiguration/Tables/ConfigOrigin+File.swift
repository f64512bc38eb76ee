import CarrelStages

extension ConfigOrigin {
    /// The name of the file; `nil` for what is in none.
    var fileName: String? { if case .file(let name, _, _) = self { name } else { nil } }
}
