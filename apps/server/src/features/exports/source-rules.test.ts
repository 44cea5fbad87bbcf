import { exportFields, exportTitles } from "@caramelo/contract/texts/exports";
import { expect, test } from "vitest";
import { inventory } from "../../start/inventory.ts";
import { fieldLabel } from "./page-rules.ts";
import { fieldOf, listSources } from "./source-rules.ts";

const sources = listSources(inventory.tables);
/** Fields that a feature presents in place of a column, and one that is shown with its message. */
const PRESENTED = new Set(["cityId", "sealed", "emoji", "reactedAt"]);

test("[D5.16] each list of the export has a title in Portuguese, and each of its fields a label", () => {
  const shown = sources.filter(({ table }) => table !== "reaction").map(({ table }) => table as string);
  expect(Object.keys(exportTitles).toSorted()).toEqual(shown.toSorted());
  const unlabelled = sources.flatMap((source) =>
    source.columns
      .filter((column) => !PRESENTED.has(column))
      .map((column) => fieldOf(column, source))
      .filter((field) => fieldLabel(source.table, field) === field),
  );
  expect(unlabelled).toEqual([]);
});

test("[D5.16] no label is left of a field that no list has any more", () => {
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
