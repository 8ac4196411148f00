// An empty GTK 4 window, drawn as Sidekey's is: what no window of that toolkit comes below. It stays until it is killed.
#include <gtk/gtk.h>
#include <stdlib.h>

int main(void) {
    setenv("GSK_RENDERER", "cairo", 1);
    setenv("GDK_DEBUG", "gl-disable", 1);
    setenv("GSETTINGS_BACKEND", "memory", 1);
    if (!gtk_init_check()) return 69;
    GtkWidget *window = gtk_window_new();
    gtk_window_set_default_size(GTK_WINDOW(window), 460, 640);
    gtk_window_present(GTK_WINDOW(window));
    g_main_loop_run(g_main_loop_new(NULL, FALSE));
}
