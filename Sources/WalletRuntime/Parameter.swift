public import JSONRPC

/// A parameter of a method, or several that make one value: their declaration, and how the value is read.
///
/// ```swift
/// Method(
///     "notes.add", callers: [.commandLine], params: .required("name"), .optional("pinned", .boolean, default: false),
///     result: .object([.required("count", .integer)]), by: NotesModule.add)
///
/// func add(_ call: MethodCall, _ name: String, _ isPinned: Bool) async throws(RPCError) -> JSON
/// ```
public struct Parameter<Value: Sendable>: Sendable {
    /// Reads the value of params whose names and JSON types were checked.
    package typealias Reading =
        @Sendable (_ params: inout RPCParameters, _ scope: ParameterScope) throws(RPCError) -> Value

    /// The members that it reads.
    public let manifests: [ParameterManifest]
    let read: Reading

    /// Declares members and how one value is made of them.
    package init(_ manifests: [ParameterManifest], read: @escaping Reading) {
        self.manifests = manifests
        self.read = read
    }

    /// A member that must be there.
    public static func required(_ name: String, _ form: ParameterForm<Value>) -> Self {
        Self([.required(name, form.type)]) { params, scope throws(RPCError) in
            let value = try form.read(&params, name, scope)
            return try params.required(name, value)
        }
    }

    /// A member that some callers must give, and that is an unknown one for the others.
    public static func required<Given>(
        _ name: String, _ form: ParameterForm<Given>, callers: Set<CallerKind>
    ) -> Self where Value == Given? {
        Self([ParameterManifest(name, form.type, callers: callers)]) { params, scope throws(RPCError) in
            guard callers.contains(scope.caller) else { return nil }
            let value = try form.read(&params, name, scope)
            return try params.required(name, value)
        }
    }

    /// A member that can be left out.
    ///
    /// - Parameter callers: The classes of callers that may give it; `nil` for all.
    public static func optional<Given>(
        _ name: String, _ form: ParameterForm<Given>, callers: Set<CallerKind>? = nil
    ) -> Self where Value == Given? {
        Self([.optional(name, form.type, callers: callers)]) { params, scope throws(RPCError) in
            guard callers?.contains(scope.caller) ?? true else { return nil }
            return try form.read(&params, name, scope)
        }
    }

    /// A member that has a value of its own if it is left out.
    ///
    /// - Parameter callers: The classes of callers that may give it; `nil` for all.
    public static func optional(
        _ name: String, _ form: ParameterForm<Value>, default value: Value, callers: Set<CallerKind>? = nil
    ) -> Self {
        let given = Parameter<Value?>.optional(name, form, callers: callers)
        return Self(given.manifests) { params, scope throws(RPCError) in
            try given.read(&params, scope) ?? value
        }
    }

    /// Several parameters that make one value.
    public static func combining<each Part: Sendable>(
        _ parts: repeat Parameter<each Part>,
        make: @escaping @Sendable (repeat each Part) throws(RPCError) -> Value
    ) -> Self {
        var manifests: [ParameterManifest] = []
        for part in repeat each parts { manifests += part.manifests }
        return Self(manifests) { [parts = (repeat each parts)] params, scope throws(RPCError) in
            try make(repeat (each parts).read(&params, scope))
        }
    }
}

extension Parameter where Value == String {
    /// A string that must be there.
    public static func required(_ name: String) -> Self { .required(name, .text) }
}

extension Parameter where Value == String? {
    /// A string that can be left out.
    public static func optional(_ name: String, callers: Set<CallerKind>? = nil) -> Self {
        .optional(name, .text, callers: callers)
    }
}

/// The place from which a parameter is read.
package struct ParameterScope: Sendable {
    let caller: CallerKind
    /// The name of the object whose member is read, with those around it: `unlock.passkey`; nil for a parameter itself.
    let object: String?

    func path(_ name: String) -> String { object.map { "\($0).\(name)" } ?? name }
}

/// The form of a parameter's value: its type in the manifest, and how it is read.
public struct ParameterForm<Value: Sendable>: Sendable {
    let type: ValueType
    let read:
        @Sendable (_ params: inout RPCParameters, _ name: String, _ scope: ParameterScope) throws(RPCError) -> Value?

    private init(
        _ type: ValueType,
        read: @escaping @Sendable (inout RPCParameters, String, ParameterScope) throws(RPCError) -> Value?
    ) {
        self.type = type
        self.read = read
    }

    /// The form of a value that is made of this one.
    ///
    /// - Parameter make: Gets the value and the parameter's name. It throws -32602 with `param-value`.
    public func map<Other: Sendable>(
        _ make: @escaping @Sendable (_ value: Value, _ name: String) throws(RPCError) -> Other
    ) -> ParameterForm<Other> {
        ParameterForm<Other>(type) { params, name, scope throws(RPCError) in
            guard let value = try read(&params, name, scope) else { return nil }
            return try make(value, name)
        }
    }

    /// The same form, listed with another type in the manifest.
    package func listed(as type: ValueType) -> Self { Self(type, read: read) }
}

extension ParameterForm where Value == String {
    /// A string.
    public static var text: Self { text() }

    /// A string.
    ///
    /// - Parameter maximumCount: The maximum length in bytes of UTF-8.
    public static func text(maximumCount: Int = .max) -> Self {
        Self(.string) { params, name, _ throws(RPCError) in
            try params.optionalString(name, maximumCount: maximumCount)
        }
    }
}

extension ParameterForm where Value == Int {
    /// An integer below 2^53 on either side of zero.
    public static var integer: Self { integer(in: RPCParameters.safeIntegers) }

    /// An integer from a range.
    public static func integer(in range: ClosedRange<Int>) -> Self {
        Self(.integer) { params, name, _ throws(RPCError) in try params.optionalInt(name, in: range) }
    }
}

extension ParameterForm where Value == Bool {
    /// A Boolean.
    public static var boolean: Self {
        Self(.boolean) { params, name, _ throws(RPCError) in try params.optionalBool(name) }
    }
}

extension ParameterForm where Value == UInt64 {
    /// An unsigned integer of 64 bits, as a string of decimal digits.
    public static var u64: Self {
        Self(.u64) { params, name, _ throws(RPCError) in try params.optionalUInt64(name) }
    }
}

extension ParameterForm where Value == [UInt8] {
    /// Bytes in canonical base64.
    public static var base64: Self {
        Self(.base64) { params, name, _ throws(RPCError) in try params.optionalBase64(name) }
    }
}

extension ParameterForm where Value == [[UInt8]] {
    /// A list of bytes, each in canonical base64.
    public static var base64s: Self {
        Self(.list(.base64)) { params, name, _ throws(RPCError) in
            params.contains(name) ? try params.base64s(name) : nil
        }
    }
}

extension ParameterForm where Value == [String] {
    /// A list of strings.
    public static var texts: Self {
        Self(.list(.string)) { params, name, _ throws(RPCError) in try params.optionalStrings(name) }
    }
}

extension ParameterForm where Value == [JSON] {
    /// A list of any values.
    public static var array: Self {
        Self(.list(.any)) { params, name, _ throws(RPCError) in try params.optionalArray(name) }
    }
}

extension ParameterForm where Value == JSONObject {
    /// An object whose members aren't declared.
    public static var anyObject: Self {
        Self(.anyObject) { params, name, _ throws(RPCError) in try params.optionalObject(name) }
    }
}

extension ParameterForm where Value == SealedParameter {
    /// A secret that is sealed to the connection's key.
    public static var sealed: Self {
        Self(.sealed) { params, name, scope throws(RPCError) in try params.optionalSealed(name, in: scope.object) }
    }
}

extension ParameterForm {
    /// An object with these members and no others.
    public static func object<each Part: Sendable>(
        _ parts: repeat Parameter<each Part>,
        make: @escaping @Sendable (repeat each Part) throws(RPCError) -> Value
    ) -> Self {
        let whole = Parameter<Value>.combining(repeat each parts, make: make)
        return Self(.object(whole.manifests)) { params, name, scope throws(RPCError) in
            guard let object = try params.optionalObject(name) else { return nil }
            var members = RPCParameters(object)
            let value = try whole.read(&members, ParameterScope(caller: scope.caller, object: scope.path(name)))
            try members.finish()
            return value
        }
    }
}

extension ParameterForm where Value: RawRepresentable<String> & CaseIterable {
    /// One of the words that stand for the values of an enumeration.
    public static var word: Self {
        Self(.word(Value.allCases.map(\.rawValue))) { params, name, _ throws(RPCError) in
            guard let text = try params.optionalString(name) else { return nil }
            guard let value = Value(rawValue: text) else { throw .parameter(name, "no such value of \(name)") }
            return value
        }
    }
}
