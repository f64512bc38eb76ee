import CarrelStages
import Foundation

/// Jobs, receipts and limits as the queue's tables keep them: as JSON.
enum JobText {
    static func write(_ value: some Encodable) throws(StoreError) -> String {
        do {
            return String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
        } catch {
            throw StoreError(.system, subject: "the queue", reason: "a job cannot be written: \(error)")
        }
    }

    static func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws(StoreError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(text.utf8))
        } catch {
            throw StoreError(
                .database, subject: "the queue", reason: "what is in it cannot be read: \(error)",
                remedy: "Use the same version of Carrel on all machines")
        }
    }
}
