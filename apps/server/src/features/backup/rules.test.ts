import { describe, expect, test } from "vitest";
import {
  backupName,
  describeSize,
  describeTotals,
  FORMAT,
  findDifference,
  findObstacle,
  type Header,
  jobsEntry,
  listOld,
  photoEntry,
  readEntryName,
  rowsEntry,
} from "./rules.ts";

const header: Header = {
  product: "caramelo",
  format: FORMAT,
  takenAt: "2026-11-24T06:00:00.000Z",
  migrations: ["1-a", "2-b"],
  tables: [],
  sequences: [],
  masterKeyMark: "",
};
const totals = { rows: { member: 1_200, photo: 34 }, jobs: 1, files: 6, photos: 2, missing: 0 };

test("the name of a backup says its time and whether it is encrypted, and sorts by time", () => {
  const at = (text: string) => backupName(new Date(text), false);
  expect(at("2026-11-24T06:00:00.123Z")).toBe("caramelo-2026-11-24T06-00-00-123Z.tar");
  expect(backupName(new Date("2026-11-24T06:00:00.123Z"), true)).toBe("caramelo-2026-11-24T06-00-00-123Z.tar.sealed");
  const names = ["2026-11-24T06:00:00Z", "2026-09-30T23:59:59Z", "2026-10-01T00:00:00Z"].map(at);
  expect(names.toSorted()).toEqual([names[1], names[2], names[0]]);
});

describe("of the files of a folder", () => {
  const days = ["20", "21", "22", "23"].map((day) => backupName(new Date(`2026-11-${day}T06:00:00Z`), day > "21"));

  test.each([
    [1, days.slice(0, 3)],
    [3, days.slice(0, 1)],
    [4, []],
    [9, []],
  ])("all backups but the newest %i are old", (keep, old) => {
    expect(listOld(days.toReversed(), keep)).toEqual(old);
  });

  test("no other file is ever old", () => {
    const others = [
      "master-key",
      "caramelo.tar",
      ".caramelo-2020-01-01T00-00-00-000Z.tar.partial",
      "caramelo-2020.tar",
    ];
    expect(listOld([...others, ...days], 4)).toEqual([]);
  });
});

test("the name of an entry says what it holds", () => {
  expect(readEntryName(photoEntry("m/gallery/1.webp"))).toEqual({ kind: "photo", key: "m/gallery/1.webp" });
  expect(readEntryName(rowsEntry("ledger_entry", 12))).toEqual({ kind: "rows", table: "ledger_entry" });
  expect(readEntryName(jobsEntry(1))).toEqual({ kind: "jobs" });
  expect(readEntryName("other")).toEqual({ kind: "unknown" });
});

describe("[D5.30] a backup", () => {
  const knownMigrations = ["1-a", "2-b", "3-c"];
  const histories = [knownMigrations, ["0-old", "0-older", "3-c"]];

  test("of this version or an older one can be restored", () => {
    expect(findObstacle(header, histories, "caramelo")).toBeUndefined();
    expect(findObstacle({ ...header, migrations: knownMigrations }, histories, "caramelo")).toBeUndefined();
    expect(findObstacle({ ...header, migrations: ["0-old"] }, histories, "caramelo")).toBeUndefined();
  });

  test.each<[string, Partial<Header>, string]>([
    ["of another product", { product: "rapadura" }, "It is a backup of rapadura."],
    ["of a newer format", { format: FORMAT + 1 }, "newer version"],
    ["of a newer version", { migrations: [...knownMigrations, "4-d"] }, "(4-d)"],
    ["of a version without one of the migrations between", { migrations: ["1-a", "3-c"] }, "other migrations"],
    ["of migrations of two histories", { migrations: ["0-old", "2-b"] }, "other migrations"],
    ["of a database without migrations", { migrations: [] }, "other migrations"],
  ])("%s is refused", (_, changes, words) => {
    expect(findObstacle({ ...header, ...changes }, histories, "caramelo")).toContain(words);
  });
});

test.each([
  [{}, undefined],
  [{ rows: { member: 1_200, photo: 34, visit: 0 } }, undefined],
  [{ rows: { member: 1_199, photo: 34 } }, "1199 rows of member instead of 1200"],
  [{ rows: { member: 1_200 } }, "0 rows of photo instead of 34"],
  [{ rows: { member: 1_200, photo: 34, visit: 1 } }, "1 rows of visit instead of 0"],
  [{ jobs: 0 }, "0 jobs instead of 1"],
  [{ files: 5 }, "5 files of photos instead of 6"],
])("the counts found are compared with those written: %j", (changes, difference) => {
  expect(findDifference({ ...totals, ...changes }, totals)).toBe(difference);
});

test("the operator reads the amounts in the units of the dashboard", () => {
  expect(describeSize(52_428_800)).toBe("50.0 MB");
  expect(describeTotals(totals)).toBe("1,234 rows, 2 photos and 1 waiting job");
});
