public import JSONRPC

/// The place where a request is confirmed, and what that takes.
public struct Confirmation: Hashable, Sendable {
    /// The surface that takes the approval.
    public enum Place: String, Hashable, Sendable {
        case popup
        /// Sidekey's own window.
        case window
        /// It can't be approved.
        case none
    }

    /// What an approval takes.
    public enum Act: String, Hashable, Sendable {
        case press
        /// The passphrase, or a passkey.
        case passphrase
    }

    /// The lamports that a browser may approve in 24 hours, unless the user chose another allowance.
    public static let browserAllowance: UInt64 = 100_000_000
    /// The lamports that presses in Sidekey's window may approve in 24 hours, unless the user chose otherwise.
    public static let pressAllowance: UInt64 = 1_000_000_000

    public let place: Place
    /// nil if it can't be approved.
    public let act: Act?

    public init(_ place: Place, by act: Act?) {
        self.place = place
        self.act = place == .none ? nil : act
    }

    /// Tells it for a transaction by the rules that Sidekey begins with, of a site that has signed before and has no budget, with both allowances unused.
    public init(of outflow: TransactionOutflow) {
        // No mint has an amount for presses before the user sets one.
        let takesProof = !outflow.reasons.isDisjoint(with: [.danger, .incomplete, .unbounded, .tokens])
        let act: Act = takesProof || outflow.lamports > Self.pressAllowance ? .passphrase : .press
        if outflow.reasons.contains(.forbidden) {
            self.init(.none, by: nil)
        } else if outflow.reasons.isEmpty, outflow.lamports <= Self.browserAllowance {
            self.init(.popup, by: .press)
        } else {
            self.init(.window, by: act)
        }
    }

    /// `{place: "popup" | "window" | "none", by?: "press" | "passphrase"}`.
    public var json: JSON {
        var json: JSONObject = ["place": .string(JSONString(place.rawValue))]
        json["by"] = act.map { .string(JSONString($0.rawValue)) }
        return .object(json)
    }
}
