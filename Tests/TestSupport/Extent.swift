import Glibc

/// The extent of a run: the usual one, or the whole (`Tests/run whole`).
///
/// The usual run takes a covering part where the whole takes every combination: each case is had once, not each with every other.
public enum Extent {
    public static let isWhole = getenv("SIDEKEY_TESTS").map { String(cString: $0) } == "whole"
}
