/** The member's theme; undefined follows the system. */
export type Theme = "claro" | "escuro" | undefined;

const STORED_AS = "tema";

/** The colour of a phone's status bar: the surface of app.css, like the top bar below it. */
export const BAR_COLORS = { light: "#ffffff", dark: "#201814" } as const;

/**
 * Runs in the head before the first paint, so that the page never flashes in the wrong theme. The content policy
 * contains the hash of this text, so it must not depend on the request.
 */
export const THEME_SCRIPT = `try{var t=localStorage.getItem("${STORED_AS}");if(t==="claro"||t==="escuro"){document.documentElement.dataset.theme=t==="escuro"?"dark":"light";document.querySelectorAll("meta[name=theme-color]").forEach(function(m){m.content=t==="escuro"?"${BAR_COLORS.dark}":"${BAR_COLORS.light}"})}}catch(e){}`;

/**
 * Repeats the script in the head, because React, when it restarts after a crash, removes attributes that it did not
 * write.
 */
export function applyRememberedTheme(): void {
  applyTheme(readRememberedTheme());
}

function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  const chosenTheme = theme && (theme === "escuro" ? "dark" : "light");
  if (chosenTheme) dataset.theme = chosenTheme;
  else delete dataset.theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]"))
    meta.content = BAR_COLORS[chosenTheme ?? (meta.matches("[media*=dark]") ? "dark" : "light")];
}

function readRememberedTheme(): Theme {
  try {
    const storedTheme = localStorage.getItem(STORED_AS);
    return storedTheme === "claro" || storedTheme === "escuro" ? storedTheme : undefined;
  } catch {
    return undefined;
  }
}

const isSystemDark = () => matchMedia("(prefers-color-scheme: dark)").matches;

/**
 * Switches between light and dark. A choice equal to the system's theme is not stored, so that the page follows the
 * system again.
 */
export function switchTheme(): void {
  const chosenTheme = document.documentElement.dataset.theme;
  const willBeDark = chosenTheme ? chosenTheme === "light" : !isSystemDark();
  if (willBeDark === isSystemDark()) changeTheme(undefined);
  else changeTheme(willBeDark ? "escuro" : "claro");
}

function changeTheme(theme: Theme): void {
  applyTheme(theme);
  rememberTheme(theme);
}

function rememberTheme(theme: Theme): void {
  try {
    if (theme) localStorage.setItem(STORED_AS, theme);
    else localStorage.removeItem(STORED_AS);
  } catch {
    // Without storage only this page changes its theme.
  }
}
