public import AgentSocket

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The `sidekey-picture` program, of which each picture gets one of its own.
public struct PictureProgram: Sendable, Hashable {
    private let program: ChildProgram

    /// - Parameters:
    ///   - path: its absolute path.
    ///   - limit: the time limit for one picture.
    public init(path: String, limit: Duration = Self.limit) {
        program = ChildProgram(path: path, limit: limit)
    }

    private init(_ program: ChildProgram) {
        self.program = program
    }

    /// Its absolute path.
    public var path: String { program.path }

    /// The time limit for one picture.
    public static let limit = Duration.seconds(20)

    /// Returns the one in the folder of the running program.
    ///
    /// - Throws: `system`.
    public static func besideThisProgram() throws(AgentSocketError) -> PictureProgram {
        PictureProgram(try .beside(thisProgram: "sidekey-picture", limit: limit))
    }

    /// Has a file decoded, at most ``Picture/mostSide`` pixels a side.
    ///
    /// - Parameter file: At most ``PicturePipe/mostBytes``.
    /// - Throws: The reason there is no picture; `failed` too if the task is cancelled.
    public func decode(_ file: [UInt8]) async throws(PictureFault) -> Picture {
        guard file.count <= PicturePipe.mostBytes else { throw .tooLarge }
        guard !file.isEmpty else { throw .kind }
        let input = PicturePipe.header(count: file.count) + file
        let answer = try await program.run(else: PictureFault.failed) { pipes throws(PictureFault) in
            try Self.exchange(input, pipes)
        }
        return try PicturePipe.picture(answer)
    }

    /// Writes the file and reads the answer up to its end.
    ///
    /// - Throws: `failed` if the answer doesn't come, comes too late, or is too long.
    private static func exchange(_ input: [UInt8], _ pipes: ChildPipes) throws(PictureFault) -> [UInt8] {
        var written = 0
        var answer: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while ContinuousClock.now < pipes.deadline, !pipes.isCancelled {
            var entries = [
                pollfd(fd: pipes.output, events: Int16(POLLIN), revents: 0),
                pollfd(fd: written < input.count ? pipes.input : -1, events: Int16(POLLOUT), revents: 0),
            ]
            guard poll(&entries, 2, ChildPipes.step) >= 0 || errno == EINTR else { throw .failed }
            if entries[1].revents != 0 {
                let count = input.withUnsafeBytes { bytes in
                    write(pipes.input, bytes.baseAddress.map { $0 + written }, bytes.count - written)
                }
                if count > 0 { written += count }
                // It may answer before it has read all of the file, as for one of another kind.
                if count < 0, errno != EAGAIN, errno != EINTR { written = input.count }
            }
            guard entries[0].revents != 0 else { continue }
            let count = read(pipes.output, &part, part.count)
            if count == 0 { return answer }
            guard count > 0 else {
                if errno == EAGAIN || errno == EINTR { continue }
                throw .failed
            }
            answer += part[..<count]
            guard answer.count <= PicturePipe.mostAnswer else { throw .failed }
        }
        throw .failed
    }
}

/// Decodes the file of a picture outside the calling process.
public typealias PictureDecode = @Sendable (_ file: [UInt8]) async throws(PictureFault) -> Picture
