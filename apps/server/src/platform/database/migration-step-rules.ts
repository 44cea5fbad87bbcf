/**
 * The name of a migration says what it does to the last release, which may run at the same time: an expand step only
 * adds, and the last release keeps working; a contract step removes what no release uses since the step with this
 * stamp. An older release reads these names in the database: docs/topics/migrations-and-upgrades.md.
 */
const STEP = /^(?<stamp>\d{14})-(?:expand|contract-(?<since>\d{14}))-[a-z]+(?:-[a-z]+)+$/;

export type Step = {
  stamp: string;
  /**
   * For a contract step: the stamp of the step since which no release uses the removed parts; undefined for an expand
   * step.
   */
  since: string | undefined;
};

/** Parses the name of a migration; undefined where it is not marked. */
export function readStep(name: string): Step | undefined {
  const { stamp, since } = STEP.exec(name)?.groups ?? {};
  return stamp === undefined ? undefined : { stamp, since };
}

/**
 * Compares the migrations recorded in a database with those of this release. `later` are those that only a newer
 * release has; this release does not work with the `breaking` ones among them.
 */
export function judgeLaterSteps(ownNames: readonly string[], recordedNames: readonly string[]) {
  const ownStamps = new Set(ownNames.map((name) => name.slice(0, 14)));
  const later = recordedNames.filter((name) => !ownNames.includes(name));
  const breaking = later.filter((name) => {
    const step = readStep(name);
    return !step || (step.since !== undefined && !ownStamps.has(step.since));
  });
  return { later, breaking };
}
