import CarrelBasics
import CarrelHTTP
import CarrelJSON
import CarrelModel
import CarrelStages
import Foundation

/// The names of the fields that tell what a module is, in every catalogue that lists modules.
public struct ModuleFields: Sendable {
    static let codeField = Setting<String>(
        "code-field", default: "moduleCode", help: "The field with a module's code")
    static let titleField = Setting<String>(
        "title-field", default: "moduleTitle", help: "The field with a module's title")
    static let lecturerField = Setting<String>(
        "lecturer-field", default: "moduleLecturer", help: "The field with a module's lecturer")
    static let urlField = Setting<String>(
        "url-field", default: "moduleURL", help: "The field with the URL of a module's web page")
    static let descriptionField = Setting<String>(
        "description-field", default: "moduleDescription", help: "The field with a module's description")

    /// The settings that name the fields.
    public static let settings: [any SettingDeclaration] = [
        codeField, titleField, lecturerField, urlField, descriptionField,
    ]

    // Readers are shown a library's worth of a description, not a book.
    private static let descriptionLimit = 16 << 10

    /// The field with a module's code.
    public let code: String
    /// The field with a module's title.
    public let title: String
    private let lecturer: String
    private let url: String
    private let description: String

    /// Reads the names of the fields from a parser's settings.
    public init(_ settings: Settings) {
        code = settings[Self.codeField]
        title = settings[Self.titleField]
        lecturer = settings[Self.lecturerField]
        url = settings[Self.urlField]
        description = settings[Self.descriptionField]
    }

    /// Whether a value has any field that tells of a module.
    public func areFound(in node: JSONNode) -> Bool {
        [code, title, lecturer, url, description].contains { node[$0] != nil }
    }

    /// Reads a module without what it lists.
    ///
    /// - Parameters:
    ///   - module: the value that should be a module.
    ///   - key: the key that it stands under, which is its code where it holds none.
    ///   - budget: resolves a relative address.
    ///   - problems: where what cannot be used is added.
    /// - Returns: the module as an empty collection, or nothing if it has no code.
    public func collection(
        of module: JSONNode, key: String?, budget: CatalogBudget, problems: inout ProblemList
    ) -> ItemCollection? {
        guard module.kind == .object else {
            problems.add(module, expected: "a module as an object", gap: .lasting)
            return nil
        }
        guard let code = code(of: module, key: key, problems: &problems) else { return nil }
        let title = problems.text(module[title])?.titleText ?? ""
        return ItemCollection(
            id: code, title: title.isEmpty ? code : title,
            details: details(of: module, budget: budget, problems: &problems))
    }

    /// The module's own code, else the key that it stands under.
    private func code(of module: JSONNode, key: String?, problems: inout ProblemList) -> String? {
        let node = module[code]?.present
        let codes = [node?.plainText, key].compactMap { $0?.titleText }
        if let code = codes.first(where: { !$0.isEmpty }) { return code }
        if let node {
            problems.add(node, expected: "a code as a string", gap: .lasting)
        } else {
            problems.add(module, expected: "a code in the field \"\(code)\"", gap: .lasting)
        }
        return nil
    }

    /// The labelled facts of a module, each where it has one, in the order in which they are shown.
    private func details(of module: JSONNode, budget: CatalogBudget, problems: inout ProblemList) -> [Detail]
    {
        var details: [Detail] = []
        if let lecturer = problems.text(module[lecturer])?.titleText, !lecturer.isEmpty {
            details.append(Detail("Lecturer", lecturer))
        }
        if let reference = problems.text(module[url])?.prefix(utf8: RequestTarget.maxLength).text.singleLine,
            !reference.isEmpty
        {
            details.append(
                Detail("Web page", budget.resolve(reference) ?? reference))
        }
        if let text = problems.text(module[description])?.trimmed.prefix(utf8: Self.descriptionLimit).text
            .readable,
            !text.isEmpty
        {
            details.append(Detail("Description", text))
        }
        return details
    }
}
