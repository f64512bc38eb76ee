import CarrelHTML

extension PageContext {
    /// The beginning of a page, up to what only pages of its kind have in their heads.
    ///
    /// - Parameters:
    ///   - title: what the window is called.
    ///   - assets: where the scripts and styles of this build are.
    /// - Returns: the markup, which ends within the head.
    func head(_ title: String, _ assets: String) -> Markup {
        """
        \(Markup.beginning(locale, theme))
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        <meta name="color-scheme" content="light dark"><meta name="carrel-token" content="\(token)">
        <title>\(title)</title>
        <link rel="icon" href="\(assets)/icon.svg">
        """
    }
}

extension Markup {
    /// The beginning of every page, in a language and with colours; `nil` for those of the system.
    static func beginning(_ locale: PageLocale, _ theme: Theme?) -> Markup {
        let colours = when(theme) { " data-theme=\"\($0.rawValue)\"" }
        return """
            <!DOCTYPE html>
            <html lang="\(locale.tag)"\(colours)><head><meta charset="utf-8">
            """
    }
}
