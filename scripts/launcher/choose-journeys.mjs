// Chooses which journeys `npm test` runs, and at which window size. Pure: Playwright's list of all journeys in, its
// lists of tests out.

/**
 * @typedef {{ title: string, specs?: { title: string, tags: string[], tests: { projectName: string }[] }[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ file: string, name: string, size: "phone" | "desktop", promises: string[], sizeCount: number, needsWholeBrowser: boolean }} Journey
 */

const PROMISE = /\[([A-Z]{1,2}\.?\d[\d.]*)\]/g;
/** Staff work at a desk, members hold a phone. The tag `@desktop` marks other journeys that need a desktop. */
const isOfDesktop = (/** @type {string} */ file, /** @type {string[]} */ tags) =>
  file.startsWith("office/") || tags.includes("desktop");

/**
 * The journeys that Playwright leaves out at each size: those with the tag `@one-size`, which would show the same there
 * as at their own size. Playwright matches these with project, file, titles and tags of a journey, with spaces between.
 */
export const LEFT_OUT = {
  phone: /(?=.*@one-size\b)(?=.*( office\/|@desktop\b))/,
  desktop: /^(?=.*@one-size\b)(?!.*( office\/|@desktop\b))/,
};

/**
 * All journeys in their order, each once.
 * @param {PlaywrightSuite[]} suites one for each file
 * @returns {Journey[]}
 */
export function readJourneys(suites) {
  return suites.flatMap((suite) => readSuite(suite, suite.title, []));
}

/**
 * @param {PlaywrightSuite} suite
 * @param {string} file
 * @param {string[]} groups titles of the groups around the journeys
 * @returns {Journey[]}
 */
function readSuite({ specs = [], suites = [] }, file, groups) {
  const journeys = specs.map(({ title, tags, tests }) => {
    const name = [...groups, title].join(" › ");
    const size = isOfDesktop(file, tags) ? /** @type {const} */ ("desktop") : /** @type {const} */ ("phone");
    const promises = [...name.matchAll(PROMISE)].map(([, id = ""]) => id);
    return { file, name, size, promises, sizeCount: tests.length, needsWholeBrowser: tags.includes("whole-browser") };
  });
  return [...journeys, ...suites.flatMap((suite) => readSuite(suite, file, [...groups, suite.title]))];
}

/**
 * The journeys of `npm test`: those that are the first to cite a requirement, except those all of whose requirements
 * other chosen journeys cite, too. Journeys that need a whole browser belong to the rest, because a machine of `npm
 * test` may lack one, and `npm run test:all -- --rest` does not repeat what is chosen here.
 * @param {Journey[]} journeys
 * @returns {Journey[]}
 */
export function chooseJourneys(journeys) {
  /** @type {Set<string>} */
  const shownPromises = new Set();
  const firstJourneys = journeys.filter(({ promises, needsWholeBrowser }) => {
    if (needsWholeBrowser) return false;
    const isFirst = promises.some((id) => !shownPromises.has(id));
    for (const id of promises) shownPromises.add(id);
    return isFirst;
  });
  return firstJourneys.reduceRight((chosen, journey) => {
    const others = chosen.filter((other) => other !== journey);
    return journey.promises.every((id) => others.some(({ promises }) => promises.includes(id))) ? others : chosen;
  }, firstJourneys);
}

/** A journey as a line of the lists that Playwright reads. @param {Journey} journey */
export const formatJourney = ({ file, name, size }) => `[${size}] › ${file} › ${name}`;
