/// The names that Carrel gives to facts of documents and items, in the languages of the page.
enum FactNames {
    /// What a catalogue says of an item; any other name than a parser's own, as the catalogue's, stays as it is.
    static func text(ofItem name: String, _ language: Language) -> String {
        guard language == .german else { return name }
        if let pixels = name.wholeMatch(of: /Artwork (\d+ px)/)?.1 { return "Titelbild \(pixels)" }
        return items[name.lowercased()] ?? name
    }

    /// What a previewer found in a document.
    static func text(ofDocument name: String, _ language: Language) -> String {
        guard language == .german else { return name }
        return documents[name.lowercased()] ?? text(ofItem: name, language)
    }

    private static let items: [String: String] = [
        "also called": "Auch genannt", "artist": "Künstler", "artwork": "Titelbild", "author": "Autor",
        "catalogue": "Katalog", "categories": "Kategorien", "category": "Kategorie", "content": "Inhalt",
        "contributor": "Mitwirkende", "coordinates": "Koordinaten", "copyright": "Urheberrecht",
        "cover": "Titelbild", "coverage": "Zeit und Raum", "date": "Datum", "description": "Beschreibung",
        "duration": "Dauer", "episode": "Folge", "extent": "Umfang", "folders": "Ordner", "format": "Format",
        "formats": "Formate", "identifier": "Kennung", "identity": "Kennung", "kind": "Art",
        "language": "Sprache", "last modified": "Zuletzt geändert", "lecturer": "Lehrperson",
        "licence": "Lizenz", "link": "Link", "modified": "Geändert",
        "not free to fetch": "Nicht frei zu laden", "operating system": "Betriebssystem",
        "owner": "Eigentümer", "page": "Seite", "pages": "Seiten", "path": "Pfad", "photos": "Fotos",
        "picture": "Bild", "price": "Preis", "published": "Veröffentlicht", "publisher": "Herausgeber",
        "rank": "Rang", "relation": "Bezug", "released": "Erschienen", "rights": "Rechte", "rooms": "Räume",
        "season": "Staffel", "sets": "Bestände", "site": "Website", "size": "Größe",
        "source": "Quelle", "storage": "Speicherklasse", "subject": "Thema", "subtitle": "Untertitel",
        "summary": "Zusammenfassung", "tags": "Stichwörter", "taken": "Aufgenommen", "type": "Art",
        "updated": "Aktualisiert", "uploaded": "Hochgeladen", "version": "Version", "web page": "Webseite",
    ]

    // Of items these are words of a catalogue, which may mean something else by them.
    private static let documents: [String: String] = [
        "album": "Album", "album artist": "Interpret des Albums", "altitude": "Meereshöhe",
        "attachments": "Anhänge", "audio": "Ton", "bit rate": "Bitrate", "camera": "Kamera",
        "canonical": "Eigentliche Adresse", "cc": "Kopie an", "cells": "Zellen", "chapters": "Kapitel",
        "comment": "Kommentar", "company": "Firma", "composer": "Komponist", "compression": "Komprimierung",
        "contacts": "Kontakte", "created": "Erstellt", "disc": "CD", "encoding": "Zeichenkodierung",
        "encrypted": "Verschlüsselt", "events": "Termine", "exposure": "Belichtung", "files": "Dateien",
        "from": "Von", "genre": "Genre", "height": "Höhe", "image": "Bild", "kernel": "Kernel",
        "keywords": "Schlagwörter", "lens": "Objektiv", "lines": "Zeilen", "manager": "Verantwortlich",
        "modified by": "Geändert von", "name": "Name", "outline": "Gliederung",
        "page size": "Seitengröße", "place": "Ort", "problem": "Problem", "producer": "Erzeugt mit",
        "reply to": "Antwort an", "root": "Wurzel", "rows": "Zeilen", "section": "Rubrik", "show": "Sendung",
        "subtitles": "Untertitel", "tasks": "Aufgaben", "to": "An", "track": "Stück",
        "undecodable": "Unlesbare Zeichen", "unpacked": "Ausgepackt", "values": "Werte", "video": "Video",
        "width": "Breite", "words": "Wörter",
    ]
}
