#if Window
    import CGtk4
    import Screens

    #if canImport(Glibc)
        import Glibc
    #endif

    /// The window: one screen at a time, and the buttons below it.
    final class ScreenWindow {
        /// The time after which a press can have been meant for what is on the screen, in microseconds.
        private static let unseen: gint64 = 500_000
        private static let size: (width: Int32, height: Int32) = (460, 640)
        private static let least: (width: Int32, height: Int32) = (360, 480)

        var answer: (ScreenAnswer) -> Void = { _ in }
        var handOver: (UnsafeRawBufferPointer) -> Void = { _ in }
        private let window: Widget?
        private let closed: () -> Void
        private var screen: Screen?
        private var field: SecretField?
        private var note: Widget?
        private var buttons: [(button: Screen.Button, widget: Widget)] = []
        /// The last time at which the screen was drawn, came to the front or changed its size.
        private var since: gint64 = .max
        private var state: GdkToplevelState.RawValue = 0

        init(closed: @escaping () -> Void) {
            self.closed = closed
            window = gtk_window_new()
            guard let window else { return }
            gtk_window_set_default_size(gtk4_window(window), Self.size.width, Self.size.height)
            gtk_widget_set_size_request(window, Self.least.width, Self.least.height)
            let provider = gtk_css_provider_new()
            gtk_css_provider_load_from_data(provider, Widgets.style, -1)
            gtk_style_context_add_provider_for_display(
                gtk_widget_get_display(window), OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
            let this = Unmanaged.passUnretained(self).toOpaque()
            let close: @convention(c) (OpaquePointer?, gpointer?) -> gboolean = { _, data in
                guard let data else { return 0 }
                Unmanaged<ScreenWindow>.fromOpaque(data).takeUnretainedValue().giveUp()
                return 1
            }
            _ = gtk4_connect(window, "close-request", unsafeBitCast(close, to: GCallback.self), this)
            let keys = gtk_event_controller_key_new()
            gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
            gtk_widget_add_controller(window, keys)
            let pressed: @convention(c) (OpaquePointer?, guint, guint, GdkModifierType, gpointer?) -> gboolean = {
                _, key, _, _, data in
                guard let data else { return 0 }
                return Unmanaged<ScreenWindow>.fromOpaque(data).takeUnretainedValue().press(key) ? 1 : 0
            }
            _ = gtk4_connect(
                UnsafeMutableRawPointer(keys), "key-pressed", unsafeBitCast(pressed, to: GCallback.self), this)
        }

        /// Shows a screen in the place of the one before.
        func show(_ screen: Screen) {
            guard let window else { return closed() }
            let isFirst = self.screen == nil
            self.screen = screen
            field = nil
            buttons = []
            gtk_window_set_title(gtk4_window(window), screen.title)
            let whole = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 0)
            let content = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 10, "screen")
            for part in screen.parts { Widgets.append(Widgets.widget(part), to: content) }
            if let scroller = gtk_scrolled_window_new() {
                gtk_scrolled_window_set_policy(gtk4_scrolled(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
                gtk_scrolled_window_set_child(gtk4_scrolled(scroller), content)
                gtk_widget_set_vexpand(scroller, 1)
                Widgets.append(scroller, to: whole)
            }
            Widgets.append(footer(screen), to: whole)
            gtk_window_set_child(gtk4_window(window), whole)
            gtk_widget_show(window)
            if isFirst { watch() }
            since = g_get_monotonic_time()
            if let field = field?.widget {
                gtk_widget_grab_focus(field)
            } else if let first = buttons.first?.widget {
                gtk_widget_grab_focus(first)
            }
            enable()
        }

        private func footer(_ screen: Screen) -> Widget? {
            let footer = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 8, "footer")
            if let asked = screen.field {
                let name = Widgets.label(asked.label, "muted")
                if let name { gtk_label_set_selectable(gtk4_label(name), 0) }
                Widgets.append(name, to: footer)
                let field = SecretField(label: asked.label)
                field.changed = { [unowned self] in enable() }
                field.entered = { [unowned self] in
                    guard let taking = buttons.first(where: { $0.button.takesField }) else { return }
                    press(taking.button)
                }
                self.field = field
                Widgets.append(field.widget, to: footer)
                if let problem = asked.problem { Widgets.append(Widgets.label(problem, "problem"), to: footer) }
            }
            note = Widgets.label("", "muted")
            if let note { gtk_widget_set_visible(note, 0) }
            Widgets.append(note, to: footer)
            let row = Widgets.box(GTK_ORIENTATION_HORIZONTAL, spacing: 10)
            if let row { gtk_box_set_homogeneous(gtk4_box(row), 1) }
            for button in screen.buttons {
                guard let widget = gtk_button_new_with_label(button.label) else { continue }
                if button.style == .primary { gtk_widget_add_css_class(widget, "suggested-action") }
                gtk_widget_set_hexpand(widget, 1)
                let context = ButtonContext(window: self, button: button)
                let clicked: @convention(c) (OpaquePointer?, gpointer?) -> Void = { _, data in
                    guard let data else { return }
                    let context = Unmanaged<ButtonContext>.fromOpaque(data).takeUnretainedValue()
                    context.window?.press(context.button)
                }
                g_signal_connect_data(
                    widget, "clicked", unsafeBitCast(clicked, to: GCallback.self),
                    Unmanaged.passRetained(context).toOpaque(),
                    { data, _ in if let data { Unmanaged<ButtonContext>.fromOpaque(data).release() } },
                    GConnectFlags(rawValue: 0))
                buttons.append((button, widget))
                Widgets.append(widget, to: row)
            }
            Widgets.append(row, to: footer)
            return footer
        }

        private final class ButtonContext {
            weak var window: ScreenWindow?
            let button: Screen.Button

            init(window: ScreenWindow, button: Screen.Button) {
                self.window = window
                self.button = button
            }
        }

        /// Enables the buttons that take the field's secret as soon as there is one.
        private func enable() {
            for (button, widget) in buttons where button.takesField {
                let isReady = screen?.field?.mayBeEmpty == true || field?.isEmpty == false
                gtk_widget_set_sensitive(widget, isReady ? 1 : 0)
            }
        }

        /// Notes each change after which a person has to look again: another size or place, another window in front.
        private func watch() {
            guard let window, let surface = gtk4_surface(window) else { return }
            let this = Unmanaged.passUnretained(self).toOpaque()
            let resized: @convention(c) (OpaquePointer?, gint, gint, gpointer?) -> Void = { _, _, _, data in
                guard let data else { return }
                Unmanaged<ScreenWindow>.fromOpaque(data).takeUnretainedValue().since = g_get_monotonic_time()
            }
            _ = gtk4_connect(
                UnsafeMutableRawPointer(surface), "layout", unsafeBitCast(resized, to: GCallback.self), this)
            let changed: @convention(c) (OpaquePointer?, OpaquePointer?, gpointer?) -> Void = { _, _, data in
                guard let data else { return }
                Unmanaged<ScreenWindow>.fromOpaque(data).takeUnretainedValue().since = g_get_monotonic_time()
            }
            _ = gtk4_connect(
                UnsafeMutableRawPointer(surface), "notify::state", unsafeBitCast(changed, to: GCallback.self), this)
        }

        /// Escape stands for the first button. Enter presses no button: it may be meant for what was there before.
        private func press(_ key: guint) -> Bool {
            switch Int32(key) {
            case GDK_KEY_Escape:
                giveUp()
                return true
            case GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter:
                guard let window else { return false }
                return gtk4_is_button(gtk_window_get_focus(gtk4_window(window))) != 0
            default: return false
            }
        }

        private func giveUp() {
            guard let screen, let first = screen.buttons.first else { return closed() }
            field?.clear()
            answer(ScreenAnswer(screen: screen.number, button: first.id, hasSecret: false))
        }

        private func press(_ button: Screen.Button) {
            guard let screen else { return }
            guard button.style == .plain || g_get_monotonic_time() - since >= Self.unseen else {
                if let note {
                    gtk_label_set_text(gtk4_label(note), screen.tooSoon)
                    gtk_widget_set_visible(note, 1)
                }
                return
            }
            guard button.takesField else {
                field?.clear()
                return answer(ScreenAnswer(screen: screen.number, button: button.id, hasSecret: false))
            }
            guard let field, !field.isEmpty || screen.field?.mayBeEmpty == true else { return }
            field.take(handOver)
            enable()
            answer(ScreenAnswer(screen: screen.number, button: button.id, hasSecret: true))
        }
    }
#endif
