/**
 * The oldest supported browsers: the minimum of Tailwind and of the build's default. README.md and docs/browsers.md
 * list them; a test compares them.
 */
export const BASELINE = { safari: 16.4, chrome: 111, samsung: 22, firefox: 128 };

export type Browser = keyof typeof BASELINE;

/** The target of the build for syntax and styles. Samsung Internet 22 is based on Chrome 111. */
export const BUILD_TARGET = (["safari", "chrome", "firefox"] as const).map((name) => `${name}${BASELINE[name]}`);
