/** The themes that a user can choose; without a choice the system's theme applies. */
export const THEMES = ["light", "dark"];

/** The name under which the local storage holds the user's chosen theme; there is no entry if the system's applies. */
export const THEME = "theme";
