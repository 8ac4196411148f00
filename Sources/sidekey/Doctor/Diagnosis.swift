import JSONRPC
import Localization

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

    static func ok(_ id: String, _ message: String) -> Diagnosis {
        Diagnosis(id: id, status: .ok, message: message, hint: nil)
    }

    static func warning(_ id: String, _ message: String, hint: String?) -> Diagnosis {
        Diagnosis(id: id, status: .warning, message: message, hint: hint)
    }

    static func failure(_ id: String, _ message: String, hint: String?) -> Diagnosis {
        Diagnosis(id: id, status: .failure, message: message, hint: hint)
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
