/// The names that Carrel gives to facts of documents and items, in the languages of the page.
enum FactNames {
    /// A name in a language; any other than these, as of a catalogue's own, stays as it is.
    static func text(_ name: String, _ language: Language) -> String {
        guard language == .german else { return name }
        if let pixels = name.wholeMatch(of: /Artwork (\d+ px)/)?.1 { return "Titelbild \(pixels)" }
        return german[name.lowercased()] ?? name
    }

    static let german: [String: String] = [
        "album": "Album", "also called": "Auch genannt", "altitude": "Meereshöhe", "artist": "Künstler",
        "artwork": "Titelbild", "attachments": "Anhänge", "audio": "Ton", "author": "Autor",
        "bit rate": "Bitrate", "camera": "Kamera", "canonical": "Eigentliche Adresse", "catalogue": "Katalog",
        "categories": "Kategorien", "category": "Kategorie", "cc": "Kopie an", "cells": "Zellen",
        "chapters": "Kapitel", "company": "Firma", "compression": "Komprimierung", "contacts": "Kontakte",
        "content": "Inhalt", "contributor": "Mitwirkende", "coordinates": "Koordinaten",
        "copyright": "Urheberrecht", "cover": "Titelbild", "coverage": "Zeit und Raum", "created": "Erstellt",
        "date": "Datum", "description": "Beschreibung", "duration": "Dauer", "encoding": "Zeichenkodierung",
        "encrypted": "Verschlüsselt", "episode": "Folge", "events": "Termine", "exposure": "Belichtung",
        "extent": "Umfang", "files": "Dateien", "folders": "Ordner", "format": "Format", "formats": "Formate",
        "from": "Von", "genre": "Genre", "height": "Höhe", "identifier": "Kennung", "identity": "Kennung",
        "image": "Bild", "kernel": "Kernel", "keywords": "Schlagwörter", "kind": "Art", "language": "Sprache",
        "last modified": "Zuletzt geändert", "lecturer": "Lehrperson", "lens": "Objektiv",
        "licence": "Lizenz", "lines": "Zeilen", "link": "Link", "manager": "Verantwortlich",
        "modified": "Geändert", "modified by": "Geändert von", "name": "Name",
        "not free to fetch": "Nicht frei zu laden", "operating system": "Betriebssystem",
        "outline": "Gliederung", "owner": "Eigentümer", "page": "Seite", "page size": "Seitengröße",
        "pages": "Seiten", "path": "Pfad", "photos": "Fotos", "picture": "Bild", "place": "Ort",
        "price": "Preis", "problem": "Problem", "producer": "Erzeugt mit", "published": "Veröffentlicht",
        "publisher": "Herausgeber", "rank": "Rang", "relation": "Bezug", "released": "Erschienen",
        "reply to": "Antwort an", "rights": "Rechte", "rooms": "Räume", "root": "Wurzel", "rows": "Zeilen",
        "season": "Staffel", "section": "Rubrik", "sets": "Bestände", "site": "Website", "size": "Größe",
        "source": "Quelle", "storage": "Speicherklasse", "subject": "Thema", "subtitle": "Untertitel",
        "summary": "Zusammenfassung", "tags": "Stichwörter", "taken": "Aufgenommen", "tasks": "Aufgaben",
        "to": "An", "type": "Art", "undecodable": "Unlesbare Zeichen", "unpacked": "Ausgepackt",
        "updated": "Aktualisiert", "uploaded": "Hochgeladen", "values": "Werte", "version": "Version",
        "video": "Video", "web page": "Webseite", "width": "Breite", "words": "Wörter",
    ]
}
