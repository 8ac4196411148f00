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
        private static let size: (width: Int32, height: Int32) = (480, 640)
        /// The room that a screen keeps for a panel and the window's own frame.
        private static let margin: Int32 = 64
        private static let least: (width: Int32, height: Int32) = (360, 480)

        var answer: (ScreenAnswer) -> Void = { _ in }
        var handOver: (UnsafeRawBufferPointer) -> Void = { _ in }
        /// Called when a measured field was typed in, after its text was handed over.
        var typed: (_ screen: Int) -> Void = { _ in }
        private let window: Widget?
        private let closed: () -> Void
        private var screen: Screen?
        private var inputs = ScreenInputs()
        private var field: FieldRows?
        private var note: Widget?
        private var buttons: [(button: Screen.Button, widget: Widget)] = []
        /// True if the keyboard was moved on this screen.
        private var hasMoved = false
        /// The last time at which the screen was drawn, came to the front, was moved or changed its size.
        private var since: gint64 = .max
        /// Its place, as X told it last.
        private var x: Int32 = 0
        private var y: Int32 = 0

        init(closed: @escaping () -> Void) {
            self.closed = closed
            window = gtk_window_new()
            guard let window else { return }
            let size = Self.firstSize()
            gtk_window_set_default_size(gtk4_window(window), size.width, size.height)
            gtk_widget_set_size_request(window, Self.least.width, Self.least.height)
            let provider = gtk_css_provider_new()
            gtk_css_provider_load_from_data(provider, Widgets.style(isDark: gtk4_is_dark(window) != 0), -1)
            gtk_style_context_add_provider_for_display(
                gtk_widget_get_display(window), OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
            Signal.close(UnsafeMutableRawPointer(window)) { [weak self] in self?.giveUp() }
            let keys = gtk_event_controller_key_new()
            gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
            gtk_widget_add_controller(window, keys)
            Signal.key(UnsafeMutableRawPointer(keys)) { [weak self] key, _ in self?.press(key) ?? false }
        }

        /// The size in which it opens: larger where texts are, as far as the screen has room.
        private static func firstSize() -> (width: Int32, height: Int32) {
            var room = (width: Int32.max, height: Int32.max)
            gtk4_smallest_monitor(&room.width, &room.height)
            let scale = max(1, gtk4_text_scale())
            let wanted = (width: Double(size.width) * min(scale, 1.6), height: Double(size.height) * scale)
            return (
                max(least.width, min(Int32(wanted.width), room.width - margin)),
                max(least.height, min(Int32(wanted.height), room.height - margin))
            )
        }

        /// Shows a screen in the place of the one before.
        func show(_ screen: Screen) {
            guard let window else { return closed() }
            let isFirst = self.screen == nil
            self.screen = screen
            buttons = []
            hasMoved = false
            // Those of the screen before live until their widgets are gone.
            let before = (inputs, field)
            inputs = ScreenInputs()
            inputs.changed = { [weak self] in self?.enable() }
            inputs.answered = { [weak self] id in
                guard let self, let screen = self.screen else { return }
                answer(ScreenAnswer(screen: screen.number, button: id, values: inputs.values))
            }
            inputs.entered = { [weak self] in self?.enter() }
            gtk_window_set_title(gtk4_window(window), screen.title)
            let whole = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 0)
            let content = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 10, "screen")
            for part in screen.parts { Widgets.append(Widgets.widget(part, inputs), to: content) }
            if let scroller = gtk_scrolled_window_new() {
                gtk_scrolled_window_set_policy(gtk4_scrolled(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
                // In sight as long as something is below: a danger may be.
                gtk_scrolled_window_set_overlay_scrolling(gtk4_scrolled(scroller), 0)
                gtk_scrolled_window_set_child(gtk4_scrolled(scroller), content)
                gtk_widget_set_vexpand(scroller, 1)
                Widgets.append(scroller, to: whole)
            }
            Widgets.append(footer(screen), to: whole)
            gtk_window_set_child(gtk4_window(window), whole)
            withExtendedLifetime(before) {}
            gtk_widget_show(window)
            if isFirst { watch() }
            since = g_get_monotonic_time()
            enable()
            // A passphrase that is typed blindly must not land in a line that anybody can read.
            let words = inputs.hasWords ? inputs.first : nil
            if let first = words ?? field?.first.widget ?? inputs.first ?? buttons.first?.widget {
                gtk_widget_grab_focus(first)
            }
        }

        /// Shows how good the typed passphrase is.
        func show(_ measure: ScreenMeasure) {
            guard measure.screen == screen?.number else { return }
            field?.show(measure)
        }

        private func footer(_ screen: Screen) -> Widget? {
            let footer = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 8, "footer")
            field = screen.field.map { FieldRows($0, in: footer) }
            field?.changed = { [weak self] in self?.enable() }
            field?.entered = { [weak self] in self?.enter() }
            field?.measured = { [weak self] bytes in
                guard let self, let number = self.screen?.number else { return }
                handOver(bytes)
                typed(number)
            }
            note = Widgets.label("", "note-below")
            if let note { gtk_widget_set_visible(note, 0) }
            Widgets.append(note, to: footer)
            let row = Widgets.box(GTK_ORIENTATION_HORIZONTAL, spacing: 10)
            if let row { gtk_box_set_homogeneous(gtk4_box(row), 1) }
            for button in screen.buttons {
                guard let widget = gtk_button_new_with_label(button.label) else { continue }
                if button.style != .plain { gtk_widget_add_css_class(widget, "suggested-action") }
                gtk4_break_button(widget)
                gtk_widget_set_hexpand(widget, 1)
                Signal.plain(UnsafeMutableRawPointer(widget), "clicked") { [weak self] in self?.press(button) }
                buttons.append((button, widget))
                Widgets.append(widget, to: row)
            }
            Widgets.append(row, to: footer)
            return footer
        }

        /// Presses the button that takes what was typed.
        private func enter() {
            if let taking = buttons.first(where: { $0.button.takesField }) { press(taking.button) }
        }

        /// Enables the buttons that take the screen's secrets as soon as there are some.
        private func enable() {
            let isReady = inputs.isReady && field?.isReady != false
            for (button, widget) in buttons where button.takesField || !button.isEnabled {
                gtk_widget_set_sensitive(widget, isReady && button.isEnabled ? 1 : 0)
            }
        }

        /// Notes each change after which a person has to look again: another size or place, another window in front.
        private func watch() {
            guard let window, let surface = gtk4_surface(window) else { return }
            let source = UnsafeMutableRawPointer(surface)
            Signal.resized(source) { [weak self] in self?.since = g_get_monotonic_time() }
            Signal.notify(source, "state") { [weak self] in self?.since = g_get_monotonic_time() }
            // A compositor of Wayland's says in the state which window is in front, and moves none under a hand.
            guard gtk4_is_wayland() == 0 else { return }
            // Without a window manager, X's state says nothing about the keyboard.
            Signal.notify(UnsafeMutableRawPointer(window), "is-active") { [weak self] in
                self?.since = g_get_monotonic_time()
            }
            Signal.event(UnsafeMutableRawPointer(gtk_widget_get_display(window)), "xevent") { [weak self] event in
                guard let self, gtk4_is_move(event, surface, &x, &y) != 0 else { return }
                since = g_get_monotonic_time()
            }
        }

        /// Escape stands for the first button. Enter presses a button only once the keyboard was moved to one: before, it may be meant for what was
        /// there before.
        private func press(_ key: guint) -> Bool {
            switch Int32(key) {
            case GDK_KEY_Tab, GDK_KEY_ISO_Left_Tab, GDK_KEY_Left, GDK_KEY_Right, GDK_KEY_Up, GDK_KEY_Down:
                hasMoved = true
                return false
            case GDK_KEY_Escape:
                giveUp()
                return true
            case GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter:
                guard let window, !hasMoved else { return false }
                return gtk4_is_button(gtk_window_get_focus(gtk4_window(window))) != 0
            default: return false
            }
        }

        private func giveUp() {
            guard let screen, let first = screen.buttons.first else { return closed() }
            forget()
            answer(ScreenAnswer(screen: screen.number, button: first.id))
        }

        private func forget() {
            inputs.clear()
            field?.clear()
        }

        private func say(_ text: String) {
            guard let note else { return }
            gtk_label_set_text(gtk4_label(note), text)
            gtk_widget_set_visible(note, 1)
        }

        private func press(_ button: Screen.Button) {
            guard let screen, button.isEnabled else { return }
            guard button.style != .primary || g_get_monotonic_time() - since >= Self.unseen else {
                return say(screen.tooSoon)
            }
            guard button.takesField else {
                forget()
                return answer(ScreenAnswer(screen: screen.number, button: button.id, values: inputs.values))
            }
            guard inputs.isReady, field?.isReady != false else { return }
            if let mismatch = field?.mismatch { return say(mismatch) }
            var secrets = 0
            if inputs.hasWords {
                inputs.take(handOver)
                secrets += 1
            }
            if let field {
                handOver(field.first.frame)
                secrets += 1
            }
            forget()
            enable()
            answer(ScreenAnswer(screen: screen.number, button: button.id, secrets: secrets, values: inputs.values))
        }
    }
#endif
