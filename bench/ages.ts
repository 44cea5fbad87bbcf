/** What a section of the results, or a size of growth.json, says of its measurement (`describeMachine`). */
const MEASUREMENT = /(\d{4}-\d\d-\d\d)T\d\d:\d\d, commit (\w+)( with changes)?;/;

/**
 * A line for each part that has been measured: on which commit, when, and how many commits ago. A part without a
 * section was not measured, but for growth, which has a line for each of its sizes.
 */
export function describeAges(
  parts: string[],
  results: string,
  growth: Record<string, { measured: string }>,
  countCommitsSince: (commit: string) => number | undefined,
): string[] {
  const formatAge = (name: string, measurement: string | undefined) => {
    const [, date, commit = "", changes] = MEASUREMENT.exec(measurement ?? "") ?? [];
    if (!date) return `${name}: never measured`;
    const count = countCommitsSince(commit);
    const ago = count === undefined ? "which is not in this history" : `${count} commit${count === 1 ? "" : "s"} ago`;
    return `${name}: measured on ${commit}, ${date}, ${ago}, ${changes ? "with" : "without"} uncommitted changes`;
  };
  const sections = results.split("<!-- part: ");
  return [
    ...parts.map((part) =>
      formatAge(
        part,
        sections.find((section) => section.startsWith(`${part} -->`)),
      ),
    ),
    ...Object.entries(growth).map(([members, { measured: measurement }]) =>
      formatAge(`growth of ${Number(members).toLocaleString("en-US")} members`, measurement),
    ),
  ];
}
