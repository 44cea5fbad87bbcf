/**
 * The name of a migration says what it does to the last release, which may run beside it: an expand step only adds, and
 * the last release works on with it; a contract step removes what no release uses that has the step with this stamp. An
 * older release reads these names in the database: docs/topics/migrations-and-upgrades.md.
 */
const STEP = /^(?<stamp>\d{14})-(?:expand|contract-(?<since>\d{14}))-[a-z]+(?:-[a-z]+)+$/;

export type Step = {
  stamp: string;
  /** Of a contract step: the stamp of the step since which no release uses what it removes; undefined for an expand step. */
  since: string | undefined;
};

/** Reads the name of a migration; undefined where it is not marked. */
export function readStep(name: string): Step | undefined {
  const { stamp, since } = STEP.exec(name)?.groups ?? {};
  return stamp === undefined ? undefined : { stamp, since };
}

/**
 * Compares the migrations that a database records with those of this release. `later` are those that only a newer release
 * has; this release does not work with those of them that are `breaking`.
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
