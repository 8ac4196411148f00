/**
 * Draws a screen in the theme that the user chose from its first paint on. It isn't a module, for these run after that, and reads a copy that can be read
 * at once: theme.js keeps it.
 */
try {
    const chosen = localStorage.getItem("theme");
    if (chosen === "light" || chosen === "dark") document.documentElement.setAttribute("data-theme", chosen);
} catch {
    // Where the browser keeps nothing for pages, theme.js does it a moment later.
}
