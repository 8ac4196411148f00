import JSONRPC
import Wording

/// What one check of `sidekey doctor` found.
struct Diagnosis {
    enum Status: String {
        case ok
        /// It works, but somebody should know.
        case warning
        /// Something doesn't work.
        case failure
    }

    /// A name that scripts may rely on: names are only ever added.
    let id: String
    let status: Status
    let message: String
    let hint: String?

    /// What is as it should be.
    static func ok(_ id: String, _ key: TextKey, _ values: KeyValuePairs<String, String> = [:]) -> Diagnosis {
        Diagnosis(id: id, status: .ok, message: say(key, values), hint: nil)
    }

    /// - Parameter hint: What mends this one; what mends all of its kind where there is none.
    static func warning(
        _ id: String, _ key: TextKey, _ values: KeyValuePairs<String, String> = [:], hint: String? = nil
    ) -> Diagnosis {
        Diagnosis(id: id, status: .warning, message: say(key, values), hint: hint ?? fix(of: key, values))
    }

    /// - Parameter hint: What mends this one; what mends all of its kind where there is none.
    static func failure(
        _ id: String, _ key: TextKey, _ values: KeyValuePairs<String, String> = [:], hint: String? = nil
    ) -> Diagnosis {
        Diagnosis(id: id, status: .failure, message: say(key, values), hint: hint ?? fix(of: key, values))
    }

    private static func fix(of key: TextKey, _ values: KeyValuePairs<String, String>) -> String? {
        key.fix.map { say($0, values) }
    }

    var json: JSON {
        [
            "id": .string(id), "status": .string(status.rawValue), "message": .string(message),
            "hint": hint.map { .string($0) } ?? .null,
        ]
    }

    /// One line, and one for the hint.
    var text: String {
        let mark =
            switch status {
            case .ok: say(.markOK)
            case .warning: say(.markWarning)
            case .failure: say(.markFailure)
            }
        return "\(mark.padded(to: 8)) \(message.visible)\n"
            + (hint.map { "         \(say(.markHint)): \($0.visible)\n" } ?? "")
    }
}
