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

const listedPlaces = new Set(Object.values(crossings).flatMap((places) => Object.keys(places)));

type Recorder = { settled: Set<string>; unlisted: Set<string> };
const RECORDER = Symbol.for("caramelo crossings");
const kept = globalThis as typeof globalThis & { [RECORDER]?: Recorder };
const isFirst = kept[RECORDER] === undefined;
kept[RECORDER] ??= { settled: new Set(), unlisted: new Set() };
const { settled, unlisted } = kept[RECORDER];

/**
 * `isFixed`: the text is built once for all callers (`statement`), and the place is that of the caller that came first.
 */
type Builder = { place: string; isFixed: boolean };

/**
 * The place in the product that builds a statement; undefined for the statements of tests, of migrations and of backups,
 * which read whole databases.
 */
function findBuilder(): Builder | undefined {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  const lines = (new Error().stack ?? "").split("\n");
  Error.stackTraceLimit = stackTraceLimit;
  const isFixed = lines.some((line) => line.includes("platform/database/statement.ts"));
  for (const line of lines) {
    const file = HERE.exec(line)?.[1];
    if (file === undefined || /^platform\/database\/(?!.*test)|^testing\/distribution\//.test(file)) continue;
    if (/\.test\.ts$|^(?:testing|demo|migrations|features\/backup)\//.test(file)) return undefined;
    const name = /at (?:async )?(?:Object\.|Module\.)?([\w.$]+) /.exec(line)?.[1] ?? "";
    return { place: `${file.replace("features/", "")} ${name}`.trim(), isFixed };
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
    const { place, isFixed } = builder;
    // A place that puts its text together from what is asked for may build shapes that no test of the list happened to ask for.
    const isListed = isFixed ? Object.hasOwn(crossings, crossing) : listedPlaces.has(place);
    if (process.env.CROSSINGS)
      appendFileSync(process.env.CROSSINGS, `${JSON.stringify([crossing, place, query.sql])}\n`);
    else if (!isListed) unlisted.add(`${place}: ${crossing}`);
    return query;
  };
}

afterAll(() => {
  const lines = [...unlisted];
  unlisted.clear();
  expect(lines, "statements cross members and stand in no line of testing/distribution/crossings.ts").toEqual([]);
});
