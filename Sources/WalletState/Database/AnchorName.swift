/// The name of an anchor's file in the wallet's folder.
package enum AnchorName: String, CaseIterable, Sendable {
    /// The protected records' anchor.
    case records = "anchor"
    /// The activity log's anchor.
    case activity = "activity-anchor"
}
