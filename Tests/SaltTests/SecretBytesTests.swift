import Foundation
import Salt
import Testing

struct SecretBytesTests {
    /// So that tasks can share a secret.
    final class Shared: Sendable {
        let secret: SecretBytes
        init(_ bytes: [UInt8]) { secret = SecretBytes(copying: bytes) }
    }

    struct Refused: Error {}

    @Test func `bytes come back as they went in`() {
        let secret = SecretBytes(copying: [1, 2, 3])
        #expect(secret.count == 3)
        #expect(secret.disclosed() == [1, 2, 3])
        #expect(secret.clone().disclosed() == [1, 2, 3])
        #expect(secret.slice(1..<3).disclosed() == [2, 3])
        #expect(SecretBytes(count: 4) { _ in }.disclosed() == [0, 0, 0, 0])
    }

    @Test func `no bytes are a secret too`() {
        let secret = SecretBytes(copying: [])
        #expect(secret.count == 0)
        #expect(secret.withBytes { $0.count } == 0)
        let same = secret.isEqual(to: SecretBytes(count: 0) { _ in })
        #expect(same)
    }

    @Test func `fewer bytes than the capacity may be written`() {
        let secret = SecretBytes(capacity: 100) { buffer in
            buffer.copyBytes(from: [7, 8])
            return 2
        }
        #expect(secret.disclosed() == [7, 8])
    }

    @Test func `an error while filling comes through`() {
        #expect(throws: Refused.self) {
            _ = try SecretBytes(count: 8) { _ throws(Refused) in throw Refused() }
        }
    }

    @Test func `what was moved in is wiped`() {
        var bytes: [UInt8] = [1, 2, 3]
        let secret = SecretBytes(copyingAndWiping: &bytes)
        #expect(bytes == [0, 0, 0])
        #expect(secret.disclosed() == [1, 2, 3])
    }

    @Test(arguments: [[1, 2, 3], [1, 2, 4], [1, 2], [1, 2, 3, 0], []] as [[UInt8]])
    func `equality is by bytes`(_ bytes: [UInt8]) {
        let secret = SecretBytes(copying: [1, 2, 3])
        #expect(secret.isEqual(to: bytes) == (bytes == [1, 2, 3]))
        let same = secret.isEqual(to: SecretBytes(copying: bytes))
        #expect(same == (bytes == [1, 2, 3]))
    }

    @Test func `random secrets differ`() {
        let same = SecretBytes.random(count: 32).isEqual(to: SecretBytes.random(count: 32))
        #expect(!same)
    }

    @Test func `the memory can be locked here`() {
        #expect(SecretBytes.memoryLocked)
    }

    #if os(Linux)
        @Test func `the page is readable while it is used and closed before and after`() throws {
            let secret = SecretBytes(copying: [1, 2, 3])
            let address = secret.withBytes { UInt(bitPattern: $0.baseAddress) }
            #expect(try protection(of: address) == "---")
            let inside = try secret.withBytes { _ in try protection(of: address) }
            #expect(inside == "r--")
            #expect(try protection(of: address) == "---")
        }

        @Test func `the page is closed after an error in its use`() throws {
            let secret = SecretBytes(copying: [1, 2, 3])
            let address = secret.withBytes { UInt(bitPattern: $0.baseAddress) }
            #expect(throws: Refused.self) { try secret.withBytes { _ throws(Refused) in throw Refused() } }
            #expect(try protection(of: address) == "---")
        }

        @Test func `a use within a use neither crashes nor leaves the page open`() throws {
            let secret = SecretBytes(copying: [1, 2, 3])
            let address = secret.withBytes { UInt(bitPattern: $0.baseAddress) }
            let (between, sums) = try secret.withBytes { outer in
                let inner = secret.withBytes { $0.reduce(0, +) }
                return (try protection(of: address), [inner, outer.reduce(0, +)])
            }
            #expect(between == "r--")
            #expect(sums == [6, 6])
            #expect(try protection(of: address) == "---")
        }

        @Test func `many tasks at once neither crash nor leave the page open`() async throws {
            let shared = Shared([1, 2, 3])
            let address = shared.secret.withBytes { UInt(bitPattern: $0.baseAddress) }
            let sum = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        (0..<20_000).reduce(0) { sum, _ in
                            sum + shared.secret.withBytes { bytes in bytes.reduce(0) { $0 + Int($1) } }
                        }
                    }
                }
                return await group.reduce(0, +)
            }
            #expect(sum == 8 * 20_000 * 6)
            #expect(try protection(of: address) == "---")
        }

        /// What `/proc/self/maps` says of the page: `r--`, `---`.
        private func protection(of address: UInt) throws -> String {
            // A file of /proc has no size, so it is read to its end.
            let maps = try #require(try FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd())
            for line in String(decoding: maps, as: UTF8.self).split(separator: "\n") {
                let fields = line.split(separator: " ")
                let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
                if bounds.count == 2, bounds[0] <= address, address < bounds[1] { return String(fields[1].prefix(3)) }
            }
            return "unmapped"
        }
    #endif
}
