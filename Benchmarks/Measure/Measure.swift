import JSONRPC

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// `sidekey-measure`: times parts of the wallet inside one process, for `Benchmarks/run`.
///
/// It is told on standard input what to do how often, a line each, and answers every line with one line: the
/// nanoseconds that took, or what the workload says there. So the caller can let a peer have its turn in between.
@main enum Measure {
    static func main() async {
        do {
            try await serve()
        } catch {
            let line = Array("sidekey-measure: error: \(error)\n".utf8)
            _ = write(2, line, line.count)
            exit(1)
        }
    }

    private static func serve() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        var workload: any Workload
        switch (arguments.first, arguments.count) {
        case ("codecs", 2): workload = try Codecs(inputs: arguments[1])
        case ("reviewing", 2): workload = try Reviewing(inputs: arguments[1])
        case ("signing", 2): workload = try await Signing(folder: arguments[1])
        case ("growth", 2): workload = try await Growth(folder: arguments[1])
        case ("unlocking", 2): workload = try await Unlocking(folder: arguments[1])
        case ("history", 2): workload = try await HistoryPages(folder: arguments[1])
        case ("sending", 3): workload = try await Sending(url: arguments[1], folder: arguments[2])
        default:
            throw MeasureError(
                """
                sidekey-measure codecs FILE | reviewing FILE | signing FOLDER | growth FOLDER | unlocking FOLDER | \
                history FOLDER | sending URL FOLDER
                """)
        }
        answer("ready")
        while let line = readLine() {
            let words = line.split(separator: " ")
            guard words.count == 2, let count = Int(words[1]), count > 0 else { throw MeasureError("NAME COUNT") }
            answer(try await workload.run(String(words[0]), count: count))
        }
    }

    private static func answer(_ line: String) {
        // Standard output is a pipe, and print would keep the line in a buffer.
        let bytes = Array("\(line)\n".utf8)
        _ = write(1, bytes, bytes.count)
    }
}

/// Something that can be done often and timed.
protocol Workload {
    /// Does the named thing `count` times; returns the line that answers.
    mutating func run(_ name: String, count: Int) async throws -> String
}

struct MeasureError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    static func refused(_ method: String, _ answer: JSON) -> MeasureError {
        MeasureError("\(method) was answered \(String(decoding: answer.serialized(), as: UTF8.self))")
    }
}

extension Duration {
    var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
