type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createHTML: (html: string) => string; createScriptURL: (url: string) => string },
  ) => unknown;
};

// When React re-renders the page's inline scripts after a crash, it creates script elements with this innerHTML and
// then sets their text. They never run, and the content policy allows their texts by hash anyway.
const REACT_SCRIPT = "<script></script>";
const makesElements = (html: string) => html.includes("<") && html !== REACT_SCRIPT;

function refuse(): never {
  throw new TypeError("HTML and script addresses made from text are refused");
}

/**
 * Defines the page's one Trusted Types policy for our libraries: React's empty script element, and scripts of this site
 * (the service worker). Other markup is refused for `innerHTML` and similar sinks.
 */
export function allowTrustedTypes(): void {
  // The cast is needed, because TypeScript's DOM types lack Trusted Types, as do some browsers.
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy("default", {
    createHTML: (html) => (makesElements(html) ? refuse() : html),
    createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : refuse()),
  });
}
