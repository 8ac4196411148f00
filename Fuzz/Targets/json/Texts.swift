import JSONRPC

/// The JSON reader and the message reader: what they take they write again as the same, and what they refuse they place.
enum Texts {
    static func check(_ input: [UInt8]) -> Interest {
        checkValue(input)
        checkMessage(input)
        return .keep
    }

    private static func checkValue(_ input: [UInt8]) {
        let value: JSON
        do throws(JSONError) {
            value = try JSON(parsing: JSONSource(input))
        } catch {
            promise((0...input.count).contains(error.offset), "an error stands within the text")
            let isUTF8 = String(validating: input, as: UTF8.self) != nil
            promise(error.code != .utf8 || !isUTF8, "what is UTF-8 isn't refused for not being it")
            return
        }
        promise(String(validating: input, as: UTF8.self) != nil, "what is taken is UTF-8")
        promise(depth(of: value) <= JSON.maximumDepth, "what is taken isn't deeper than it may be")
        let written = value.serialized()
        promise(try same(JSON(parsing: JSONSource(written)), value), "what is written is read as the same")
        promise(try JSON(parsing: JSONSource(written)).serialized() == written, "there is one spelling")
        let sorted = value.serialized(sortedKeys: true)
        promise(try same(JSON(parsing: JSONSource(sorted)), value), "sorting names changes no value")
        forEachValue(of: value) { value in
            if let string = value.string { checkString(string) }
            if let number = value.number { checkNumber(number) }
            if let object = value.object { checkObject(object) }
        }
    }

    private static func checkString(_ string: JSONString) {
        let text = string.string
        promise(string.utf8Count == text.utf8.count, "the count of a string is that of what it says")
        promise(JSONString(text) == string, "a string equals what it says")
        // Every size of buffer up to one that is too large: nothing beside it is written.
        for count in [0, 1, text.utf8.count / 2, text.utf8.count, text.utf8.count + 1] {
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
            defer { buffer.deallocate() }
            let written = string.unescape(into: buffer)
            promise(written <= count && text.utf8.starts(with: buffer.prefix(written)), "a buffer gets the beginning")
            promise(count < text.utf8.count || written == text.utf8.count, "what has room is written whole")
        }
        if let bytes = try? Base64.decode(string) {
            promise(Base64.encode(bytes) == text, "base64 has one spelling")
        }
        if let amount = string.decimal() {
            promise(String(amount) == text, "an amount has one spelling")
        }
    }

    private static func checkNumber(_ number: JSONNumber) {
        // As Swift reads it, which also takes `+1`, `-0` and `007`; the grammar keeps all but `-0` out.
        let plain = number.text == "-0" ? nil : Int(number.text)
        promise(number.int() == plain, "an integer is what Swift reads")
        promise(number.uint64() == (number.text.hasPrefix("-") ? nil : UInt64(number.text)), "so is an unsigned one")
    }

    private static func checkObject(_ object: JSONObject) {
        promise(Set(object.members.map { Array($0.name.string.utf8) }).count == object.count, "a name stands once")
        for member in object.members.prefix(20) {
            promise(object[member.name.string] == member.value, "a member is found by its name")
        }
    }

    private static func checkMessage(_ input: [UInt8]) {
        do throws(RPCFault) {
            let message = try RPCMessage(parsing: JSONSource(input))
            let written =
                switch message {
                case .request(let request): request.serialized()
                case .notification(let notification): notification.serialized()
                case .response(let response): response.serialized()
                }
            promise(try RPCMessage(parsing: JSONSource(written)) == message, "a message is read as it was written")
        } catch {
            let answer = error.response.serialized()
            promise(answer.count < 2000, "the answer to a bad message is short")
            promise(try RPCMessage(parsing: JSONSource(answer)) == .response(error.response), "and it is a message")
        }
    }

    /// Equal, and hashed alike.
    private static func same(_ left: JSON, _ right: JSON) -> Bool {
        left == right && left.hashValue == right.hashValue
    }

    private static func depth(of json: JSON) -> Int {
        switch json {
        case .array(let elements): 1 + (elements.map(depth).max() ?? 0)
        case .object(let object): 1 + (object.members.map { depth(of: $0.value) }.max() ?? 0)
        default: 0
        }
    }

    private static func forEachValue(of json: JSON, _ body: (JSON) -> Void) {
        body(json)
        switch json {
        case .array(let elements): for element in elements { forEachValue(of: element, body) }
        case .object(let object):
            for member in object.members {
                body(.string(member.name))
                forEachValue(of: member.value, body)
            }
        default: break
        }
    }
}
