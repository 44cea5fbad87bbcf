type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createHTML: (html: string) => string; createScriptURL: (url: string) => string },
  ) => unknown;
};

// React makes a script element by this one innerHTML.
const REACT_SCRIPT = "<script></script>";

function refuse(): never {
  throw new TypeError("HTML and script addresses made from text are refused");
}

/**
 * The page's one Trusted Types policy, for the sinks our libraries reach: React's empty script element, and scripts of
 * this site (the service worker). Any other text offered to `innerHTML` and its like is refused.
 */
export function allowTrustedTypes(): void {
  // Not every browser has Trusted Types, and TypeScript's DOM does not know them yet.
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy("default", {
    createHTML: (html) => (html === REACT_SCRIPT ? html : refuse()),
    createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : refuse()),
  });
}
