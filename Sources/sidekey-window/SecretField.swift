#if Window
    import CGtk4
    import CPlatform

    #if canImport(Glibc)
        import Glibc
    #endif

    /// A text that only the person may read, such as the words of a recovery phrase.
    ///
    /// It is kept in locked memory until it is drawn. A label has a copy of it while the screen is there: whoever may see the screen can read it.
    final class SecretText {
        private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

        func take(_ text: Slice<UnsafeRawBufferPointer>) {
            clear()
            memory = .allocate(byteCount: text.count + 1, alignment: 1)
            mlock(memory.baseAddress, memory.count)
            memory.copyBytes(from: text)
            memory[text.count] = 0
        }

        /// A label with the text, which is forgotten here.
        func label() -> Widget? {
            guard let base = memory.baseAddress, let label = Widgets.label("", "secret-text") else { return nil }
            gtk_label_set_text(gtk4_label(label), base.assumingMemoryBound(to: CChar.self))
            gtk_label_set_selectable(gtk4_label(label), 0)
            clear()
            return label
        }

        private func clear() {
            guard let base = memory.baseAddress else { return }
            platform_wipe(base, memory.count)
            munlock(base, memory.count)
            memory.deallocate()
            memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        }
    }

    /// A field for a passphrase whose text is nowhere but in locked memory.
    ///
    /// It is no `GtkEntry`: a program of the same user reads the text of one through the accessibility bus, and GTK leaves copies of it in the
    /// heap. This one is a drawing area with the role and the name of a field, which gives nobody its text. It draws a dot a character.
    final class SecretField {
        /// The most bytes of a passphrase, as pinentry has them.
        static let maximumCount = 2048

        let widget: Widget?
        /// Called when the text changed, and when Enter was pressed in it.
        var changed: () -> Void = {}
        var entered: () -> Void = {}
        /// A zero, and the text behind it: as it goes to the agent.
        private let memory: UnsafeMutableRawBufferPointer
        private var count = 0
        private let input: UnsafeMutablePointer<GtkIMContext>?

        init(label: String) {
            let size = sysconf(Int32(_SC_PAGESIZE))
            memory = .allocate(byteCount: max(size, 4096), alignment: max(size, 4096))
            memory.initializeMemory(as: UInt8.self, repeating: 0)
            mlock(memory.baseAddress, memory.count)
            widget = gtk4_secret_area()
            input = gtk_im_multicontext_new()
            guard let widget, let input else { return }
            gtk_widget_add_css_class(widget, "secret")
            gtk_drawing_area_set_content_height(gtk4_drawing(widget), 36)
            gtk4_set_name(widget, label)
            let this = Unmanaged.passUnretained(self).toOpaque()
            gtk_drawing_area_set_draw_func(
                gtk4_drawing(widget),
                { area, cairo, width, height, data in
                    guard let data, let cairo else { return }
                    Unmanaged<SecretField>.fromOpaque(data).takeUnretainedValue().draw(cairo, width, height)
                }, this, nil)
            g_object_set_data(gtk4_object(input), "purpose", nil)
            connect(input, "commit") { (_, text: UnsafePointer<CChar>?, data) in
                guard let data, let text else { return }
                Unmanaged<SecretField>.fromOpaque(data).takeUnretainedValue().append(text)
            }
            let keys = gtk_event_controller_key_new()
            gtk_event_controller_key_set_im_context(keys, input)
            gtk_widget_add_controller(widget, keys)
            typealias Pressed =
                @convention(c) (OpaquePointer?, guint, guint, GdkModifierType, gpointer?) -> gboolean
            let pressed: Pressed = { _, key, _, state, data in
                guard let data else { return 0 }
                return Unmanaged<SecretField>.fromOpaque(data).takeUnretainedValue().press(key, state) ? 1 : 0
            }
            _ = gtk4_connect(
                UnsafeMutableRawPointer(keys), "key-pressed", unsafeBitCast(pressed, to: GCallback.self), this)
            let click = gtk_gesture_click_new()
            gtk_widget_add_controller(widget, click)
            typealias Clicked = @convention(c) (OpaquePointer?, gint, Double, Double, gpointer?) -> Void
            let clicked: Clicked = { _, _, _, _, data in
                guard let data else { return }
                let field = Unmanaged<SecretField>.fromOpaque(data).takeUnretainedValue()
                if let widget = field.widget { gtk_widget_grab_focus(widget) }
            }
            _ = gtk4_connect(
                UnsafeMutableRawPointer(click), "pressed", unsafeBitCast(clicked, to: GCallback.self), this)
            gtk_im_context_set_client_widget(input, widget)
        }

        deinit {
            clear()
            munlock(memory.baseAddress, memory.count)
            memory.deallocate()
        }

        private func connect(
            _ input: UnsafeMutablePointer<GtkIMContext>, _ signal: String,
            _ body: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, gpointer?) -> Void
        ) {
            _ = gtk4_connect(
                UnsafeMutableRawPointer(input), signal, unsafeBitCast(body, to: GCallback.self),
                Unmanaged.passUnretained(self).toOpaque())
        }

        var isEmpty: Bool { count == 0 }

        /// Gives the text away, with a zero before it, and forgets it.
        func take(_ body: (UnsafeRawBufferPointer) -> Void) {
            body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory).prefix(count + 1)))
            clear()
        }

        func clear() {
            if let base = memory.baseAddress { platform_wipe(base, memory.count) }
            count = 0
            redraw()
        }

        private func append(_ text: UnsafePointer<CChar>) {
            let length = strlen(text)
            guard count + length <= Self.maximumCount, let base = memory.baseAddress else { return }
            memcpy(base + 1 + count, text, length)
            count += length
            redraw()
            changed()
        }

        private func press(_ key: guint, _ state: GdkModifierType) -> Bool {
            switch Int32(key) {
            case GDK_KEY_BackSpace:
                guard count > 0 else { return true }
                // To the first byte of the last character.
                repeat {
                    count -= 1
                } while count > 0 && memory[1 + count] & 0xC0 == 0x80
                if let base = memory.baseAddress { platform_wipe(base + 1 + count, memory.count - 1 - count) }
                redraw()
                changed()
                return true
            case GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter:
                entered()
                return true
            case GDK_KEY_u where state.rawValue & GDK_CONTROL_MASK.rawValue != 0:
                clear()
                changed()
                return true
            default: return false
            }
        }

        private func redraw() {
            if let widget { gtk_widget_queue_draw(widget) }
        }

        /// A dot a character, and a caret where there is focus.
        private func draw(_ cairo: OpaquePointer, _ width: Int32, _ height: Int32) {
            var characters = 0
            for index in 0..<count where memory[1 + index] & 0xC0 != 0x80 { characters += 1 }
            var colour = GdkRGBA()
            if let widget { gtk_style_context_get_color(gtk_widget_get_style_context(widget), &colour) }
            gdk_cairo_set_source_rgba(cairo, &colour)
            let (radius, step) = (4.0, 13.0)
            let most = max(1, Int((Double(width) - 24) / step))
            let middle = Double(height) / 2
            for index in 0..<min(characters, most) {
                cairo_arc(cairo, 14 + Double(index) * step, middle, radius, 0, 6.2832)
                cairo_fill(cairo)
            }
            guard let widget, gtk_widget_has_focus(widget) != 0 else { return }
            cairo_rectangle(cairo, 10 + Double(min(characters, most)) * step, middle - 9, 1.5, 18)
            cairo_fill(cairo)
        }
    }
#endif
