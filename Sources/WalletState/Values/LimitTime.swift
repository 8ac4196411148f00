/// What time it is for limits.
///
/// Two readings, since a clock that is wrong must never give anything back, whichever way it is wrong:
///
/// - `counted` is by what periods are counted. It goes with the monotonic clock while the agent runs, so that a date put forward ends no period, and
///   begins with the later of the date and the last count, so that a date put back ends none either.
/// - `date` is by what limits expire: the latest that any clock has said. A date put back brings nothing back that has expired.
package struct LimitTime: Sendable, Hashable {
    /// Milliseconds, about those since 1970.
    package var counted: Int64
    /// Milliseconds since 1970.
    package var date: Int64

    package init(counted: Int64, date: Int64) {
        self.counted = counted
        self.date = date
    }
}
