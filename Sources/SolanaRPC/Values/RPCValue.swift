import Base58
public import JSONRPC
public import SolanaTransactions

/// A piece of a node's answer, with its path. Each reading names the type that it expects; if the value has another, the answer doesn't count.
///
/// Numbers are read as integers from their text and never pass through a floating-point number.
public struct RPCValue: Sendable {
    public let json: JSON
    private let method: String
    private let path: String

    /// Begins to read an answer.
    ///
    /// - Parameter method: The method that gave the answer.
    public init(_ json: JSON, method: String) {
        self.init(json, method: method, path: "")
    }

    private init(_ json: JSON, method: String, path: String) {
        self.json = json
        self.method = method
        self.path = path
    }

    /// The error to throw if the value isn't of the expected type.
    public var fault: SolanaRPCError { .answer(method: method, path: path) }

    /// Returns a required member; `null` counts as present.
    public func member(_ name: String) throws(SolanaRPCError) -> RPCValue {
        guard let value = json[name] else { throw at(name, .null).fault }
        return at(name, value)
    }

    /// Returns a member; nil if it is missing or `null`.
    public func optional(_ name: String) throws(SolanaRPCError) -> RPCValue? {
        guard json.object != nil else { throw fault }
        guard let value = json[name], !value.isNull else { return nil }
        return at(name, value)
    }

    /// The value itself; nil if it is `null`.
    public var unlessNull: RPCValue? { json.isNull ? nil : self }

    /// Returns the elements of an array.
    ///
    /// - Throws: ``fault`` if it isn't one, as the methods below do.
    public func elements() throws(SolanaRPCError) -> [RPCValue] {
        guard let array = json.array else { throw fault }
        return array.enumerated().map { RPCValue($0.element, method: method, path: "\(path)[\($0.offset)]") }
    }

    /// Returns the elements of an array, each read the same way.
    public func map<Element>(
        _ read: (RPCValue) throws(SolanaRPCError) -> Element
    ) throws(SolanaRPCError) -> [Element] {
        var values: [Element] = []
        for element in try elements() { values.append(try read(element)) }
        return values
    }

    /// Returns the members of an object with their names.
    public func members() throws(SolanaRPCError) -> [(name: String, value: RPCValue)] {
        guard let object = json.object else { throw fault }
        return object.members.map { ($0.name.string, at($0.name.string, $0.value)) }
    }

    /// Reads an unsigned integer of 64 bits.
    public func uint64() throws(SolanaRPCError) -> UInt64 {
        guard let value = json.number?.uint64() else { throw fault }
        return value
    }

    /// Reads a signed integer of 64 bits.
    public func int64() throws(SolanaRPCError) -> Int64 {
        guard let value = json.number?.int() else { throw fault }
        return Int64(value)
    }

    /// Reads an unsigned integer of 8 bits.
    public func uint8() throws(SolanaRPCError) -> UInt8 {
        guard let value = UInt8(exactly: try uint64()) else { throw fault }
        return value
    }

    /// Reads an unsigned integer of 32 bits.
    public func uint32() throws(SolanaRPCError) -> UInt32 {
        guard let value = UInt32(exactly: try uint64()) else { throw fault }
        return value
    }

    /// Reads a u64 that the node writes as a string, as it does with token amounts.
    public func decimal() throws(SolanaRPCError) -> UInt64 {
        let text = try text()
        guard let value = UInt64(text), String(value) == text else { throw fault }
        return value
    }

    /// Returns the text of a number with a fraction.
    public func numberText() throws(SolanaRPCError) -> String {
        guard let text = json.number?.text else { throw fault }
        return text
    }

    /// Reads a Boolean.
    public func bool() throws(SolanaRPCError) -> Bool {
        guard let value = json.bool else { throw fault }
        return value
    }

    /// Reads a string.
    public func text() throws(SolanaRPCError) -> String {
        guard let value = json.text else { throw fault }
        return value
    }

    /// Reads an address in base58, 32 bytes.
    public func publicKey() throws(SolanaRPCError) -> PublicKey { try bytes() }

    /// Reads a blockhash in base58, 32 bytes.
    public func blockhash() throws(SolanaRPCError) -> Blockhash { try bytes() }

    /// Reads a signature in base58, 64 bytes.
    public func signature() throws(SolanaRPCError) -> Signature { try bytes() }

    /// Reads bytes as the node writes them: `[TEXT, "base64"]`.
    public func encodedBytes() throws(SolanaRPCError) -> [UInt8] {
        let parts = try elements()
        guard parts.count == 2, try parts[1].text() == "base64", let string = parts[0].json.string,
            let bytes = try? Base64.decode(string)
        else { throw fault }
        return bytes
    }

    private func bytes<Value: FixedBytes>() throws(SolanaRPCError) -> Value {
        guard let value = try? Value(base58: try text()) else { throw fault }
        return value
    }

    private func at(_ name: String, _ value: JSON) -> RPCValue {
        RPCValue(value, method: method, path: path.isEmpty ? name : "\(path).\(name)")
    }
}
