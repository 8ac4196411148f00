import Foundation
import Sites
import Testing

/// Lists of sites, compiled into a file and asked there.
struct SiteTableTests {
    private let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

    private func table(_ list: String) throws -> (SiteTable, SiteTable.Compiled) {
        let compiled = try #require(SiteTable.compile(Array(list.utf8)))
        try Data(compiled.bytes).write(to: URL(fileURLWithPath: path))
        return (try #require(SiteTable(path: path, digest: compiled.digest)), compiled)
    }

    @Test func `a listed domain stands for every host below it, and for nothing beside it`() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (table, compiled) = try table(
            """
            # a comment
            Bad.Example.com   # the site of a thief
            *.worse.example.net
            203.0.113.7
            worst.io.\r
            worst.io
            xn--raydum-s9a.io

            """)
        #expect(compiled.count == 5 && compiled.skipped == 0 && table.count == 5)
        for host in [
            "bad.example.com", "a.b.bad.example.com", "worse.example.net", "203.0.113.7", "worst.io",
            "app.worst.io", "xn--raydum-s9a.io",
        ] { #expect(table.contains(host: host) == true, "\(host)") }
        for host in ["example.com", "notbad.example.com", "io", "7.203.0.113", "worst.io.example.com", "113.7"] {
            #expect(table.contains(host: host) == false, "\(host)")
        }
    }

    @Test func `lines that name no site are counted, whole public suffixes among them`() throws {
        let compiled = SiteTable.compile(
            Array("bad.example\ngithub.io\nco.uk\nhttps://a.example/x\nlocalhost\nb..example\nрaydium.io\n".utf8))
        #expect(compiled?.count == 1 && compiled?.skipped == 6)
        #expect(SiteTable.compile(Array("github.io\n# nothing\n".utf8)) == nil)
        #expect(SiteTable.compile([]) == nil)
    }

    @Test func `another file than the one that was written isn't asked`() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (_, compiled) = try table("bad.example\n")
        var bytes = compiled.bytes
        bytes[20] ^= 1
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        #expect(SiteTable(path: path, digest: compiled.digest) == nil)
        try FileManager.default.removeItem(atPath: path)
        #expect(SiteTable(path: path, digest: compiled.digest) == nil)
    }

    @Test func `a file that is shortened, written to or removed while it is open says nothing any more`() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (table, _) = try table((0..<1000).map { "site\($0).example" }.joined(separator: "\n"))
        #expect(table.contains(host: "site7.example") == true)
        #expect(table.contains(host: "site7.example.") == true && table.contains(host: "other.example") == false)
        truncate(path, 20)
        #expect(table.contains(host: "site7.example") == nil && table.contains(host: "other.example") == nil)
        let (second, compiled) = try self.table("bad.example\n")
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.seek(toOffset: 17)
        try file.write(contentsOf: [0])
        #expect(second.contains(host: "bad.example") == nil && second.contains(host: "good.example") == nil)
        #expect(compiled.write(to: path))
        let third = try #require(SiteTable(path: path, digest: compiled.digest))
        #expect(third.contains(host: "bad.example") == true)
        try FileManager.default.removeItem(atPath: path)
        #expect(third.contains(host: "bad.example") == nil)
    }

    @Test func `two hundred thousand sites take 1.6 MB, and each is found`() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (table, compiled) = try table((0..<200_000).map { "s\($0).example\n" }.joined())
        #expect(compiled.bytes.count == 16 + 200_000 * 8)
        for number in stride(from: 0, to: 200_000, by: 997) {
            #expect(table.contains(host: "www.s\(number).example") == true)
            #expect(table.contains(host: "t\(number).example") == false)
        }
    }
}
