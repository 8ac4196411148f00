#if os(Linux)
    import Glibc
    import JSONRPC
    import TestSupport
    import Testing

    @Suite("Secrets in memory", .serialized) struct SecretsInMemoryTests {
        @Test(
            "of a passphrase that was read, moved to wiped memory and let go, no copy is left in the process",
            arguments: [false, true])
        func passphrase(isEscaped: Bool) throws {
            let secret = RandomSecret()
            let text = Pages()
            var count = text.write(#"{"jsonrpc":"2.0","id":"1","method":"vault.unlock","params":{"passphrase":""#)
            count = secret.copy(to: text, at: count)
            if isEscaped { count = text.write(#"\u0021"#, at: count) }
            count = text.write(#""}}"#, at: count)

            let target = Pages()
            do {
                let source = JSONSource(copying: UnsafeRawBufferPointer(rebasing: text.memory.prefix(count)))
                text.wipe()
                #expect(try secret.copies(besides: [text, target]) == 1)
                guard case .request(let request) = try RPCMessage(parsing: source) else {
                    Issue.record("it is no request")
                    return
                }
                var parameters = RPCParameters(request.params)
                let passphrase = try #require(parameters.optionalValue("passphrase")?.string)
                try parameters.finish()
                #expect(passphrase.utf8Count == RandomSecret.count + (isEscaped ? 1 : 0))
                #expect(passphrase.unescape(into: target.memory) == passphrase.utf8Count)
                passphrase.withUTF8 { #expect($0.elementsEqual(target.memory.prefix($0.count))) }
                #expect(passphrase != "something else")
                _ = passphrase.hashValue
                #expect(try secret.copies(besides: [text, target]) == 1)
            }
            #expect(try secret.copies(besides: [text, target]) == 0)
        }

        @Test("the search finds a copy that somebody keeps")
        func control() throws {
            let secret = RandomSecret()
            let kept = Array(secret.pages.memory.prefix(RandomSecret.count))
            #expect(try secret.copies(besides: []) == 1)
            withExtendedLifetime(kept) {}
        }
    }

    /// Memory of its own, far from the heap, whose place is known to the search.
    private final class Pages {
        static let count = 65_536
        let memory: UnsafeMutableRawBufferPointer

        init() {
            let base = mmap(nil, Self.count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            memory = UnsafeMutableRawBufferPointer(start: base, count: Self.count)
        }

        deinit { munmap(memory.baseAddress, memory.count) }

        func write(_ text: StaticString, at start: Int = 0) -> Int {
            let bytes = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
            UnsafeMutableRawBufferPointer(rebasing: memory[start...]).copyMemory(from: bytes)
            return start + bytes.count
        }

        func wipe() { _ = memory.initializeMemory(as: UInt8.self, repeating: 0) }

        /// Returns whether an address lies in these pages.
        func contains(_ address: UInt) -> Bool {
            let start = UInt(bitPattern: memory.baseAddress)
            return address >= start && address < start + UInt(memory.count)
        }
    }

    /// A text that stands nowhere else, and a search for it through the whole of the process's memory.
    private final class RandomSecret {
        static let count = 4000
        /// The search is for what follows from here: freed memory is soon used again, from its front.
        static let tail = 3960
        let pages = Pages()

        init() {
            for index in 0..<Self.count { pages.memory[index] = UInt8.random(in: 0x61...0x7A) }
            // A rare letter makes the search quick.
            pages.memory[Self.tail] = 0x7E
        }

        func copy(to other: Pages, at start: Int) -> Int {
            UnsafeMutableRawBufferPointer(rebasing: other.memory[start...])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: pages.memory.prefix(Self.count)))
            return start + Self.count
        }

        /// The copies of the secret in writable memory, without the original and those in the given pages.
        func copies(besides others: [Pages]) throws -> Int {
            let tail = UnsafeRawBufferPointer(rebasing: pages.memory[Self.tail..<Self.count])
            return try ProcessMemory.addresses(of: tail, pid: getpid())
                .count { address in !(others + [pages]).contains { $0.contains(UInt(address)) } }
        }
    }
#endif
