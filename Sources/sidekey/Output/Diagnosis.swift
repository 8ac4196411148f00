import JSONRPC
import Wording

/// The finding of one check of `sidekey doctor`.
struct Diagnosis {
    enum Status: String {
        case ok
        /// It works, but the user should know something about it.
        case warning
        /// Something doesn't work.
        case failure
    }

    /// A name that scripts may rely on: names are only ever added.
    let id: String
    let status: Status
    let message: String
    let hint: String?

    /// Returns a finding without a problem.
    static func ok(_ id: String, _ key: TextKey, _ values: KeyValuePairs<String, String> = [:]) -> Diagnosis {
        Diagnosis(id: id, status: .ok, message: say(key, values), hint: nil)
    }

    /// - Parameter hint: The remedy for this finding; nil for the remedy of its kind.
    static func warning(
        _ id: String, _ key: TextKey, _ values: KeyValuePairs<String, String> = [:], hint: String? = nil
    ) -> Diagnosis {
        Diagnosis(id: id, status: .warning, message: say(key, values), hint: hint ?? fix(of: key, values))
    }

    /// - Parameter hint: The remedy for this finding; nil for the remedy of its kind.
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

    /// The finding in one line, and its hint in another.
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
