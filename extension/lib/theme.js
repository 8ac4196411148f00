/** The themes that a user can choose; without a choice it is the system's. */
export const THEMES = ["light", "dark"];

/** The name under which the local storage holds the theme that the user chose; nothing where the system's holds. */
export const THEME = "theme";
