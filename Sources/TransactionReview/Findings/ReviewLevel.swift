/// How much a finding weighs, the lightest first.
public enum ReviewLevel: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Worth knowing.
    case info
    /// Unusual, or more than it seems.
    case warning
    /// May cost the user what he didn't mean to give; takes a second, deliberate act.
    case danger
    /// What nobody should sign; can't be approved.
    case forbidden

    public static func < (one: ReviewLevel, other: ReviewLevel) -> Bool {
        one.weight < other.weight
    }

    private var weight: Int {
        switch self {
        case .info: 0
        case .warning: 1
        case .danger: 2
        case .forbidden: 3
        }
    }
}
