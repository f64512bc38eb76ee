import CarrelBasics
import CarrelModel
import CarrelS3
import CarrelStages
import CarrelStaging
import Foundation

/// Names for documents: a copy within the bucket, then the removal of what was copied.
extension S3Store {
    /// Gives staged documents their names.
    public func publish(
        _ publications: [Publication]
    ) async throws(StoreError) -> [RefusedPublication] {
        guard !publications.isEmpty else { return [] }
        // Before several ask for it at once.
        _ = try await heedsCopies()
        // Those that concern the same names go one after the other.
        let width = Self.areApart(publications) ? Self.width : 1
        let refused = try await Together.map(publications, atMost: width) {
            publication throws(StoreError) -> RefusedPublication? in
            do throws(StoreError) {
                switch publication.area {
                case .documents: try await self.name(publication)
                case .quarantine: try await self.setAside(publication)
                case .removal: throw .notPublished(publication.name)
                }
                return nil
            } catch  where error.concernsOne {
                return RefusedPublication(publication, error)
            }
        }
        return refused.compactMap(\.self)
    }

    /// Whether no two publications concern the same name.
    private static func areApart(_ publications: [Publication]) -> Bool {
        var names = Set<String>()
        return publications.allSatisfy { publication in
            // Of one, several may be the same.
            var all: Set = [
                publication.area.rawValue + "/" + publication.name, "token/" + publication.document.token,
            ]
            all.formUnion(
                [publication.moves, publication.succeeds].compactMap { $0.map { "documents/" + $0 } })
            switch try? StagedPlace(publication.document.token) {
            case .document(let name): all.insert("documents/" + name)
            case .quarantine(let name): all.insert("quarantine/" + name)
            case .incoming, nil: break
            }
            return all.allSatisfy { names.insert($0).inserted }
        }
    }

    private func name(_ publication: Publication) async throws(StoreError) {
        let name = publication.name
        try LibraryFolder.check(name: name)
        // The earlier versions go with a document that was moved, or that came beside an edited one.
        guard let former = publication.succeeds ?? publication.moves, FileName(former) != FileName(name)
        else {
            return try await give(name, to: publication)
        }
        // They are there first: where one cannot be kept, the document has its former name, as the record says then.
        let versions = try await keeper.copies(of: former, for: name)
        var copies = versions
        do throws(StoreError) {
            if publication.succeeds != nil, let recorded = publication.replaces,
                let edited = try await keeper.keepEdited(
                    former, recordedAs: recorded, asVersionOf: name)
            {
                copies.append(edited)
            }
            try await give(name, to: publication)
        } catch {
            if error.concernsOne { await keeper.takeBack(copies) }
            throw error
        }
        do throws(StoreError) {
            try await keeper.removeOriginals(of: versions)
        } catch  where error.concernsOne {
            // The document has its name and its versions; what stays is there twice.
        }
    }

    private func give(_ name: String, to publication: Publication) async throws(StoreError) {
        let document = publication.document
        let place = try await place(of: document)
        let key = keys.document(name)
        guard let staged = try await send(document) else {
            // Published before the process was killed; what somebody else wrote since is for verification to judge.
            guard let there = try await object(key), !isFormer(there, of: publication) else {
                throw StoreError(.notFound, subject: name, reason: "the stored document is gone")
            }
            return
        }
        do throws(StoreError) {
            try await self.name(staged, from: place, as: publication)
        } catch {
            // A machine that took this one for dead finishes what it had begun, and takes away what was to be copied.
            guard error.code == .notFound, let there = try await object(key),
                Self.isMade(there, document, from: place.token)
            else { throw error }
        }
    }

    /// Whether an object is a document that was made from a token: what its publication makes.
    private static func isMade(_ object: S3Object, _ document: StagedDocument, from token: String) -> Bool {
        S3Note(object)?.isMade(from: token) == true && object.notedDigest == document.digest
    }

    private func name(
        _ staged: S3Object, from place: S3Place, as publication: Publication
    ) async throws(StoreError) {
        let (key, document, token) = (keys.document(publication.name), publication.document, place.token)
        let note = try await self.note(of: staged, for: publication)
        if publication.succeeds == nil, let recorded = publication.replaces, let there = try await object(key)
        {
            if Self.isMade(there, document, from: token) {
                return try await drop(staged, place, unlessAt: key)
            }
            if try await keep(there, of: publication, madeFrom: token, recordedAs: recorded) {
                try await copy(staged, to: key, note.copied(from: token), isNew: false)
            } else {
                try await nameExclusively(publication, staged, place, note.copied(from: token))
            }
        } else {
            try await nameExclusively(publication, staged, place, note.copied(from: token))
        }
        try await drop(staged, place, unlessAt: key)
    }

    /// Whether an object is, by its note, what a publication was to replace.
    private func isFormer(_ object: S3Object, of publication: Publication) -> Bool {
        guard let former = publication.replaces, former != publication.document.digest else { return false }
        return object.notedDigest == former
    }

    /// How often a document is looked at again that others write at the same moment.
    private static let mostLooks = 5

    /// Keeps a document that is about to be replaced, and whatever somebody else writes in its place meanwhile; what another
    /// machine makes from the same token is the publication's own.
    ///
    /// - Returns: whether the name is that of an object still; what it holds is kept.
    /// - Throws: `StoreError`; then it must stay. With `.notFound`, another machine has finished the publication.
    private func keep(
        _ document: S3Object, of publication: Publication, madeFrom token: String,
        recordedAs recorded: ContentDigest
    ) async throws(StoreError) -> Bool {
        var document = document
        for _ in 0..<Self.mostLooks {
            try await keeper.keep(
                document, of: publication.name, recordedAs: recorded, always: publication.keepsReplaced)
            guard let now = try await object(document.key) else { return false }
            if now.state == document.state { return true }
            guard S3Note(now)?.isMade(from: token) != true else {
                throw StoreError(.notFound, subject: document.key, reason: "another machine finished it")
            }
            document = now
        }
        throw StoreError(.nameTaken, subject: document.key, reason: "somebody else keeps writing it")
    }

    /// What is noted of an object under its new name.
    private func note(of staged: S3Object, for publication: Publication) async throws(StoreError) -> S3Note {
        if let note = S3Note(staged) { return note }
        let document = publication.document
        guard publication.moves != nil, let found = try await digest(ofObject: staged.key) else {
            return S3Note(sha256: document.digest.sha256, time: document.fileTime)
        }
        // Somebody else wrote it: it stays what it is, and of the time at which it came.
        return S3Note(sha256: found.sha256, time: staged.fileTime)
    }

    private func nameExclusively(
        _ publication: Publication, _ staged: S3Object, _ place: S3Place, _ note: S3Note
    ) async throws(StoreError) {
        let key = keys.document(publication.name)
        guard staged.key != key else { return }
        do throws(StoreError) {
            return try await copy(staged, to: key, note, isNew: true)
        } catch {
            guard error.code == .nameTaken, let there = try await object(key) else { throw error }
            // A publication that is repeated finds what it made.
            let isOwn = S3Note(there)?.isMade(from: place.token) == true
            let isSame = try await keeper.content(of: there) == publication.document.digest
            guard isSame, isOwn || publication.moves == nil else {
                throw StoreError(
                    .nameTaken, subject: key, reason: "something else took the name \(publication.name)")
            }
        }
    }

    /// Copies within the bucket; where the key must be free, and the service does not heed that, as far as Carrel can tell.
    private func copy(
        _ staged: S3Object, to key: String, _ note: S3Note, isNew: Bool
    ) async throws(StoreError) {
        if isNew, !(try await heedsCopies()), try await object(key) != nil {
            throw StoreError(.nameTaken, subject: key, reason: "something else has this name")
        }
        try await marked(key, if: staged.size > client.copySize) { () async throws(StoreError) in
            try await asking { () async throws(S3Error) in
                try await client.copy(staged, to: key, notes: note.fields, isNew: isNew)
            }
        }
    }

    /// Whether the service keeps a taken key from a copy; asked once.
    private func heedsCopies() async throws(StoreError) -> Bool {
        if let known = knownToHeed.value { return known }
        // A name of its own, whoever else tries something meanwhile.
        let trial = keys.trials(of: try await spool.machineID()) + OwnName.newToken()
        let found = try await asking { () async throws(S3Error) in
            try await client.heedsCopies(tryingWith: trial)
        }
        knownToHeed.withLock { $0 = found }
        return found
    }

    /// Removes what was copied.
    private func drop(_ staged: S3Object, _ place: S3Place, unlessAt key: String) async throws(StoreError) {
        guard staged.key != key else { return }
        sent.withLock { $0[staged.key] = nil }
        // What has a document's name by now may be somebody else's.
        if case .document = place, try await object(staged.key)?.state != staged.state { return }
        do throws(StoreError) {
            try await remove(objects: [staged.key])
        } catch  where error.concernsOne {
            // Of what has no document's name, a recovery removes the rest.
            guard case .document = place, try await object(staged.key) != nil else { return }
            throw error
        }
    }

    /// Moves a document into the quarantine, also one that has a name.
    private func setAside(_ publication: Publication) async throws(StoreError) {
        let name = publication.name
        try OwnName.check(aside: name)
        let key = keys.quarantine + name
        let document = publication.document
        let place = try await place(of: document)
        guard let staged = try await send(document) else {
            guard try await object(key) == nil else { return }
            throw StoreError(.notFound, subject: name, reason: "the stored document is gone")
        }
        if case .document(let name) = place {
            // A damaged document that cannot be read is moved as it is.
            let found = try? await digest(ofObject: staged.key)
            if let found, found != document.digest {
                // Moved before the process was killed: what has the document's name now came after it.
                if let aside = try await object(key), S3Note(aside)?.isMade(from: place.token) == true {
                    return
                }
                throw StoreError(.nameTaken, subject: name, reason: "it has changed since")
            }
        }
        let note = S3Note(sha256: document.digest.sha256, time: document.fileTime, source: place.token)
        do throws(StoreError) {
            try await copy(staged, to: key, note, isNew: true)
        } catch {
            guard error.code == .nameTaken, let there = try await object(key),
                S3Note(there)?.isMade(from: place.token) == true
            else { throw error }
        }
        try await drop(staged, place, unlessAt: key)
    }
}
