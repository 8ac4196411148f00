/// One client's connection to the agent, numbered in the order of arrival and never used twice in a run.
public struct ConnectionID: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let number: UInt64

    public init(_ number: UInt64) {
        self.number = number
    }

    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }

    public var description: String { "connection \(number)" }
}
