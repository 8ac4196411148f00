extension Duration {
    /// Whole milliseconds, rounded down and never negative.
    package var milliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let whole = seconds.multipliedReportingOverflow(by: 1000)
        return whole.overflow ? .max : Int(whole.partialValue) + Int(attoseconds / 1_000_000_000_000_000)
    }

    /// Whole microseconds, rounded down and never negative.
    package var microseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let whole = seconds.multipliedReportingOverflow(by: 1_000_000)
        return whole.overflow ? .max : Int(whole.partialValue) + Int(attoseconds / 1_000_000_000_000)
    }
}
