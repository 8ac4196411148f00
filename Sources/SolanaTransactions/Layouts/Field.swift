/// A named value in an instruction's data.
public struct Field: Hashable, Sendable {
    public let name: String
    public let type: FieldType

    public init(_ name: String, _ type: FieldType) {
        self.name = name
        self.type = type
    }
}
