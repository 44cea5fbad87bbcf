/** What the member asked for: undefined follows the system. */
export type Theme = "claro" | "escuro" | undefined;

const STORED_AS = "tema";

/**
 * Runs in the head before the first paint, so that a remembered theme never flashes. Its text is hashed into the
 * content policy: it must not depend on anything of the request.
 */
export const THEME_SCRIPT = `try{var t=localStorage.getItem("${STORED_AS}");if(t==="claro"||t==="escuro")document.documentElement.dataset.theme=t==="escuro"?"dark":"light"}catch(e){}`;

/** Once more what the script in the head did: React, starting over after a crash, wipes what it did not write itself. */
export function applyRememberedTheme(): void {
  applyTheme(readRememberedTheme());
}

function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme) root.dataset.theme = theme === "escuro" ? "dark" : "light";
  else delete root.dataset.theme;
}

function readRememberedTheme(): Theme {
  try {
    const stored = localStorage.getItem(STORED_AS);
    return stored === "claro" || stored === "escuro" ? stored : undefined;
  } catch {
    return undefined;
  }
}

const isSystemDark = () => matchMedia("(prefers-color-scheme: dark)").matches;

/** Turns light into dark and back. A choice equal to the system's is forgotten: the page follows the system again. */
export function switchTheme(): void {
  const chosen = document.documentElement.dataset.theme;
  const willBeDark = chosen ? chosen === "light" : !isSystemDark();
  if (willBeDark === isSystemDark()) changeTheme(undefined);
  else changeTheme(willBeDark ? "escuro" : "claro");
}

/** Applies and remembers a theme. */
function changeTheme(theme: Theme): void {
  applyTheme(theme);
  rememberTheme(theme);
}

function rememberTheme(theme: Theme): void {
  try {
    if (theme) localStorage.setItem(STORED_AS, theme);
    else localStorage.removeItem(STORED_AS);
  } catch {
    // A browser that refuses storage still changes the theme of this page.
  }
}
