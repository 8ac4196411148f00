#if Window
    import CGtk4

    /// A handler of one of the toolkit's signals; it lives as long as the connection. Each function is for one C signature.
    final class Signal {
        private var plain: () -> Void = {}
        private var key: (guint, GdkModifierType) -> Bool = { _, _ in false }
        private var text: (UnsafePointer<CChar>) -> Void = { _ in }
        private var event: (UnsafeMutableRawPointer) -> Void = { _ in }
        private var size: (gint, gint) = (0, 0)

        private init() {}

        private static func of(_ data: gpointer?) -> Signal? {
            data.map { Unmanaged<Signal>.fromOpaque($0).takeUnretainedValue() }
        }

        private func connect(_ source: UnsafeMutableRawPointer?, _ name: String, _ handler: GCallback) {
            guard let source else { return }
            g_signal_connect_data(
                source, name, handler, Unmanaged.passRetained(self).toOpaque(),
                { data, _ in if let data { Unmanaged<Signal>.fromOpaque(data).release() } }, GConnectFlags(rawValue: 0))
        }

        /// A signal without values: `(source, data)`.
        static func plain(_ source: UnsafeMutableRawPointer?, _ name: String, _ body: @escaping () -> Void) {
            let handler: @convention(c) (OpaquePointer?, gpointer?) -> Void = { _, data in Signal.of(data)?.plain() }
            let signal = Signal()
            signal.plain = body
            signal.connect(source, name, unsafeBitCast(handler, to: GCallback.self))
        }

        /// A change of a property: `(source, property, data)`.
        static func notify(_ source: UnsafeMutableRawPointer?, _ property: String, _ body: @escaping () -> Void) {
            let handler: @convention(c) (OpaquePointer?, OpaquePointer?, gpointer?) -> Void = { _, _, data in
                Signal.of(data)?.plain()
            }
            let signal = Signal()
            signal.plain = body
            signal.connect(source, "notify::\(property)", unsafeBitCast(handler, to: GCallback.self))
        }

        /// A layout of a surface: `(source, width, height, data)`. The handler is called where the size is another than before.
        static func resized(_ source: UnsafeMutableRawPointer?, _ body: @escaping () -> Void) {
            let handler: @convention(c) (OpaquePointer?, gint, gint, gpointer?) -> Void = { _, width, height, data in
                guard let signal = Signal.of(data), signal.size != (width, height) else { return }
                signal.size = (width, height)
                signal.plain()
            }
            let signal = Signal()
            signal.plain = body
            signal.connect(source, "layout", unsafeBitCast(handler, to: GCallback.self))
        }

        /// An event as the display's server said it, which goes on to the toolkit: `(source, event, data)`.
        static func event(
            _ source: UnsafeMutableRawPointer?, _ name: String, _ body: @escaping (UnsafeMutableRawPointer) -> Void
        ) {
            let handler: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, gpointer?) -> gboolean = {
                _, event, data in
                if let event { Signal.of(data)?.event(event) }
                return 0
            }
            let signal = Signal()
            signal.event = body
            signal.connect(source, name, unsafeBitCast(handler, to: GCallback.self))
        }

        /// The end of a window that was asked to close, which stays: `(source, data)`.
        static func close(_ source: UnsafeMutableRawPointer?, _ body: @escaping () -> Void) {
            let handler: @convention(c) (OpaquePointer?, gpointer?) -> gboolean = { _, data in
                Signal.of(data)?.plain()
                return 1
            }
            let signal = Signal()
            signal.plain = body
            signal.connect(source, "close-request", unsafeBitCast(handler, to: GCallback.self))
        }

        /// A press or a release of a pointer's button: `(source, count, x, y, data)`.
        static func click(_ source: UnsafeMutableRawPointer?, _ name: String, _ body: @escaping () -> Void) {
            let handler: @convention(c) (OpaquePointer?, gint, Double, Double, gpointer?) -> Void = {
                _, _, _, _, data in
                Signal.of(data)?.plain()
            }
            let signal = Signal()
            signal.plain = body
            signal.connect(source, name, unsafeBitCast(handler, to: GCallback.self))
        }

        /// A key, which is taken where the handler returns true: `(source, key, code, state, data)`.
        static func key(_ source: UnsafeMutableRawPointer?, _ body: @escaping (guint, GdkModifierType) -> Bool) {
            let handler: @convention(c) (OpaquePointer?, guint, guint, GdkModifierType, gpointer?) -> gboolean = {
                _, key, _, state, data in Signal.of(data)?.key(key, state) == true ? 1 : 0
            }
            let signal = Signal()
            signal.key = body
            signal.connect(source, "key-pressed", unsafeBitCast(handler, to: GCallback.self))
        }

        /// A text of an input method: `(source, text, data)`.
        static func text(
            _ source: UnsafeMutableRawPointer?, _ name: String, _ body: @escaping (UnsafePointer<CChar>) -> Void
        ) {
            let handler: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, gpointer?) -> Void = { _, text, data in
                if let text { Signal.of(data)?.text(text) }
            }
            let signal = Signal()
            signal.text = body
            signal.connect(source, name, unsafeBitCast(handler, to: GCallback.self))
        }
    }
#endif
