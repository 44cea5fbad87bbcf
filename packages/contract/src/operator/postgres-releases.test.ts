import { expect, test } from "vitest";
import { isOutdatedPostgres, NEWEST_POSTGRES } from "./postgres-releases.ts";

test.each([
  ["18.4", true],
  [NEWEST_POSTGRES, false],
  ["18.12", false],
  ["15.18", false],
  ["17", false],
])("whether PostgreSQL %s is older than the newest of its series: %s", (version, isOutdated) => {
  expect(isOutdatedPostgres(version)).toBe(isOutdated);
});
