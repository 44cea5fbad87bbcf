import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  CATEGORY_NAMES,
  type CategoryName,
  dataCategories,
  listPlaces,
} from "@caramelo/contract/personal-data/categories";
import { describe, expect, test } from "vitest";
import { redisKeys } from "../platform/nodes/inventory.ts";
import { inventory } from "./inventory.ts";
import { jobs } from "./jobs.ts";

const SOURCES = fileURLToPath(new URL("..", import.meta.url));

/** An entry of any table, whose columns are then only names. */
type AnyTable = {
  category: CategoryName | "none";
  columns: Record<string, string>;
  people: readonly { by: Record<string, string>; as: string; onErasure: AnyErasure }[];
  export: object | "rows";
  ends: readonly AnyEnd[];
};
type AnyErasure = { does: string; law?: string; until?: string };
type AnyEnd = {
  after?: string;
  job?: string;
  with?: string;
  when?: string;
  never?: string;
  clears?: readonly string[];
};

const tables = Object.entries<AnyTable>(inventory.tables);
const stores = Object.entries(inventory.stores);
const entriesOf = (category: string) => ({
  tables: tables.filter(([, entry]) => entry.category === category),
  stores: stores.filter(([, entry]) => entry.category === category),
});
const endsOf = (category: string): AnyEnd[] => {
  const entries = entriesOf(category);
  return [...entries.tables.flatMap(([, entry]) => entry.ends), ...entries.stores.map(([, entry]) => entry.ends)];
};
const erasuresOf = (category: string): AnyErasure[] => {
  const entries = entriesOf(category);
  const ofTables = entries.tables.flatMap(([, entry]) => entry.people.map(({ onErasure }) => onErasure));
  return [...ofTables, ...entries.stores.map(([, entry]) => entry.onErasure)];
};

/** The jobs that run by themselves. */
const timedJobs = jobs.filter(({ cron, sweep }) => cron !== undefined || sweep !== undefined);

const isPeriod = (name: string | undefined): name is string =>
  name !== undefined && !["decision", "counterpart", "never"].includes(name);
const sortPeriods = (names: readonly (string | undefined)[]) => [...new Set(names.filter(isPeriod))].toSorted();

describe("the inventory", () => {
  test("has what every inventory.ts of a feature, of the base and of the platform declares", async () => {
    const files = globSync("{base,features,platform}/*/inventory.ts", { cwd: SOURCES });
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      const declaredModule: Record<string, object> = await import(`${SOURCES}/${file}`);
      expect(Object.keys(inventory.tables), file).toEqual(
        expect.arrayContaining(Object.keys(declaredModule.tables ?? {})),
      );
    }
  });

  test("has every kind of key in Redis, and no kind that nothing uses", () => {
    const code = globSync("platform/{nodes,limits}/*.ts", {
      cwd: SOURCES,
      exclude: (name) => name.endsWith(".test.ts"),
    })
      .map((file) => readFileSync(`${SOURCES}/${file}`, "utf8"))
      .join("\n");
    const usedKinds = [...code.matchAll(/\bkeyOf\("([^"]+)"/g)].map(([, kind = ""]) => kind);
    expect(usedKinds.length).toBeGreaterThan(0);
    expect([...new Set(usedKinds)].toSorted()).toEqual(Object.keys(redisKeys).toSorted());
    expect(Object.keys(inventory.stores)).toEqual(expect.arrayContaining(Object.keys(redisKeys)));
  });

  test("has no store in the data folder that nothing opens", () => {
    const code = globSync("**/*.ts", { cwd: SOURCES, exclude: (name) => name.endsWith(".test.ts") })
      .map((file) => readFileSync(`${SOURCES}/${file}`, "utf8"))
      .join("\n");
    const openedStores = [...code.matchAll(/\bplaceOf\([\w.]+, "(\w+)"\)/g)].map(([, store = ""]) => store);
    const placedStores = stores.filter(([, entry]) => "place" in entry).map(([store]) => store);
    expect([...new Set(openedStores)].toSorted()).toEqual(placedStores.toSorted());
  });
});

describe.each(tables)("the entry of the table %s", (_, entry) => {
  const { columns, people, ends } = entry;
  const isExported = entry.export === "rows" || "presented" in Object(entry.export);

  test("names a data category exactly when its rows are about people", () => {
    expect(entry.category === "none").toBe(people.length === 0);
  });

  test("says of each person in its columns what an erasure does", () => {
    const namedColumns = people.flatMap(({ by }) => Object.values(by));
    const persons = Object.keys(columns).filter((name) => ["person", "concealed"].includes(columns[name] ?? ""));
    expect(persons.filter((name) => !namedColumns.includes(name))).toEqual([]);
  });

  test("gives the rows of a holder to the export, with something to read, or says why not", () => {
    const hasHolder = people.some((person) => person.as === "holder");
    const hasText = Object.values(columns).some((use) => use === "exported");
    expect(isExported && !(hasHolder && hasText)).toBe(false);
    expect(!isExported && hasText).toBe(false);
  });

  test("says how a row ends, by jobs that run by themselves or that something causes", () => {
    expect(ends.filter(({ clears }) => clears === undefined)).not.toEqual([]);
    const periodical = ends.filter(({ after }) => after !== undefined).map(({ job }) => job);
    expect(periodical.filter((job) => !timedJobs.some(({ name }) => name === job))).toEqual([]);
  });
});

test("[D5.12][D5.13][D5.15] every job that removes something at night is the end of something in the inventory", () => {
  const removing = timedJobs.map(({ name }) => name).filter((name) => /^(?:sweep|destroy|prune)-/.test(name));
  const ends = ["none", ...CATEGORY_NAMES].flatMap(endsOf).map(({ job }) => job);
  expect(removing.filter((job) => !ends.includes(job))).toEqual([]);
});

describe.each(CATEGORY_NAMES)("the data category %s on the privacy page", (category) => {
  const { keptFor, onErasure, laws } = dataCategories[category];

  test("is of something that is kept", () => {
    const entries = entriesOf(category);
    expect(entries.tables.length + entries.stores.length).toBeGreaterThan(0);
  });

  test("[D5.12][D5.13][D5.15] shows the periods of the jobs that remove it, and no others", () => {
    expect(sortPeriods(endsOf(category).map(({ after }) => after))).toEqual(sortPeriods(listPlaces(keptFor)));
  });

  test("shows for how long something stays after an erasure, and names the law by which it stays", () => {
    const erasures = erasuresOf(category);
    expect(sortPeriods(erasures.map(({ until }) => until))).toEqual(sortPeriods(listPlaces(onErasure)));
    expect(erasures.map(({ law }) => law).filter((law) => law && !laws.some((name) => name === law))).toEqual([]);
  });
});
