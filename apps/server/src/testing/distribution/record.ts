import { appendFileSync } from "node:fs";
import { DefaultQueryExecutor } from "kysely";
import { loadModule } from "libpg-query";
import { afterAll, expect } from "vitest";
import { crossings } from "./crossings.ts";
import { readCrossing } from "./read-crossings.ts";

// Reads every statement that the product builds while the feature tests run, and fails the file in which a statement
// crosses members that docs/citus.md does not list. With CROSSINGS=<file> each found line is written there instead, with
// the place that built it.

await loadModule();

const HERE = /\/apps\/server\/src\/(.+?\.ts)/;
const FRAMES = 30;

type Recorder = { settled: Set<string>; unlisted: Map<string, string> };
const RECORDER = Symbol.for("caramelo crossings");
const kept = globalThis as typeof globalThis & { [RECORDER]?: Recorder };
const isFirst = kept[RECORDER] === undefined;
kept[RECORDER] ??= { settled: new Set(), unlisted: new Map() };
const { settled, unlisted } = kept[RECORDER];

/**
 * The place in the product that builds a statement; undefined for the statements of tests, of migrations and of backups,
 * which read whole databases.
 */
function findBuilder(): string | undefined {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  const lines = (new Error().stack ?? "").split("\n");
  Error.stackTraceLimit = stackTraceLimit;
  for (const line of lines) {
    const file = HERE.exec(line)?.[1];
    if (file === undefined || /^platform\/database\/(?!.*test)|^testing\/distribution\//.test(file)) continue;
    if (/\.test\.ts$|^(?:testing|demo|migrations|features\/backup)\//.test(file)) return undefined;
    return `${file} ${/at (?:async )?([\w.$]+) /.exec(line)?.[1] ?? ""}`.trim();
  }
  return undefined;
}

/** Longer lists of values are those of many rows, in which equal ones say nothing. */
const MOST_VALUES = 16;
const ID = /^[\da-f]{8}-/;

/** A name for each value. Equal ids are one value: a statement that names the same member twice crosses nobody. */
function nameValues(parameters: readonly unknown[]): string[] {
  const isId = (value: unknown) => (typeof value === "string" ? ID.test(value) : typeof value === "object" && value);
  return parameters.map((value, index) =>
    String(parameters.length <= MOST_VALUES && isId(value) ? parameters.indexOf(value) : index),
  );
}

if (isFirst) {
  const { compileQuery } = DefaultQueryExecutor.prototype;
  DefaultQueryExecutor.prototype.compileQuery = function compile(...args) {
    const query = compileQuery.apply(this, args);
    // Lists of different lengths are one statement.
    const names = nameValues(query.parameters);
    const key = `${query.sql.replace(/\$\d+(?:, \$\d+)+/g, "$…")} ${names.length <= MOST_VALUES ? names : ""}`;
    if (settled.has(key)) return query;
    const builder = findBuilder();
    if (builder === undefined) return query;
    settled.add(key);
    const crossing = readCrossing(query.sql, (place) => names[place - 1] ?? "");
    if (crossing === undefined) return query;
    if (process.env.CROSSINGS)
      appendFileSync(process.env.CROSSINGS, `${JSON.stringify([crossing, builder, query.sql])}\n`);
    else if (!Object.hasOwn(crossings, crossing)) unlisted.set(crossing, builder);
    return query;
  };
}

afterAll(() => {
  const lines = [...unlisted].map(([crossing, builder]) => `${crossing} (${builder})`);
  unlisted.clear();
  expect(lines, "statements cross members and stand in no line of testing/distribution/crossings.ts").toEqual([]);
});
