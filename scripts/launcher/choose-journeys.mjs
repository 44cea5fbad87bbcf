// The tags that say which journeys run where. Playwright matches patterns with project, file, titles and tags of a
// journey, with spaces between.

/**
 * The tag of journeys that `npm test` runs: what they show, a feature test or a test of a component cannot. All others
 * belong to `npm run test:all`.
 */
export const IN_NPM_TEST = "@npm-test";
/** The tag of journeys that a headless shell cannot run. */
export const WHOLE_BROWSER = "@whole-browser";

/**
 * The journeys that Playwright leaves out at each size. A journey runs at its own size: staff work at a desk, members
 * hold a phone, and `@desktop` marks other journeys that need a desktop. With `@both-sizes` it runs at both, because the
 * screen differs there.
 */
export const LEFT_OUT = {
  phone: /^(?!.*@both-sizes\b)(?=.*( office\/|@desktop\b))/,
  desktop: /^(?!.*@both-sizes\b)(?!.*( office\/|@desktop\b))/,
};

/**
 * The arguments for Playwright that leave out the journeys with one of these tags.
 * @param {string[]} tags
 */
export const leaveOut = (tags) => (tags.length > 0 ? ["--grep-invert", `(${tags.join("|")})\\b`] : []);
