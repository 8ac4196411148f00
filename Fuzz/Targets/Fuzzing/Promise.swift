import Synchronization

/// The promises that weren't kept; whoever runs the targets says what becomes of them.
public enum BrokenPromises {
    private static let teller = Mutex<@Sendable (String) -> Void> { fatalError($0) }

    /// Has every broken promise told to a function, on whichever thread found it broken.
    public static func tell(_ teller: @escaping @Sendable (String) -> Void) {
        self.teller.withLock { $0 = teller }
    }

    /// Tells that a promise isn't kept.
    public static func add(_ promise: String) {
        let teller = teller.withLock(\.self)
        teller(promise)
    }
}

/// Holds the code to a promise; one that isn't kept is told.
func promise(_ isKept: @autoclosure () throws -> Bool, _ promise: String) {
    let outcome = Result { try isKept() }
    if case .success(true) = outcome { return }
    let cause = if case .failure(let error) = outcome { " (\(error))" } else { "" }
    BrokenPromises.add("promise broken: \(promise)\(cause)")
}
