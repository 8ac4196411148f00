#if Window
    import CGtk4
    import JSONRPC
    import NativeMessaging
    import Screens

    #if canImport(Glibc)
        import Glibc
    #endif

    /// The pipes to the agent, served by GLib's loop: one thread does everything.
    final class AgentPipe {
        private var reader = FrameReader()
        private let show: (Screen) -> Void
        private let measure: (ScreenMeasure) -> Void
        private let ended: () -> Void

        init(
            show: @escaping (Screen) -> Void, measure: @escaping (ScreenMeasure) -> Void, ended: @escaping () -> Void
        ) {
            self.show = show
            self.measure = measure
            self.ended = ended
            g_unix_set_fd_nonblocking(STDIN_FILENO, 1, nil)
            g_unix_fd_add(
                STDIN_FILENO, GIOCondition(rawValue: G_IO_IN.rawValue | G_IO_HUP.rawValue),
                { _, _, data in
                    guard let data else { return 0 }
                    return Unmanaged<AgentPipe>.fromOpaque(data).takeUnretainedValue().read() ? 1 : 0
                }, Unmanaged.passUnretained(self).toOpaque())
        }

        /// Reads what has come; false at the end, or for what is no screen.
        private func read() -> Bool {
            let count = reader.fill { Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EAGAIN || errno == EINTR { return true }
            guard count > 0 else { return end() }
            while let event = reader.next() {
                if case .frame = event, takeSecret() { continue }
                guard case .frame = event,
                    let message = try? reader.withFrame({ try JSON(parsing: JSONSource(copying: $0)) }),
                    let params = message["params"]?.object, take(message["method"]?.text, params)
                else { return end() }
            }
            return true
        }

        /// Does what a message says; false for one that isn't in the protocol.
        private func take(_ method: String?, _ params: JSONObject) -> Bool {
            switch method {
            case ScreenMethod.show:
                guard let screen = try? Screen(params) else { return false }
                show(screen)
            case ScreenMethod.measure:
                guard let found = try? ScreenMeasure(params) else { return false }
                measure(found)
            default: return false
            }
            return true
        }

        /// Keeps the text for the next screen's part for secrets; false if the frame is no secret.
        private func takeSecret() -> Bool {
            reader.withFrame { frame in
                guard frame.first == 0 else { return false }
                Widgets.secret.take(frame.dropFirst())
                return true
            }
        }

        private func end() -> Bool {
            ended()
            return false
        }

        /// Tells the agent that there is a display.
        func begin() { send(["jsonrpc": "2.0", "method": .string(JSONString(ScreenMethod.ready))]) }

        func send(_ answer: ScreenAnswer) {
            send(["jsonrpc": "2.0", "method": .string(JSONString(ScreenMethod.answer)), "params": answer.json])
        }

        /// Tells the agent that what was handed over stands in a measured field.
        func sendTyped(_ screen: Int) {
            send([
                "jsonrpc": "2.0", "method": .string(JSONString(ScreenMethod.typed)),
                "params": ["screen": .number(screen)],
            ])
        }

        private func send(_ message: JSON) {
            let pipe = FileDescriptorFrames(reading: STDIN_FILENO, writing: STDOUT_FILENO)
            do { try pipe.writeFrame(message.serialized()) } catch { ended() }
        }

        /// Hands a secret over in a frame of its own: a zero, then its bytes.
        ///
        /// - Parameter secret: The secret with the zero before it.
        func handOver(_ secret: UnsafeRawBufferPointer) {
            let pipe = FileDescriptorFrames(reading: STDIN_FILENO, writing: STDOUT_FILENO)
            do { try pipe.writeFrame(secret) } catch { ended() }
        }
    }
#endif
