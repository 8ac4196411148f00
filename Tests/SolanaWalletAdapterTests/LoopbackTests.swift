import Deeplinks
import Foundation
import Glibc
import SolanaTransactions
import SolanaWalletAdapter
import TestSupport
import Testing

/// Callbacks over 127.0.0.1.
struct LoopbackTests {
    private func fetcher(_ opener: any LinkOpening, timeLimit: Duration = .seconds(60)) -> DeeplinkFetcher {
        DeeplinkFetcher(callbacks: .loopback, opener: opener, timeLimit: timeLimit)
    }

    /// Sends text to a port of 127.0.0.1 and gives back all that comes until the other side hangs up, or nil where nobody listens.
    private func send(_ text: String, to port: UInt16, waiting: Bool = true) -> String? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { if waiting { close(descriptor) } }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { return nil }
        _ = Glibc.send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL))
        guard waiting else { return "" }
        var (answer, chunk): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 4096))
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { return String(decoding: answer, as: UTF8.self) }
            answer += chunk[..<count]
        }
    }

    /// The local addresses, in the kernel's spelling, at which somebody listens to a port.
    private func listening(at port: UInt16) throws -> [String] {
        let table = try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)
        let hex = String(port, radix: 16, uppercase: true)
        let zeros = String(repeating: "0", count: 4 - hex.count)
        let suffix = ":\(zeros)\(hex)"
        var found: [String] = []
        for line in table.split(separator: "\n") {
            let fields: [Substring] = line.split(separator: " ")
            // Local address, remote address and state 0A, which is listening.
            if fields.count > 3, fields[1].hasSuffix(suffix), fields[3] == "0A" { found.append(String(fields[1])) }
        }
        return found
    }

    /// What stands in a redirect link: the port and the path.
    private func parts(_ redirect: String) throws -> (port: UInt16, path: String) {
        let rest = try #require(redirect.hasPrefix("http://127.0.0.1:") ? redirect.dropFirst(17) : nil)
        let halves = rest.split(separator: "/", maxSplits: 1)
        return (try #require(UInt16(halves[0])), "/" + halves[1])
    }

    private func get(_ target: String, port: UInt16, host: String? = nil) -> String {
        "GET \(target) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\nAccept: */*\r\n\r\n"
    }

    @Test func `a wallet answers over 127.0.0.1 to an app without a scheme`() async throws {
        let peer = try StandInWallet()
        let context = DeeplinkContext(app: DeeplinkWalletTests.app, cluster: .devnet, fetcher: fetcher(peer))
        let wallet = BackpackWallet(context)
        let connection = try await wallet.connect()
        _ = try await wallet.signMessage("text", over: connection)
        try await wallet.disconnect(connection)
        #expect(await context.fetcher.waitingCount == 0)
    }

    @Test func `only the one path of this request counts, and once it came nobody listens`() async throws {
        let opener = HeldLinks()
        let fetcher = fetcher(opener)
        async let callback = fetcher.fetch { $0 }
        try await opener.wait(for: 1)
        let (port, path) = try parts(opener.all[0])
        #expect(send(get("/", port: port), to: port)?.hasPrefix("HTTP/1.1 404 ") == true)
        #expect(send(get("/favicon.ico", port: port), to: port)?.hasPrefix("HTTP/1.1 404 ") == true)
        #expect(send(get(path + "x?data=1", port: port), to: port)?.hasPrefix("HTTP/1.1 404 ") == true)
        #expect(send(get(path + "/?data=1", port: port), to: port)?.hasPrefix("HTTP/1.1 404 ") == true)
        // A page whose name was made to lead here sends that name.
        #expect(send(get(path, port: port, host: "evil.example"), to: port)?.hasPrefix("HTTP/1.1 400 ") == true)
        #expect(send(get(path, port: port, host: "127.0.0.1"), to: port)?.hasPrefix("HTTP/1.1 400 ") == true)
        #expect(send("GET \(path) HTTP/1.1\r\n\r\n", to: port)?.hasPrefix("HTTP/1.1 400 ") == true)
        #expect(send("nonsense\r\n\r\n", to: port)?.hasPrefix("HTTP/1.1 400 ") == true)
        let post = "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
        #expect(send(post, to: port)?.hasPrefix("HTTP/1.1 405 ") == true)

        let page = try #require(send(get(path + "?data=1", port: port), to: port))
        #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(page.contains("Content-Security-Policy: default-src 'none'"))
        #expect(page.contains("Referrer-Policy: no-referrer"))
        #expect(try await callback.link == opener.all[0] + "?data=1")
        try await eventually { send(get(path, port: port), to: port) == nil }
    }

    @Test func `connections that say nothing, or little by little, keep no callback out`() async throws {
        let opener = HeldLinks()
        let fetcher = fetcher(opener)
        async let callback = fetcher.fetch { $0 }
        try await opener.wait(for: 1)
        let (port, path) = try parts(opener.all[0])
        for _ in 0..<40 { _ = send("GET / HT", to: port, waiting: false) }
        let page = send(get(path, port: port), to: port)
        #expect(page?.hasPrefix("HTTP/1.1 200 OK") == true)
        _ = try await callback
    }

    @Test func `a request without end is cut off`() async throws {
        let opener = HeldLinks()
        let fetcher = fetcher(opener)
        let task = Task { try await fetcher.fetch { $0 } }
        try await opener.wait(for: 1)
        let (port, path) = try parts(opener.all[0])
        let answer = send("GET \(path)?\(String(repeating: "x", count: 300_000))", to: port)
        #expect(answer?.hasPrefix("HTTP/1.1 414 ") == true || answer == "")
        #expect(send(get(path, port: port), to: port)?.hasPrefix("HTTP/1.1 200 OK") == true)
        _ = try await task.value
    }

    @Test func `the longest answer that a wallet may give arrives whole`() async throws {
        let opener = HeldLinks()
        let fetcher = fetcher(opener)
        let task = Task { try await fetcher.fetch { $0 } }
        try await opener.wait(for: 1)
        let (port, path) = try parts(opener.all[0])
        let target = path + "?data=" + String(repeating: "z", count: 130_000)
        #expect(send(get(target, port: port), to: port)?.hasPrefix("HTTP/1.1 200 OK") == true)
        #expect(try await task.value.link.utf8.count > 130_000)
    }

    @Test func `when the time is over or the caller gone, nobody listens`() async throws {
        let opener = HeldLinks()
        let short = fetcher(opener, timeLimit: .milliseconds(50))
        #expect(await fault { () throws(WalletAdapterError) in try await short.fetch { $0 } } == .timedOut)
        let long = fetcher(opener)
        let task = Task { await fault { () throws(WalletAdapterError) in try await long.fetch { $0 } } }
        try await opener.wait(for: 2)
        task.cancel()
        #expect(await task.value == .cancelled)
        for redirect in opener.all {
            let (port, _) = try parts(redirect)
            // Without a connection, which might be what wakes it.
            try await eventually { (try? listening(at: port).isEmpty) == true }
        }
    }

    @Test func `a listener is on 127.0.0.1 alone`() async throws {
        let opener = HeldLinks()
        let fetcher = fetcher(opener)
        let task = Task { await fault { () throws(WalletAdapterError) in try await fetcher.fetch { $0 } } }
        try await opener.wait(for: 1)
        let (port, _) = try parts(opener.all[0])
        let addresses = try listening(at: port)
        #expect(addresses.count == 1)
        #expect(addresses.first?.hasPrefix("0100007F:") == true)
        task.cancel()
        _ = await task.value
    }
}
