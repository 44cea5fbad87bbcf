import { describe, expect, test } from "vitest";
import { judgeMessageStatements, judgeOwners, judgeReads, judgeWrites, listOwners } from "./borders-sql.mjs";

const FEATURES = "apps/server/src/features";
const OWNERS = { "base/members": ["member"], photos: ["photo_object"], profiles: [], visits: ["visit"] };

describe("a statement about messages names no other table but the conversation's", () => {
  const TABLES = { messaging: ["message", "reaction"], "base/pairs": ["conversation"], "base/members": ["profile"] };
  const judge = (source: string) => judgeMessageStatements(`${FEATURES}/statistics/queries.ts`, source, TABLES);

  test.each([
    ["messages alone", "sql`select count(*) from message left join reaction on true`"],
    ["the conversation beside them", "sql`select 1 from message join conversation on true`"],
    ["others without messages", "sql`select 1 from profile join conversation on true`"],
    [
      "a fragment about conversations",
      'import { a } from "../../base/pairs/conversation-fragment-queries.ts"; sql`from message`',
    ],
  ])("allows %s", (_, source) => expect(judge(source)).toEqual([]));

  test.each([
    ["another table", "sql`select 1 from message join profile on true`"],
    ["another table in the builder", 'db.selectFrom("reaction").innerJoin("profile", "a", "b")'],
    ["a write of another table", "sql`with a as (select 1 from message) update profile set a = 1`"],
    ["a fragment about others", 'import { a } from "../../base/pairs/fragment-queries.ts"; sql`select 1 from message`'],
  ])("refuses %s", (_, source) => expect(judge(source)).toHaveLength(1));
});

describe("a query names only tables of its own feature and of lower layers", () => {
  const LAYERS = [["base/members"], ["photos", "visits"], ["profiles"]];
  const judge = (feature: string, source: string) =>
    judgeReads(`${FEATURES}/${feature}/queries.ts`.replace("features/base", "base"), source, OWNERS, LAYERS);
  const READS: [string, string][] = [
    ["selectFrom", 'db.selectFrom("photoObject").selectAll()'],
    ["selectFrom with a list", 'db.selectFrom(["photoObject as one", "member"])'],
    ["the second of a list", 'db.selectFrom(["member", "photoObject as one"])'],
    ["a join", 'query.leftJoin("photoObject as one", "one.id", "member.id")'],
    ["a line break", 'query.innerJoin(\n      "photoObject",\n      "a", "b")'],
    ["from", "sql`select 1 from photo_object where true`"],
    ["join", "sql`select 1 from member join photo_object using (id)`"],
    ["a comma", "sql`select 1 from member m, photo_object where true`"],
    ["using of a delete", "sql`delete from member using photo_object`"],
    ["a text", "owner.query(`update member set a = 1 from photo_object`)"],
  ];

  test.each(READS)("by %s", (_, source) => {
    expect(judge("base/members", source)).toHaveLength(1);
    expect(judge("visits", source)).toHaveLength(1);
    expect(judge("photos", source)).toEqual([]);
    expect(judge("profiles", source)).toEqual([]);
  });

  test.each([
    ["a comment", "// select from photo_object\n/* join photo_object */"],
    ["a column of the same name", "sql`select photo_object from member`"],
    ["a longer name", "sql`select from photo_object_name`"],
  ])("and %s is no read", (_, source) => {
    expect(judge("visits", source)).toEqual([]);
  });
});

describe("the check lets only the owner write a table", () => {
  const WRITES: [string, string][] = [
    ["insertInto", 'db.insertInto("photoObject").values(rows).execute();'],
    ["updateTable", 'db\n    .updateTable("photoObject")\n    .set(facts).execute();'],
    ["deleteFrom", 'db.deleteFrom("photoObject as gone").execute();'],
    ["mergeInto", 'db.mergeInto("photoObject").using("photo", "a", "b").execute();'],
    ["insert into", "sql`insert into photo_object (file_name) values (1)`.execute(db);"],
    ["update", "sql`update photo_object set created_at = now()`.execute(db);"],
    ["update with an alias", "sql`update photo_object as old set created_at = now()`.execute(db);"],
    ["delete from", "sql`delete from photo_object where true`.execute(db);"],
    ["merge into", "sql`merge into photo_object using photo on true`.execute(db);"],
    ["truncate", "sql`truncate photo_object`.execute(db);"],
  ];

  test.each(WRITES)("by %s", (_, source) => {
    expect(judgeWrites(`${FEATURES}/photos/queries.ts`, source, OWNERS)).toEqual([]);
    expect(judgeWrites(`${FEATURES}/profiles/queries.ts`, source, OWNERS)).toHaveLength(1);
    expect(judgeWrites("apps/server/src/platform/storage/photo-store.ts", source, OWNERS)).toHaveLength(1);
    expect(judgeWrites("apps/server/src/demo/demo.ts", source, OWNERS)).toHaveLength(1);
  });

  test.each([
    ["insertInto", "db.insertInto(table).values(rows).execute();"],
    ["delete from", "sql`delete from $" + "{sql.table(name)}`.execute(db);"],
    ["update", "sql`update $" + "{table} set a = 1`.execute(db);"],
  ])("and refuses %s with a computed name", (_, source) => {
    for (const feature of Object.keys(OWNERS)) {
      expect(
        judgeWrites(
          `apps/server/src/${feature.startsWith("base/") ? "" : "features/"}${feature}/queries.ts`,
          source,
          OWNERS,
        ),
      ).toHaveLength(1);
    }
  });

  test.each([
    ["a read", 'db.selectFrom("photoObject").selectAll()'],
    ["a lock", "sql`select from photo_object for no key update skip locked`"],
    ["an upsert of its own", "sql`insert into visit (a) values (1) on conflict (a) do update set a = 2`"],
    ["a comment", '// db.insertInto("photoObject")\n/* delete from photo_object */'],
  ])("and allows others %s", (_, source) => {
    expect(judgeWrites(`${FEATURES}/visits/queries.ts`, source, OWNERS)).toEqual([]);
  });

  test("and lets one file exchange the records of migrations, and nothing else", () => {
    const histories = "apps/server/src/platform/database/histories.ts";
    const exchange = "delete from kysely_migration";
    expect(judgeWrites(histories, exchange, OWNERS)).toEqual([]);
    expect(judgeWrites(histories, "delete from member", OWNERS)).toHaveLength(1);
    expect(judgeWrites("apps/server/src/platform/database/migrate.ts", exchange, OWNERS)).toHaveLength(1);
  });

  test("and leaves migrations alone", () => {
    expect(judgeWrites("apps/server/src/migrations/1-a.ts", WRITES.join("\n"), OWNERS)).toEqual([]);
  });
});

describe("the check of table owners", () => {
  const tables = Object.values(OWNERS).flat();
  const typesOf = (names: string[]) =>
    `export interface DB {\n${names.map((name) => `  ${name.replace(/_(\w)/g, (_, a) => a.toUpperCase())}: A;`).join("\n")}\n}`;

  test("passes when each table has one owner", () => {
    expect(judgeOwners(typesOf(tables), OWNERS)).toEqual([]);
  });

  test("refuses a table without an owner", () => {
    expect(judgeOwners(typesOf([...tables, "gift_card"]), OWNERS)).toEqual(["gift_card stands in no inventory.ts"]);
  });

  test("refuses a table of two owners", () => {
    expect(judgeOwners(typesOf(tables), { ...OWNERS, favorites: ["visit"] })).toEqual([
      "visit stands in two inventories",
    ]);
  });

  test("finds the owners in the inventories, a table of the base and one that only migrations write among them", () => {
    const sources: [string, string][] = [
      [`${FEATURES}/photos/inventory.ts`, 'export const tables: TablesOf<\n  | "photo"\n  | "photoObject"\n> = {};'],
      ["apps/server/src/base/mail/inventory.ts", 'export const tables: TablesOf<"mail"> = {};'],
      [`${FEATURES}/cities/inventory.ts`, 'export const tables: TablesOf<"city"> = {};'],
      [`${FEATURES}/profiles/inventory.ts`, "export const jobs = {};"],
      [`${FEATURES}/visits/queries.ts`, 'const other: TablesOf<"visit"> = {};'],
    ];
    const owners = listOwners(sources);
    expect(owners).toEqual({ photos: ["photo", "photo_object"], "base/mail": ["mail"], cities: ["city"] });
    expect(judgeWrites(`${FEATURES}/cities/handlers.ts`, "sql`delete from city`", owners)).toHaveLength(1);
  });

  test("refuses an owner of a table that does not exist", () => {
    expect(judgeOwners(typesOf(tables.filter((name) => name !== "visit")), OWNERS)).toHaveLength(1);
  });
});
