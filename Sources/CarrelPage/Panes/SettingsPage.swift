import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelHTML
import CarrelStages

/// A catalogue's name and settings, and what removes it.
struct SettingsPage: Sendable {
    let context: PageContext
    /// Where the catalogue is.
    let location: String
    /// How it is read; `nil` if a profile says that.
    let settings: CatalogSettings?
    /// What somebody typed, where it could not be used.
    var typed: [String: String]?
    /// Why not.
    var refused = RefusedSettings()
    /// Whether what was typed is what holds now.
    var isSaved = false

    // Between the names of fields that are settings and others.
    private static let prefix = "set:"
    // Before the keys of fields, for what they showed.
    private static let shownPrefix = "was:"
    // Before the keys of fields that did not show all of what is set.
    private static let coveredPrefix = "covered:"

    /// The values of settings that somebody changed in a form, by their keys: the others may have been set since it was made.
    static func values(_ form: FormFields) -> [String: String] {
        let fields = form.values.filter { $0.name.hasPrefix(prefix) }.map {
            (key: String($0.name.dropFirst(prefix.count)), value: $0.value)
        }
        let changed = fields.filter { $0.value != form[shownPrefix + $0.key] }
        return Dictionary(changed.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    }

    /// What is wrong with what somebody changed: `…` stands for a secret in it, which would be lost.
    static func faults(_ form: FormFields) -> RefusedSettings {
        let covered = values(form).filter { form[coveredPrefix + $0.key] != nil && $0.value.contains("…") }
        let reason = "… stands for what is not shown: write that out, or leave the field as it was"
        return RefusedSettings(reasons: covered.mapValues { _ in reason })
    }

    /// The name that somebody gave the catalogue in a form; `nil` if it was left as it was.
    static func name(_ form: FormFields) -> String? {
        form["name"].flatMap { $0 == form[shownPrefix + "name"] ? nil : $0 }
    }

    /// The page.
    var markup: Markup {
        """
        <div class="scroll" tabindex="-1"><div class="sheet-page"><h1 tabindex="-1">\(context.text(.settingsOf, name))</h1>\
        <dl>\(DetailMarkup.row(context.text(.address), ShownText.of(location)))\
        \(DetailMarkup.row(context.text(.profile), settings?.catalog.profile))</dl>\
        \(.when(isSaved, "<p class=\"outcome\" role=\"status\">\(context.text(.saved))</p>"))\(trouble)\
        \(settings.map(form) ?? "<p>\(context.text(.ofAProfile))</p>")\(removal)</div></div>
        """
    }

    private var name: String { context.snapshot.name(of: location) }

    private var link: String { context.snapshot.linkName(ofCatalog: location) }

    private var trouble: Markup {
        guard typed != nil else { return .none }
        let others = refused.others.map { "<li>\(.english($0))</li>" as Markup }
        return """
            <div role="alert"><p class="reason">\(context.text(.notSaved))</p>\(.when(!others.isEmpty, "<ul class=\"findings\">\(others)</ul>"))</div>
            """
    }

    // MARK: The form

    private func form(_ settings: CatalogSettings) -> Markup {
        let what = FormFields([("catalogue", link)]).text
        return """
            <form class="settings" method="post" action="/settings">\(context.tokenField)\
            <input type="hidden" name="what" value="\(what)">\(shown(settings))\(nameField(settings))\
            \(settings.tables.map(table))\
            <div class="actions"><button class="main">\(context.text(.save))</button></div></form>
            """
    }

    /// What the fields show without what was typed, which tells what somebody changed.
    private func shown(_ settings: CatalogSettings) -> Markup {
        let fields = settings.tables.flatMap(\.fields).map { (key: $0.key, value: Self.shownValue(of: $0)) }
        let all = [(key: "name", value: settings.catalog.name)] + fields
        let inputs = all.map { field -> Markup in
            "<input type=\"hidden\" name=\"\(Self.shownPrefix + field.key)\" value=\"\(field.value)\">"
        }
        let covered = settings.tables.flatMap(\.fields).filter { Self.shownValue(of: $0) != $0.own ?? "" }
        let marks = covered.map { field -> Markup in
            "<input type=\"hidden\" name=\"\(Self.coveredPrefix + field.key)\" value=\"1\">"
        }
        return "\(inputs)\(marks)"
    }

    /// What is set, without secrets; a field that is left as it is changes nothing.
    private static func shownValue(of field: CatalogSettings.Field) -> String {
        ShownText.of(field.own ?? "")
    }

    private func nameField(_ settings: CatalogSettings) -> Markup {
        let value = typed?["name"] ?? settings.catalog.name
        let (reason, mark) = fault("name")
        return """
            <div class="field"><label for="field-name">\(context.text(.name))</label>\
            <input id="field-name" name="name" value="\(value)" required\(mark)>\(reason)</div>
            """
    }

    private func table(_ table: (name: String, fields: [CatalogSettings.Field])) -> Markup {
        // What is set, or was refused, is seen at once.
        let isOpen = table.fields.contains { $0.own != nil || refused.reasons[$0.key] != nil }
        return """
            <details\(.when(isOpen, " open"))><summary><h2>\(table.name)</h2></summary>\(table.fields.map(field))</details>
            """
    }

    private func field(_ field: CatalogSettings.Field) -> Markup {
        let value = typed?[field.key] ?? Self.shownValue(of: field)
        let id = "field-\(field.key)"
        let (reason, mark) = fault(field.key, describing: "\(id)-help")
        return """
            <div class="field"><label for="\(id)"><code>\(field.key)</code></label>\(control(field, id, value, mark))\
            <p class="soft" id="\(id)-help" lang="en">\(field.help)\(.when(!field.kind.isEmpty, " (\(field.kind))"))</p>\(reason)</div>
            """
    }

    private func control(
        _ field: CatalogSettings.Field, _ id: String, _ value: String, _ mark: Markup
    ) -> Markup {
        let inherited = [context.text(.asInProfile), field.inherited.map { ShownText.of($0) }]
            .compactMap(\.self).joined(separator: ": ")
        let name = Self.prefix + field.key
        guard !field.choices.isEmpty, value.isEmpty || field.choices.contains(value) else {
            return
                "<input id=\"\(id)\" name=\"\(name)\" value=\"\(value)\" placeholder=\"\(inherited)\"\(mark)>"
        }
        let options = field.choices.map { choice -> Markup in
            "<option\(.when(choice == value, " selected"))>\(choice)</option>"
        }
        return """
            <select id="\(id)" name="\(name)"\(mark)><option value="">\(inherited)</option>\(options)</select>
            """
    }

    /// Why a field's value cannot be used, and what ties that to the field.
    private func fault(_ key: String, describing help: String? = nil) -> (Markup, Markup) {
        let described = [refused.reasons[key] != nil ? "fault-\(key)" : nil, help].compactMap(\.self)
        let ids: Markup = .when(
            !described.isEmpty, " aria-describedby=\"\(described.joined(separator: " "))\"")
        guard let reason = refused.reasons[key] else { return (.none, ids) }
        return (
            "<p class=\"reason\" id=\"fault-\(key)\">\(.english(reason))</p>",
            "\(ids) aria-invalid=\"true\"\(.when(key == firstFault, " autofocus"))"
        )
    }

    /// The first setting that is wrong, where the person goes on.
    private var firstFault: String? {
        let keys = ["name"] + (settings?.tables.flatMap(\.fields).map(\.key) ?? [])
        return keys.first { refused.reasons[$0] != nil }
    }

    // MARK: Removing

    private var removal: Markup {
        let says = context.text(.removeSays, name)
        func button(_ label: Phrase, _ files: String) -> Markup {
            context.button("remove", label, [("catalogue", link), ("files", files)])
        }
        return """
            <details class="sure"><summary class="plain">\(context.text(.removeCatalog))…</summary><div><p>\(says)</p>\
            \(button(.removeKeeping, "keep")) \(button(.removeWith, "with"))</div></details>
            """
    }
}
