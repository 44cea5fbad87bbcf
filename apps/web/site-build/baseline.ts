/**
 * The oldest browsers that the site serves: what Tailwind and the build's own default ask for. README.md and
 * docs/browsers.md tell people; a test compares them.
 */
export const BASELINE = { safari: 16.4, chrome: 111, samsung: 22, firefox: 128 };

export type Browser = keyof typeof BASELINE;

/** What the build translates syntax and styles for. Samsung Internet 22 is made of Chrome 111. */
export const BUILD_TARGET = (["safari", "chrome", "firefox"] as const).map((name) => `${name}${BASELINE[name]}`);
