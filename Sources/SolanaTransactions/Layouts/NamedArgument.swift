/// A value with the name that it has in its program's interface.
public struct NamedArgument: Hashable, Sendable {
    public let name: String
    public let value: ArgumentValue

    public init(_ name: String, _ value: ArgumentValue) {
        self.name = name
        self.value = value
    }
}
