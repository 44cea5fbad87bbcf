type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createHTML: (html: string) => string; createScriptURL: (url: string) => string },
  ) => unknown;
};

// React makes a script element with this innerHTML and then sets its text: the page's own inline scripts, drawn again when
// React starts over after a crash. Such elements never run, and the content policy allows their texts by hash anyway.
const REACT_SCRIPT = "<script></script>";
const makesElements = (html: string) => html.includes("<") && html !== REACT_SCRIPT;

function refuse(): never {
  throw new TypeError("HTML and script addresses made from text are refused");
}

/**
 * The page's one Trusted Types policy, for the sinks that our libraries use: React's empty script element, and scripts of
 * this site (the service worker). Any other text with markup for `innerHTML` and its like is refused.
 */
export function allowTrustedTypes(): void {
  // Not every browser has Trusted Types, and TypeScript's DOM does not know them yet.
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy("default", {
    createHTML: (html) => (makesElements(html) ? refuse() : html),
    createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : refuse()),
  });
}
