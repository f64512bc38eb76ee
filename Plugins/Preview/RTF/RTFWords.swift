/// What control words of RTF mean.
enum RTFWords {
    /// Words that write characters.
    static let characters: [String: String] = [
        "tab": "\t", "line": "\n", "lbr": "\n", "softline": "\n", "page": "\n", "column": "\n",
        "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
        "bullet": "•", "emspace": " ", "enspace": " ", "qmspace": " ", "nestcell": "\t", "nestrow": "\n",
        "zwj": "\u{200D}", "zwnj": "\u{200C}",
    ]

    /// Words that begin a text of its own, or something else than text.
    static let destinations: [String: RTFDestination] = {
        var list: [String: RTFDestination] = [
            "fonttbl": .fontTable, "stylesheet": .styleSheet, "info": .info, "listtext": .label,
            "pntext": .label,
            "footnote": .footnote, "annotation": .comment, "atnauthor": .commentAuthor, "shptxt": .shape,
            "title": .fact("title"), "author": .fact("author"), "subject": .fact("subject"),
            "keywords": .fact("keywords"), "doccomm": .fact("description"), "operator": .fact("modified by"),
            "company": .fact("company"), "category": .fact("category"), "manager": .fact("manager"),
            "creatim": .time("created"), "revtim": .time("modified"),
        ]
        for name in ["header", "headerl", "headerr", "headerf"] { list[name] = .header }
        for name in ["footer", "footerl", "footerr", "footerf"] { list[name] = .footer }
        for name in skipped { list[name] = .skip }
        return list
    }()

    /// Groups without text.
    private static let skipped: Set<String> = [
        "colortbl", "pict", "objdata", "objclass", "objname", "fldinst", "datafield", "formfield",
        "listtable", "list", "listoverridetable", "revtbl", "rsidtbl", "filetbl", "generator", "xmlnstbl",
        "themedata", "datastore", "colorschememapping", "latentstyles", "bkmkstart", "bkmkend", "shprslt",
        "sp", "nonesttables", "pn", "pnseclvl", "printim", "buptim", "atnid", "atnref", "atntime", "atndate",
        "atnicn", "template", "panose", "falt", "xe", "tc", "tcn", "ftnsep", "ftnsepc", "aftnsep",
        "aftnsepc", "mmathPr", "mmathPict", "levelnumbers", "leveltext", "defchp", "defpap", "pgptbl",
        "wgrffmtfilter", "userprops", "docvar", "background", "shppict", "nonshppict", "private",
        "hlinkbase", "passwordhash", "protusertbl", "ebcstart", "ebcend", "factoidname",
    ]

    /// Words whose group is read although it is marked as one that programs may leave out.
    static let known: Set<String> = [
        "ud", "shpinst", "fldrslt", "result", "moMath", "moMathPara", "cs", "ds", "ts", "rtf",
    ]
}
