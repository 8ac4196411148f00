/// Questions of tests about a running agent, answered by `/proc`.
///
/// An agent isn't dumpable, so that only root can read its environment and descriptors.
public struct AgentProcess: Sendable, Equatable {
    public let pid: Int32

    public init(pid: Int32) { self.pid = pid }

    public var isRunning: Bool { ScratchHome.isRunning(pid) }

    /// Its variables as `NAME=value`, or nil where they can't be read.
    public var environment: Set<String>? {
        SystemFile.read("/proc/\(pid)/environ").map { bytes in
            Set(bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
        }
    }

    /// What its descriptors lead to, by their numbers; nil where that can't be read.
    public var descriptors: [Int: String]? {
        let folder = "/proc/\(pid)/fd"
        let names = SystemFile.names(in: folder)
        if names.isEmpty { return nil }
        var descriptors: [Int: String] = [:]
        for name in names { descriptors[Int(name) ?? -1] = SystemFile.linkTarget(folder + "/" + name) }
        return descriptors
    }

    public var workingFolder: String? { SystemFile.linkTarget("/proc/\(pid)/cwd") }

    /// Its resident memory in bytes (`VmRSS`); nil where it has ended.
    public var memory: Int? { status("VmRSS").flatMap { Int($0.prefix { $0 != " " }) }.map { $0 * 1024 } }

    /// The processor time it has used, in seconds.
    public var processorTime: Double? {
        guard let text = SystemFile.read("/proc/\(pid)/stat") else { return nil }
        let fields = String(decoding: text, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return nil }
        return (user + system) / 100
    }

    /// A line of `/proc/PID/status` without its name.
    public func status(_ name: String) -> String? { line("/proc/\(pid)/status", name + ":") }

    /// A line of `/proc/PID/limits` without its name.
    public func limit(_ name: String) -> String? { line("/proc/\(pid)/limits", name) }

    private func line(_ path: String, _ name: String) -> String? {
        let text = String(decoding: SystemFile.read(path) ?? [], as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
        return line.map { $0.dropFirst(name.count).split { $0 == " " || $0 == "\t" }.joined(separator: " ") }
    }
}
