/// Why a test could not go on: a deadline that passed, a process that ended, a call of the system that failed.
public struct TestFault: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }

    static func system(_ call: String, _ number: Int32) -> TestFault {
        TestFault("\(call) failed with errno \(number)")
    }
}
