/// One value in an instruction's data.
public enum ArgumentValue: Hashable, Sendable {
    case unsigned(UInt64)
    case signed(Int64)
    /// A u128, however small its value.
    indirect case wideUnsigned(UInt128)
    /// An i128, however small its value.
    indirect case wideSigned(Int128)
    /// Never NaN.
    case float(Double)
    case bool(Bool)
    case key(PublicKey)
    case text(String)
    case bytes(ByteSlice)
    /// One of the names of a ``FieldType/choice(_:_:)``.
    case choice(String)
    case list([ArgumentValue])
    case record([NamedArgument])
    /// A name of a ``FieldType/variant(_:_:)`` and its value.
    indirect case variant(String, ArgumentValue)
    /// An optional value that is left out.
    case absent
    /// An optional value that is there, if it is optional in itself: `Some(None)` is `.present(.absent)`.
    indirect case present(ArgumentValue)
}

/// A value with the name that it has in its program's interface.
public struct NamedArgument: Hashable, Sendable {
    public let name: String
    public let value: ArgumentValue

    public init(_ name: String, _ value: ArgumentValue) {
        self.name = name
        self.value = value
    }
}

/// A named value in an instruction's data.
public struct Field: Hashable, Sendable {
    public let name: String
    public let type: FieldType

    public init(_ name: String, _ type: FieldType) {
        self.name = name
        self.type = type
    }
}
