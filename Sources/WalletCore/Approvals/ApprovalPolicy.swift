/// Where a request may be decided.
public enum ApprovalDecision: String, Sendable, Hashable {
    /// In the extension's approval window or popup, or natively.
    case popup
    /// Outside the browser only.
    case native
    /// Nowhere: it is refused on arrival.
    case refuse
}

/// Decides for each request where it may be approved.
///
/// This is the seam for the policy of the issue on keys (allowance, rules, native prompts). Until then the wallet has
/// one setting for all requests, and the command line is the only surface outside the browser.
public struct ApprovalPolicy: Sendable {
    public enum Setting: String, Sendable {
        case popup
        case native
    }

    public var setting: Setting

    public init(setting: Setting = .popup) {
        self.setting = setting
    }

    public func decision(for content: RequestContent, review: RequestReview) -> ApprovalDecision {
        switch setting {
        case .popup: .popup
        case .native: .native
        }
    }
}
