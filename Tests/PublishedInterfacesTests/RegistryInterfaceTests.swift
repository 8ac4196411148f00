import Foundation
import ProgramRegistry
import PublishedInterfaces
import SolanaTransactions
import TestSupport
import Testing

/// The registry's interfaces, written as their authors would publish them, against the registry's own table.
@Suite struct RegistryInterfaceTests {
    private struct Published {
        let program: PublicKey
        let form: String
        let instructions: [String]
        let text: [UInt8]

        static func all() throws -> [Published] {
            let lines = try PythonScript("published_interfaces.py").run(["interfaces"])
            return try lines.split(separator: UInt8(ascii: "\n")).map { line in
                let object = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
                return Published(
                    program: try PublicKey(base58: try #require(object["program"] as? String)),
                    form: try #require(object["form"] as? String),
                    instructions: try #require(object["instructions"] as? [String]),
                    text: Array(try #require(object["text"] as? String).utf8))
            }
        }
    }

    @Test func `every interface of the registry is read from what its author would publish as from the table`() throws {
        var counts: [String: Int] = [:]
        for published in try Published.all() {
            let what = "\(published.program) \(published.form)"
            let interface = try PublishedInterface(published.text, of: published.program)
            #expect(interface.form.rawValue == published.form)
            let known = Dictionary(
                ProgramTable.known.layouts(of: published.program).map { ($0.name, $0) }
            ) { first, _ in first }
            let read = Dictionary(
                interface.table.layouts(of: published.program).map { ($0.name, $0) }
            ) { first, _ in first }
            let refused = Dictionary(
                uniqueKeysWithValues: interface.refusals.map { (published.instructions[$0.instruction], $0.error.code) }
            )
            for name in published.instructions {
                if let code = refused[name] {
                    // The registry takes the longest of several that fit; of a stranger's none is taken.
                    #expect(code == .overlap && read[name] == nil, "\(what) \(name) \(code)")
                    continue
                }
                #expect(read[name] != nil && read[name] == known[name], "\(what) \(name)")
                counts[published.form, default: 0] += 1
            }
        }
        #expect(counts["codama", default: 0] > 3_900)
        #expect(counts["anchor", default: 0] > 3_800)
        #expect(counts["anchor-legacy", default: 0] > 3_300)
    }

    @Test func `an interface of 200 KB is read in a moment`() throws {
        let published = try #require(try Published.all().first { (190_000...400_000).contains($0.text.count) })
        let best = try (0..<5).map { _ in
            try ThreadTime.measure { _ = try PublishedInterface(published.text, of: published.program) }
        }.min()
        // Ten times as long as in a release build, since tests may be built without the optimiser.
        #expect(try #require(best) < .milliseconds(200))
    }
}
