/// One value that an instruction's data says.
public enum ArgumentValue: Hashable, Sendable {
    case unsigned(UInt64)
    case signed(Int64)
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
    /// A name of a ``FieldType/variant(_:)`` and what comes with it.
    indirect case variant(String, ArgumentValue)
    /// An optional value that is left out.
    case absent
}
