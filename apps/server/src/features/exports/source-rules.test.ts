import { exportFields, exportTitles } from "@caramelo/contract/personal-data/export-texts";
import { expect, test } from "vitest";
import { inventory } from "../../start/inventory.ts";
import { fieldLabel } from "./page-rules.ts";
import { fieldOf, listSources, type Tables } from "./source-rules.ts";

const sources = listSources(inventory.tables);
/** Fields that a feature presents in place of a column, and one that is shown with its message. */
const PRESENTED = new Set(["cityId", "sealed", "emoji", "reactedAt"]);

test("[D5.16] each list of the export has a title in Portuguese, and each of its fields a label", () => {
  const shownTables = sources.filter(({ table }) => table !== "reaction").map(({ table }) => table as string);
  expect(Object.keys(exportTitles).toSorted()).toEqual(shownTables.toSorted());
  const unlabelled = sources.flatMap((source) =>
    source.columns
      .filter((column) => !PRESENTED.has(column))
      .map((column) => fieldOf(column, source))
      .filter((field) => fieldLabel(source.table, field) === field),
  );
  expect(unlabelled).toEqual([]);
});

test("[D5.16] no label belongs to a field that no list has any more", () => {
  const fields = new Set(sources.flatMap((source) => source.columns.map((column) => fieldOf(column, source))));
  const presented = ["address", "city", "conversation", "member", "reactions", "reported"];
  const names = Object.keys(exportFields).map((name) => name.split(".").at(-1) ?? "");
  expect(names.filter((name) => !fields.has(name) && !presented.includes(name))).toEqual([]);
});

test("[D5.16] a row is found by the id or the address of its holder, at most two tables away", () => {
  const holders = sources.filter(({ isPresented }) => !isPresented).flatMap((source) => source.holders);
  expect(holders.length).toBeGreaterThan(sources.length / 2);
  expect(sources.filter(({ holders, isPresented }) => holders.length === 0 && !isPresented)).toEqual([]);
  const steps = holders.flatMap((holder) => ("row" in holder ? holder.holders : []));
  expect(steps.length).toBeGreaterThan(0);
  expect(steps.filter((step) => "row" in step)).toEqual([]);
});

// A few entries stand for the whole inventory, so the type of all its tables does not fit them.
const sourcesOf = (tables: Record<string, object>) => listSources(tables as unknown as Tables);
const lists = { category: "lists", columns: {}, people: [], export: "rows" };

test("[D5.16] the export has what is about the member, and of it no column that is secret, internal or concealed", () => {
  const columns = { memberId: "internal", favoriteId: "person", token: "secret", actor: "concealed", note: "exported" };
  const people = [
    { by: { id: "memberId" }, as: "holder" },
    { by: { id: "favoriteId" }, as: "counterpart" },
    { by: { id: "addedBy" }, as: "staff" },
  ];
  expect(sourcesOf({ favorite: { ...lists, columns, people } })).toEqual([
    {
      table: "favorite",
      category: "lists",
      columns: ["favoriteId", "note"],
      people: ["favoriteId"],
      holders: [{ id: "memberId" }],
      isPresented: false,
    },
  ]);
});

test("[D5.16] the export leaves out tables without people, and those that say why", () => {
  const tables = {
    node: { ...lists, category: "none" },
    challenge: { ...lists, export: { not: "It opens the account." } },
    message: { ...lists, export: { presented: "with its reactions" } },
  };
  expect(sourcesOf(tables).map(({ table, isPresented }) => [table, isPresented])).toEqual([["message", true]]);
});

test("[D5.16] a holder is found by an id, by an address, or by the row of another table", () => {
  const holdersOf = (by: object) => {
    const session = { ...lists, people: [{ by: { id: "memberId" }, as: "holder" }] };
    const table = { ...lists, people: [{ by, as: "holder" }] };
    return sourcesOf({ table, session })[0]?.holders;
  };
  expect(holdersOf({ email: "recipient" })).toEqual([{ email: "recipient", unless: undefined }]);
  expect(holdersOf({ email: "sender", unless: "senderId" })).toEqual([{ email: "sender", unless: "senderId" }]);
  expect(holdersOf({ row: "sessionId", of: "session" })).toEqual([
    { row: "sessionId", of: "session", holders: [{ id: "memberId" }] },
  ]);
  // Only the feature that presents the rows can read a hash.
  expect(holdersOf({ hash: "mark" })).toEqual([]);
});

test("[D5.16] the field of a person has the name of its column without the id, and every other one the whole name", () => {
  expect(fieldOf("favoriteId", { people: ["favoriteId"] })).toBe("favorite");
  expect(fieldOf("orderId", { people: ["favoriteId"] })).toBe("orderId");
});
