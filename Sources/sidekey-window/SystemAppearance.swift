#if Window
    import CGtk4

    #if canImport(Glibc)
        import Glibc
    #endif

    /// The desktop's settings for light and dark, contrast and the size of texts.
    ///
    /// It comes from the desktop's portal (`org.freedesktop.portal.Settings`, version 1), over the bus: the files in which desktops keep it are the
    /// user's, and this program reads none. Where there is no portal, the display's own settings stand.
    struct SystemAppearance {
        private static let appearance = "org.freedesktop.appearance"
        private static let interface = "org.gnome.desktop.interface"
        private static let accessibility = "org.gnome.desktop.a11y.interface"
        /// The longest wait for an answer, in milliseconds.
        private static let patience: gint = 250

        var isDark = false
        var hasHighContrast = false
        /// The factor by which texts are larger than usual.
        var textScale = 1.0

        /// Asks the portal; nil if none is running.
        static func ask() -> SystemAppearance? {
            guard getenv("DBUS_SESSION_BUS_ADDRESS") != nil else { return nil }
            var names: [OpaquePointer?] = [appearance, interface, accessibility].map { (name: String) in
                g_variant_new_string(name)
            }
            var children = [g_variant_new_array(nil, &names, gsize(names.count))]
            guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil),
                let answer = g_dbus_connection_call_sync(
                    bus, "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
                    "org.freedesktop.portal.Settings", "ReadAll", g_variant_new_tuple(&children, 1), nil,
                    G_DBUS_CALL_FLAGS_NO_AUTO_START, patience, nil, nil)
            else { return nil }
            defer { g_variant_unref(answer) }
            guard gtk4_is_settings(answer) != 0, let settings = g_variant_get_child_value(answer, 0) else { return nil }
            defer { g_variant_unref(settings) }
            var found = SystemAppearance()
            found.isDark = number(appearance, "color-scheme", in: settings) == 1
            found.hasHighContrast =
                number(appearance, "contrast", in: settings) == 1
                || number(accessibility, "high-contrast", in: settings) == 1
            if let scale = number(interface, "text-scaling-factor", in: settings), (0.5...4).contains(scale) {
                found.textScale = scale
            }
            return found
        }

        private static func number(_ group: String, _ name: String, in settings: OpaquePointer) -> Double? {
            guard let values = g_variant_lookup_value(settings, group, nil) else { return nil }
            defer { g_variant_unref(values) }
            var number = 0.0
            return gtk4_number(values, name, &number) != 0 ? number : nil
        }

        /// Makes it the toolkit's.
        func apply() {
            if hasHighContrast {
                gtk4_set_theme(isDark ? "Default-hc-dark" : "Default-hc")
            } else if isDark {
                gtk4_set_theme("Default-dark")
            }
            // On X11 it is in the display's own settings already.
            if textScale != 1, gtk4_is_wayland() != 0 { gtk4_set_resolution(gint(96 * 1024 * textScale)) }
        }
    }
#endif
