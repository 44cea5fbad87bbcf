// Decides when flaky tests fail a run of CI. Pure: names in, violations out.

/** Up to this many flaky tests in one run may be bad luck. */
const FLAKY_MAX = 2;

/**
 * @param {string[]} flakyNames tests that failed in this run and passed when they were run once more alone. A test that
 *   did so in two parts of the run is named twice
 * @param {string[]} namesBefore those of the run before
 * @returns {string[]} why the run fails, a sentence each
 */
export function judgeFlaky(flakyNames, namesBefore) {
  const repeatedNames = flakyNames.filter((name, at) => namesBefore.includes(name) || flakyNames.indexOf(name) < at);
  return [
    ...(flakyNames.length > FLAKY_MAX
      ? [`${flakyNames.length} tests were flaky, and at most ${FLAKY_MAX} may be`]
      : []),
    ...repeatedNames.map((name) => `flaky before, too: ${name}`),
  ];
}
