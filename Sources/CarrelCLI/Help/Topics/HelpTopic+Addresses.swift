import CarrelModel

extension HelpTopic {
    /// How to name items, collections and catalogues on a command line.
    static let addresses = HelpTopic(
        name: "addresses", title: "Addresses of items",
        summary: "How to name items, collections and catalogues",
        blocks: [
            .text("Commands such as get, show, preview, open and why take an item in any of these ways:"),
            .terms([
                ("3", "the third item of the list that was printed last in this terminal"),
                ("COMP304/3", "the third item of the collection COMP304"),
                ("notes/COMP304/3", "the same, if another catalogue also has a collection COMP304"),
                ("Week 1", "an item by its title, or by a part that no other title has"),
                ("COMP304/Week 1", "the same within a collection"),
                ("COMP304-week1.pdf", "a stored document by its name in the library"),
                ("./week1.pdf", "the same by the path of its file"),
                ("https://example.org/week1.pdf", "an item by its URL, or by the item that --json gives"),
            ]),
            .text("Commands that take several also take these:"),
            .terms([
                ("3-7", "the third to the seventh; COMP304/3-7 and COMP304/1,4-6 likewise"),
                ("'*.pdf'", "all items whose document, title or URL matches; 'COMP304/Week*' likewise"),
                ("COMP304", "all items of a collection"),
                ("notes", "all items of a catalogue"),
            ]),
            .text(
                """
                A collection is named by the first column of carrel list or by its title, and where a command shows one \
                collection by a part of either, too; a catalogue by the name that carrel catalogues shows. Upper and lower \
                case make no difference. Put text with spaces or stars into quotes.
                """),
            .text(
                """
                If several items match, whichever collection is selected, Carrel lists them, each with an address that no \
                other item has. If a catalogue and a collection have one name, the catalogue's address means all of it.
                """),
            .text(
                """
                A collection may be called by a number or a range, as a year's folder or a week is. 2 and 3-7 are \
                numbers of the list that was printed last, or else of the selected collection, and where it has no such \
                items, the collection of that name. If they could be either, Carrel lists what they could be, each with its \
                address: CATALOGUE/2 is the collection, COMP304/2 an item, and '2/*' all items of the collection 2. \
                select, choose and export take collections only. In scripts, and where no list was printed, a number \
                alone means nothing until you select a collection, unless the library has only one.
                """),
            .text(
                """
                The STATE of --status, and of status: in a search, is one of \(StateWord.list).
                """),
            .heading("Examples"),
            .lines([
                "carrel select COMP304", "carrel get 3", "carrel preview 'COMP304/Week 1'",
                "carrel why notes/COMP304/3",
            ]),
        ])
}
