/**
 * Draws a screen in the user's chosen theme from its first paint on. It isn't a module, since modules run after that, and reads a copy that
 * is available at once: theme.js keeps it.
 */
try {
    const chosen = localStorage.getItem("theme");
    if (chosen === "light" || chosen === "dark") document.documentElement.setAttribute("data-theme", chosen);
} catch {
    // If the browser keeps nothing for pages, theme.js does it a moment later.
}
