extension Phrases {
    static let german: [Phrase: String] = [
        .library: "Bibliothek", .items: "Einträge", .document: "Dokument", .search: "Suche", .news: "Neues",
        .quarantine: "Beiseitegelegt", .week: "Woche", .converter: "Umrechner",
        .addCatalog: "Katalog hinzufügen", .skipToItems: "Zu den Einträgen", .back: "Zurück",

        .notAvailable: "Noch nicht verfügbar", .available: "Nicht geladen", .downloading: "Wird geladen",
        .failed: "Fehlgeschlagen", .setAside: "Beiseitegelegt", .discarded: "Verworfen",
        .ignored: "Ignoriert", .stored: "Gespeichert", .updateAvailable: "Neue Fassung verfügbar",
        .new: "Neu", .updated: "Aktualisiert", .edited: "Auf der Platte geändert",
        .unlisted: "Nicht mehr verzeichnet", .waiting: "Wartet",

        .download: "Laden", .view: "Ansehen", .tryAgain: "Erneut versuchen", .cancel: "Abbrechen",
        .accept: "Annehmen", .discard: "Verwerfen", .sync: "Abgleichen", .syncAll: "Alle abgleichen",
        .refresh: "Neu lesen", .open: "Öffnen", .markRead: "Als gelesen markieren",
        .markUnread: "Als ungelesen markieren", .ignore: "Ignorieren", .unignore: "Nicht mehr ignorieren",
        .add: "Hinzufügen", .remove: "Entfernen", .save: "Sichern", .why: "Warum?", .close: "Schließen",

        .filter: "Filter", .status: "Status", .anyStatus: "Jeder Status", .anyType: "Jeder Typ",
        .oneItem: "1 Eintrag", .onePage: "1 Seite", .oneHit: "1 Dokument",
        .noItems: "Diese Sammlung verzeichnet keine Einträge.",
        .noMatch: "Kein Eintrag passt zum Filter.", .itemCount: "%@ Einträge",
        .storedCount: "%@ gespeichert", .newCount: "%@ neu", .failedCount: "%@ fehlgeschlagen",
        .previousPage: "Vorige Einträge", .nextPage: "Nächste Einträge",
        .kindPDF: "PDF", .kindPage: "Seiten", .kindText: "Text", .kindPicture: "Bilder", .kindSound: "Ton",
        .kindFilm: "Film", .kindArchive: "Archive", .kindOther: "Andere",
        .groupNew: "Neu", .groupStored: "Gespeichert", .groupMissing: "Nicht gespeichert",
        .groupFailed: "Fehlgeschlagen", .groupIgnored: "Ignoriert",

        .pageNumber: "Seite %@", .pageCount: "%@ Seiten", .size: "Größe", .storedAt: "Gespeichert",
        .mediaType: "Art", .address: "Adresse", .textOfPage: "Text von Seite %@",
        .noPreview: "Von diesem Dokument gibt es keine Vorschau.",
        .notFetched: "Dieses Dokument wurde noch nicht geladen.",
        .choose: "Wähle einen Eintrag, um ihn hier zu sehen.", .showPages: "Seiten", .showText: "Text",
        .showPage: "Seite", .originalFile: "Originaldatei", .history: "Was versucht wurde",
        .nothingTried: "Es wurde noch nichts versucht.", .versions: "Fassungen",
        .currentVersion: "Jetzige Fassung", .truncated: "Der Text geht im Dokument weiter.",

        .searchWords: "Alle Dokumente durchsuchen", .noHits: "Nichts gefunden.",
        .hitCount: "%@ Dokumente", .onPage: "Seite %@",

        .pasteAddress: "Adresse eines Katalogs einfügen", .emptyLibrary: "Diese Bibliothek ist leer.",
        .emptyHint:
            "Ein Katalog ist eine Seite mit Links, eine Liste von Kursnotizen, ein Feed, eine Hitliste oder ein Stundenplan.",
        .name: "Name", .optional: "freiwillig", .added: "„%@“ hinzugefügt.",
        .examples: "Zum Ausprobieren ohne Netz",
        .serveSamples: "In einem Klon von Carrel stellt dies die Beispiele auf deinem Rechner bereit:",
        .exampleCourse: "Notizen eines Kurses", .exampleHandbook: "Carrels Handbuch",
        .exampleChart: "Eine Hitliste",

        .promised: "Versprochen", .came: "Gekommen", .nothingSetAside: "Nichts ist beiseitegelegt.",
        .nothingNew: "Es gibt nichts Neues.", .markAllRead: "Alles als gelesen markieren",

        .working: "Arbeitet", .offline: "Der Server antwortet nicht. Neuer Versuch.",
        .busy: "Ein anderer Prozess benutzt die Bibliothek. Versuche es, wenn er fertig ist.",
        .done: "Fertig", .stopped: "Angehalten",

        .applications: "Anwendungen", .recentlyViewed: "Zuletzt angesehen", .chart: "Hitliste",
        .places: "Orte", .modules: "Module", .today: "heute", .now: "jetzt",
        .nothingToday: "An diesem Tag ist nichts.", .leaveOut: "Weglassen", .takeIn: "Aufnehmen",
        .meetings: "Termine", .plan: "Plan", .map: "Karte",
        .mapFailed: "Von %@ kam keine Karte, darum steht hier ein einfacher Plan.", .north: "Norden",
        .onTheMap: "Auf OpenStreetMap",
        .backToWeek: "Zurück zur Woche", .openPlace: "Fotos lesen",
        .noPhotos: "Von diesem Ort gibt es keine Fotos.", .nothingViewed: "Noch wurde nichts angesehen.",
        .noApplication: "Die Bibliothek hat keinen solchen Katalog.", .wholePhoto: "Ganzes Foto",
        .previous: "Voriges", .next: "Nächstes", .photoCount: "%@ Fotos", .kindLecture: "Vorlesung",
        .kindTutorial: "Tutorium", .kindLab: "Praktikum", .kindMeeting: "Termin", .meters: "%@ m",
        .time: "Zeit",

        .data: "Daten", .temperature: "Temperatur", .from: "Von", .to: "Nach", .swap: "Tauschen",
        .takeBack: "Zurücknehmen", .clear: "Leeren", .sign: "Vorzeichen ändern", .convert: "Umrechnen",
        .thousand: "1 KB sind 1000 Byte", .rounded: "Auf %@ Stellen gerundet",
        .isNegative: "Eine Größe ist nie negativ.", .tooCold: "Das liegt unter dem absoluten Nullpunkt.",
        .unitFault: "Diese Zahl lässt sich nicht umrechnen.",

        .notFound: "Diese Seite gibt es nicht.", .notAllowed: "Diese Seite darf das nicht verlangen.",
        .failedBecause: "Das ging nicht: %@",
        .libraryGone:
            "Die Bibliothek ist nicht mehr in %@. Hängen Sie ihren Datenträger ein, oder legen Sie den Ordner zurück; diese Seite macht dann von selbst weiter.",
        .tokenNeeded: "Diese Bibliothek verlangt ein Kennwort.",
        .token: "Kennwort", .enter: "Eintreten", .wrongToken: "Das ist nicht das Kennwort.",
        .signInNeeded: "Diese Bibliothek ist für die, die sich anmelden.", .personName: "Name",
        .password: "Kennwort", .signIn: "Anmelden", .signOut: "Abmelden",
        .wrongPassword: "Das ist nicht das Kennwort zu diesem Namen.",
        .tooManyTries: "Zu viele Versuche. Der nächste ist in %@ Sekunden möglich.",

        .smaller: "Kleiner", .larger: "Größer", .fit: "Einpassen", .firstItem: "Das ist der erste Eintrag.",
        .lastItem: "Das ist der letzte Eintrag.",
        .keyMove: "Nächster und voriger Eintrag", .keyOpen: "Eintrag zeigen oder laden",
        .keyBack: "Zurück zur Liste", .keySearch: "Alle Dokumente durchsuchen", .keyFilter: "Liste filtern",
        .keyDo: "Laden, erneut versuchen oder annehmen", .keyPanes: "Zur Bibliothek, zum Dokument",
        .keyPage: "Eine Seite weiter", .keyZoom: "Bild größer, kleiner, eingepasst, in voller Größe",
        .keyHelp: "Diese Tasten",

        .language: "Sprache", .theme: "Farben", .themeSystem: "Wie das System", .themeLight: "Hell",
        .themeDark: "Dunkel", .keys: "Tasten", .menu: "Menü",
    ]
}
