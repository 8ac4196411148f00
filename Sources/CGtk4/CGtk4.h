#ifndef CGTK4_H
#define CGTK4_H

#include <gtk/gtk.h>
#include <cairo-pdf.h>
#include <glib-unix.h>
#ifdef GDK_WINDOWING_X11
// X's headers have a type of that name too.
#define Screen X11Screen
#include <gdk/x11/gdkx.h>
#undef Screen
#endif

// Parts of GTK that Swift's importer leaves out: casts, functions with a variable number of arguments, and macros.

static inline GtkWindow *gtk4_window(GtkWidget *widget) { return GTK_WINDOW(widget); }
static inline GtkLabel *gtk4_label(GtkWidget *widget) { return GTK_LABEL(widget); }
static inline GtkBox *gtk4_box(GtkWidget *widget) { return GTK_BOX(widget); }
static inline GtkButton *gtk4_button(GtkWidget *widget) { return GTK_BUTTON(widget); }
static inline GtkExpander *gtk4_expander(GtkWidget *widget) { return GTK_EXPANDER(widget); }
static inline GtkScrolledWindow *gtk4_scrolled(GtkWidget *widget) { return GTK_SCROLLED_WINDOW(widget); }
static inline GtkFlowBox *gtk4_flow(GtkWidget *widget) { return GTK_FLOW_BOX(widget); }
static inline GtkWidget *gtk4_widget(void *instance) { return GTK_WIDGET(instance); }
static inline GtkCheckButton *gtk4_check(GtkWidget *widget) { return GTK_CHECK_BUTTON(widget); }
static inline GtkEntry *gtk4_entry(GtkWidget *widget) { return GTK_ENTRY(widget); }
static inline GtkLevelBar *gtk4_level(GtkWidget *widget) { return GTK_LEVEL_BAR(widget); }
/// Tells whether the keyboard's Caps Lock is on.
static inline gboolean gtk4_caps_lock(void) {
    GdkSeat *seat = gdk_display_get_default_seat(gdk_display_get_default());
    GdkDevice *keyboard = seat ? gdk_seat_get_keyboard(seat) : NULL;
    return keyboard && gdk_device_get_caps_lock_state(keyboard);
}

static inline GtkDrawingArea *gtk4_drawing(GtkWidget *widget) { return GTK_DRAWING_AREA(widget); }
static inline GObject *gtk4_object(void *instance) { return G_OBJECT(instance); }
static inline gboolean gtk4_is_button(GtkWidget *widget) { return widget != NULL && GTK_IS_BUTTON(widget); }
static inline GdkToplevelState gtk4_state(GtkWidget *widget) {
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(widget));
    return surface ? gdk_toplevel_get_state(GDK_TOPLEVEL(surface)) : 0;
}
static inline GdkSurface *gtk4_surface(GtkWidget *widget) { return gtk_native_get_surface(GTK_NATIVE(widget)); }

/// True if an event of X's, as the display's signal `xevent` hands it over, says that a surface has another place than the last one told. Wayland
/// tells nobody where a window is, and no program can move another's there.
static inline gboolean gtk4_is_move(void *event, GdkSurface *surface, int *x, int *y) {
#ifdef GDK_WINDOWING_X11
    const XConfigureEvent *told = event;
    if (told->type != ConfigureNotify || !GDK_IS_X11_SURFACE(surface)) return FALSE;
    if (told->window != gdk_x11_surface_get_xid(surface) || (told->x == *x && told->y == *y)) return FALSE;
    *x = told->x;
    *y = told->y;
    return TRUE;
#else
    return FALSE;
#endif
}

/// A drawing area that screen readers know as a field for text, and which gives them none.
static inline GtkWidget *gtk4_secret_area(void) {
    return GTK_WIDGET(g_object_new(
        GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_TEXT_BOX, "focusable", TRUE, NULL));
}

/// Has a label break an address without a hyphen, which would read as a part of it.
static inline void gtk4_break_plainly(GtkWidget *label) {
    PangoAttrList *attributes = pango_attr_list_new();
    pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(FALSE));
    gtk_label_set_attributes(GTK_LABEL(label), attributes);
    pango_attr_list_unref(attributes);
}

/// A mark to choose by, which screen readers know as one of several or as one by itself. Its text is broken where there is no room for it.
static inline GtkWidget *gtk4_mark(const char *label, gboolean is_one) {
    GtkWidget *mark = GTK_WIDGET(g_object_new(
        GTK_TYPE_CHECK_BUTTON, "accessible-role", is_one ? GTK_ACCESSIBLE_ROLE_RADIO : GTK_ACCESSIBLE_ROLE_CHECKBOX,
        "label", label, NULL));
    GtkWidget *text = gtk_widget_get_last_child(mark);
    if (GTK_IS_LABEL(text)) {
        gtk_label_set_wrap(GTK_LABEL(text), TRUE);
        gtk_label_set_wrap_mode(GTK_LABEL(text), PANGO_WRAP_WORD_CHAR);
        gtk_label_set_xalign(GTK_LABEL(text), 0);
        gtk4_break_plainly(text);
    }
    return mark;
}

static inline void gtk4_set_name(GtkWidget *widget, const char *name) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static inline void gtk4_set_description(GtkWidget *widget, const char *text) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static inline void gtk4_set_theme(const char *name) {
    g_object_set(gtk_settings_get_default(), "gtk-theme-name", name, NULL);
}

/// True if the display's theme writes in a light colour on a dark one.
static inline gboolean gtk4_is_dark(GtkWidget *window) {
    GdkRGBA colour;
    if (!gtk_style_context_lookup_color(gtk_widget_get_style_context(window), "theme_fg_color", &colour)) return FALSE;
    return colour.red + colour.green + colour.blue > 1.5;
}

/// Dots an inch for texts, in 1,024ths.
static inline void gtk4_set_resolution(int resolution) {
    g_object_set(gtk_settings_get_default(), "gtk-xft-dpi", resolution, NULL);
}

/// The factor by which texts are larger than usual.
static inline double gtk4_text_scale(void) {
    int resolution = -1;
    g_object_get(gtk_settings_get_default(), "gtk-xft-dpi", &resolution, NULL);
    return resolution > 0 ? resolution / (96.0 * 1024) : 1;
}

/// The size of the smallest monitor; nothing is written where there is none.
static inline void gtk4_smallest_monitor(int *width, int *height) {
    GListModel *monitors = gdk_display_get_monitors(gdk_display_get_default());
    for (guint index = 0; index < g_list_model_get_n_items(monitors); index++) {
        GdkMonitor *monitor = g_list_model_get_item(monitors, index);
        GdkRectangle place;
        gdk_monitor_get_geometry(monitor, &place);
        if (index == 0 || place.width < *width) *width = place.width;
        if (index == 0 || place.height < *height) *height = place.height;
        g_object_unref(monitor);
    }
}

/// Has a button's text broken between words where there is no room for it, so that it pushes nothing out of the screen.
static inline void gtk4_break_button(GtkWidget *button) {
    GtkWidget *text = gtk_button_get_child(GTK_BUTTON(button));
    if (!GTK_IS_LABEL(text)) return;
    gtk_label_set_wrap(GTK_LABEL(text), TRUE);
    gtk_label_set_justify(GTK_LABEL(text), GTK_JUSTIFY_CENTER);
}

static inline gboolean gtk4_is_wayland(void) {
    return g_str_has_prefix(G_OBJECT_TYPE_NAME(gdk_display_get_default()), "GdkWayland");
}

static inline gboolean gtk4_is_settings(GVariant *answer) { return g_variant_is_of_type(answer, G_VARIANT_TYPE("(a{sa{sv}})")); }

/// A number or a truth value of that name in a dictionary; false if there is none.
static inline gboolean gtk4_number(GVariant *values, const char *name, double *number) {
    GVariant *value = g_variant_is_of_type(values, G_VARIANT_TYPE_VARDICT) ? g_variant_lookup_value(values, name, NULL) : NULL;
    if (!value) return FALSE;
    gboolean found = TRUE;
    if (g_variant_is_of_type(value, G_VARIANT_TYPE_UINT32)) *number = g_variant_get_uint32(value);
    else if (g_variant_is_of_type(value, G_VARIANT_TYPE_DOUBLE)) *number = g_variant_get_double(value);
    else if (g_variant_is_of_type(value, G_VARIANT_TYPE_BOOLEAN)) *number = g_variant_get_boolean(value);
    else found = FALSE;
    g_variant_unref(value);
    return found;
}

/// Connects a handler of any signature; the caller gives one that is the signal's.
static inline gulong gtk4_connect(void *instance, const char *signal, GCallback handler, void *data) {
    return g_signal_connect_data(instance, signal, handler, data, NULL, (GConnectFlags)0);
}

#endif
