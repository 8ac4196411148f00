/// A JSON object: members in their original order, each name once.
///
/// Names are compared by their decoded UTF-8 bytes. Equality of objects ignores the order.
public struct JSONObject: Sendable {
    /// One member of an object.
    public struct Member: Sendable {
        /// The name, decoded only when asked for.
        public let name: JSONString
        /// The value.
        public fileprivate(set) var value: JSON
    }

    /// The members in their order.
    public private(set) var members: [Member]

    /// Creates an object without members.
    public init() {
        members = []
    }

    /// Creates an object from members whose names the caller knows to differ.
    init(distinct members: [Member]) {
        self.members = members
    }

    /// The number of members.
    public var count: Int { members.count }

    /// True if there are no members.
    public var isEmpty: Bool { members.isEmpty }

    /// The names in their order.
    public var names: [String] { members.map(\.name.string) }

    /// The value of a member; setting `nil` removes it, setting a new name appends it.
    public subscript(name: String) -> JSON? {
        get { index(of: name).map { members[$0].value } }
        set { self[JSONString(name)] = newValue }
    }

    /// The value of a member; setting `nil` removes it, setting a new name appends it.
    public subscript(name: JSONString) -> JSON? {
        get { index(of: name).map { members[$0].value } }
        set {
            switch (index(of: name), newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(name: name, value: value))
            case (nil, nil): break
            }
        }
    }

    /// Returns the index of the member with this name; nil if there is none.
    func index(of name: JSONString) -> Int? {
        name.withUTF8 { index(of: $0) }
    }

    /// Returns the index of the member with this name; nil if there is none.
    func index(of name: String) -> Int? {
        var name = name
        return name.withUTF8 { index(of: UnsafeRawBufferPointer($0)) }
    }

    private func index(of name: UnsafeRawBufferPointer) -> Int? {
        for index in members.indices where members[index].name.equals(name) { return index }
        return nil
    }
}

extension JSONObject: Hashable {
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.count == right.count else { return false }
        let others = Dictionary(right.members.map { ($0.name, $0.value) }) { first, _ in first }
        return left.members.allSatisfy { others[$0.name] == $0.value }
    }

    public func hash(into hasher: inout Hasher) {
        // The sum of the members' hashes is the same for every order.
        var sum = 0
        for member in members {
            var one = Hasher()
            one.combine(member.name)
            one.combine(member.value)
            sum &+= one.finalize()
        }
        hasher.combine(sum)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object from a literal. A duplicate name has its last value.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self.init()
        for (name, value) in elements {
            self[name] = value
        }
    }
}
