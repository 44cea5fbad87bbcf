// The tags that say which journeys run where. Playwright matches patterns with project, file, titles and tags of a
// journey, with spaces between.

/** The tag of journeys that a headless shell cannot run. */
export const WHOLE_BROWSER = "@whole-browser";

/** Staff work at a desk, members hold a phone. The tag `@desktop` marks other journeys that need a desktop. */
const OF_DESKTOP = "( journeys\\/office\\/|@desktop\\b)";

/**
 * The journeys of `npm test`, each at its own size: those with the tag `@npm-test`, which show what no feature test and
 * no test of a component can. All others, and the other size of these, belong to `npm run test:all`.
 */
export const IN_NPM_TEST = `^ *(phone(?!.*${OF_DESKTOP})|desktop(?=.*${OF_DESKTOP})).*@npm-test\\b`;

/**
 * The journeys that Playwright leaves out at each size. A journey runs at its own size, and with the tag `@both-sizes`
 * at both, because the screen differs there.
 */
export const LEFT_OUT = {
  phone: new RegExp(`^(?!.*@both-sizes\\b)(?=.*${OF_DESKTOP})`),
  desktop: new RegExp(`^(?!.*@both-sizes\\b)(?!.*${OF_DESKTOP})`),
};

/**
 * The arguments for Playwright that leave out the journeys of these patterns.
 * @param {string[]} patterns
 */
export const leaveOut = (patterns) => (patterns.length > 0 ? ["--grep-invert", patterns.join("|")] : []);
